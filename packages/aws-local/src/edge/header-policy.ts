/** CloudFront's response headers policies. */
import type { OutgoingHttpHeaders } from "node:http";
import type { Template } from "../template/template.ts";

interface Override {
  Override: boolean;
}

interface PolicyProperties {
  ResponseHeadersPolicyConfig: {
    CustomHeadersConfig?: { Items: ({ Header: string; Value: string } & Override)[] };
    SecurityHeadersConfig?: {
      ContentSecurityPolicy?: { ContentSecurityPolicy: string } & Override;
      ContentTypeOptions?: Override;
      FrameOptions?: { FrameOption: string } & Override;
      ReferrerPolicy?: { ReferrerPolicy: string } & Override;
      StrictTransportSecurity?: {
        AccessControlMaxAgeSec: number;
        IncludeSubdomains?: boolean;
        Preload?: boolean;
      } & Override;
      XSSProtection?: unknown;
    };
    RemoveHeadersConfig?: unknown;
    CorsConfig?: unknown;
  };
}

/** Changes the headers of a response, whose names are in lower case, in place. */
export type HeaderPolicy = (headers: OutgoingHttpHeaders) => void;

/** `substitute` is applied to every value. Throws for a policy that the template does not hold, or that sets CORS. */
export function readHeaderPolicy(
  template: Template,
  id: string | undefined,
  substitute: (text: string) => string,
): HeaderPolicy {
  if (id === undefined) return () => {};
  const policy = template.find<PolicyProperties>("AWS::CloudFront::ResponseHeadersPolicy", id);
  if (!policy) throw new Error(`The response headers policy ${id} does not run here.`);
  const {
    CustomHeadersConfig,
    SecurityHeadersConfig = {},
    RemoveHeadersConfig,
    CorsConfig,
  } = policy.properties.ResponseHeadersPolicyConfig;
  if (CorsConfig || RemoveHeadersConfig || SecurityHeadersConfig.XSSProtection)
    throw new Error(`${policy.id}: CORS, removed headers and X-XSS-Protection do not run here.`);
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    SecurityHeadersConfig;
  const rules: { name: string; value: string; override: boolean }[] = [];
  const add = (name: string, value: string, { Override }: Override) =>
    rules.push({ name: name.toLowerCase(), value: substitute(value), override: Override });

  for (const item of CustomHeadersConfig?.Items ?? []) add(item.Header, item.Value, item);
  if (ContentSecurityPolicy)
    add("content-security-policy", ContentSecurityPolicy.ContentSecurityPolicy, ContentSecurityPolicy);
  if (ContentTypeOptions) add("x-content-type-options", "nosniff", ContentTypeOptions);
  if (FrameOptions) add("x-frame-options", FrameOptions.FrameOption, FrameOptions);
  if (ReferrerPolicy) add("referrer-policy", ReferrerPolicy.ReferrerPolicy, ReferrerPolicy);
  if (StrictTransportSecurity) {
    const { AccessControlMaxAgeSec, IncludeSubdomains, Preload } = StrictTransportSecurity;
    const parts = [
      `max-age=${AccessControlMaxAgeSec}`,
      IncludeSubdomains && "includeSubDomains",
      Preload && "preload",
    ];
    add("strict-transport-security", parts.filter(Boolean).join("; "), StrictTransportSecurity);
  }
  return (headers) => {
    for (const { name, value, override } of rules)
      if (override || headers[name] === undefined) headers[name] = value;
  };
}
