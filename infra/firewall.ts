import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import * as wafv2 from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import { api } from "../shared/api.ts";
import { contactTexts } from "../shared/contact-form.ts";
import type { Route } from "../shared/route.ts";

/** How often one address may call a route that is open to everybody, in five minutes; an office shares an address. */
const calls = { limit: 30, evaluationWindowSec: 300 };

/** Messages to us may hold anything, and are only ever shown as text: what looks odd in a body is counted, not refused. */
const bodies = [
  "SizeRestrictions_BODY",
  "CrossSiteScripting_BODY",
  "GenericLFI_BODY",
  "GenericRFI_BODY",
  "EC2MetaDataSSRF_BODY",
];

/**
 * What stands before CloudFront where a stage asks for it, in a stack of its own, because CloudFront takes a web ACL
 * of us-east-1 alone. It costs about ten dollars a month: five, one for each rule, and 60 cents a million requests.
 */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const rules = [
      ...openPaths().map(fewCalls),
      managed("AWSManagedRulesAmazonIpReputationList"),
      managed("AWSManagedRulesKnownBadInputsRuleSet"),
      managed("AWSManagedRulesCommonRuleSet", bodies),
    ];
    const acl = new wafv2.CfnWebACL(this, "WebAcl", {
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: seenAs("Requests"),
      customResponseBodies: {
        tooOften: {
          contentType: "APPLICATION_JSON",
          content: JSON.stringify({ error: contactTexts.failed }),
        },
      },
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    });
    new CfnOutput(this, "WebAclArn", { value: acl.attrArn });
  }
}

type Rule = Omit<wafv2.CfnWebACL.RuleProperty, "priority">;

/** Of a path with parameters, what stands before them. */
const openPaths = (): string[] =>
  Object.values(api)
    .flatMap((resource) => Object.entries<Route>(resource))
    .filter(([, { access }]) => access === "public")
    .map(([key]) => key.replace(/^\w+ |\{.*/g, ""));

function fewCalls(path: string): Rule {
  const name = `Often${path.replace(/\/$/, "").replaceAll("/", "-")}`;
  return {
    name,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: "IP",
        ...calls,
        scopeDownStatement: {
          byteMatchStatement: {
            fieldToMatch: { uriPath: {} },
            positionalConstraint: path.endsWith("/") ? "STARTS_WITH" : "EXACTLY",
            searchString: path,
            // The API decodes a path before it chooses the route.
            textTransformations: [{ priority: 0, type: "URL_DECODE" }],
          },
        },
      },
    },
    action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: "tooOften" } } },
    visibilityConfig: seenAs(name),
  };
}

const managed = (name: string, counted: string[] = []): Rule => ({
  name,
  statement: {
    managedRuleGroupStatement: {
      vendorName: "AWS",
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  overrideAction: { none: {} },
  visibilityConfig: seenAs(name),
});

function seenAs(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: true };
}
