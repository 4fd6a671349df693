import type { Fault } from "./mutate.ts";

const stage = /ApiGatewayV2::Stage/;
const distribution = /CloudFront::Distribution/;
const config = "Properties.DistributionConfig";
const webAcl = /WAFv2::WebACL/;
const pool = /Cognito::UserPool Auth/;
const client = /Cognito::UserPoolClient/;
const headers = /CloudFront::ResponseHeadersPolicy/;
const security = "Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig";
const policy = `${security}.ContentSecurityPolicy.ContentSecurityPolicy`;
const replace = (strict: string, lax: string) => (before: unknown) =>
  JSON.parse(JSON.stringify(before).replace(strict, lax));

/** The faults that each security check must find. */
export const securityFaults: Record<string, Fault[]> = {
  behaviorsAreSecure: [
    [distribution, `${config}.DefaultCacheBehavior.ViewerProtocolPolicy`, "allow-all"],
    [distribution, `${config}.CacheBehaviors.0.ResponseHeadersPolicyId`, undefined],
    [distribution, `${config}.CacheBehaviors.1.ResponseHeadersPolicyId`, "managed"],
  ],
  onlyAdminLoadsForeignPictures: [
    [headers, policy, replace("img-src 'self' data:", "img-src 'self' data: https:")],
  ],
  securityHeadersAreStrict: [
    ...["'unsafe-inline'", "'unsafe-eval'", "https://cdn.example.com", "*"].map(
      (source): Fault => [headers, policy, replace("script-src 'self'", `script-src 'self' ${source}`)],
    ),
    [headers, policy, replace("default-src 'none'", "default-src 'self'")],
    [headers, policy, replace("frame-ancestors 'none'", "frame-ancestors 'self'")],
    [headers, policy, replace("base-uri 'none'; ", "")],
    [headers, policy, replace("form-action 'self'", "form-action *")],
    [headers, policy, replace("img-src 'self'", "img-src http://example.com")],
    [headers, policy, replace("https://www.openstreetmap.org", "https://*.openstreetmap.org")],
    [headers, `${security}.ContentSecurityPolicy.Override`, false],
    [headers, `${security}.ContentTypeOptions`, undefined],
    [headers, `${security}.FrameOptions.FrameOption`, "SAMEORIGIN"],
    [headers, `${security}.ReferrerPolicy.ReferrerPolicy`, "unsafe-url"],
    [headers, `${security}.StrictTransportSecurity.AccessControlMaxAgeSec`, 86_400],
    [headers, `${security}.StrictTransportSecurity.IncludeSubdomains`, false],
  ],
  publicRoutesAreThrottled: [
    [stage, "Properties.RouteSettings", {}],
    [stage, "Properties.RouteSettings.POST /api/send-email.ThrottlingBurstLimit", undefined],
    [stage, "Properties.RouteSettings.POST /api/send-email.ThrottlingRateLimit", 150],
    [stage, "Properties.DefaultRouteSettings", undefined],
  ],
  selfSignUpIsOff: [
    [pool, "Properties.AdminCreateUserConfig.AllowAdminCreateUserOnly", false],
    [client, "Properties.PreventUserExistenceErrors", "LEGACY"],
    [client, "Properties.GenerateSecret", true],
    [client, "Properties.EnableTokenRevocation", false],
    [client, "Properties.ExplicitAuthFlows", (list: string[]) => [...list, "ALLOW_USER_PASSWORD_AUTH"]],
    [client, "Properties.AllowedOAuthFlowsUserPoolClient", true],
    [client, "Properties.WriteAttributes", (list: string[]) => [...list, "email"]],
  ],
  webAclsAreValid: [
    [webAcl, "Properties.Scope", "REGIONAL"],
    [webAcl, "Properties.VisibilityConfig.MetricName", "All"],
    [webAcl, "Properties.Rules.3.VisibilityConfig.MetricName", "Requests"],
    [webAcl, "Properties.Rules.3.Priority", 0],
    [webAcl, "Properties.Rules.3.OverrideAction", undefined],
    [webAcl, "Properties.Rules.3.Action", { Block: {} }],
    [webAcl, "Properties.Rules.0.Action", undefined],
    [webAcl, "Properties.Rules.0.Action.Block.CustomResponse.CustomResponseBodyKey", "none"],
    [webAcl, "Properties.Rules.0.Statement.RateBasedStatement.Limit", 5],
    [webAcl, "Properties.Rules.0.Statement.RateBasedStatement.EvaluationWindowSec", 90],
  ],
  webAclArnsAreValid: [
    [distribution, `${config}.WebACLId`, "00000000-0000-4000-8000-000000000000"],
    [distribution, `${config}.WebACLId`, (arn: string) => arn.replace("us-east-1", "af-south-1")],
  ],
};
