import { CrossStackReferences, ReferenceStrength, Stack, type StackProps } from "aws-cdk-lib";
import * as wafv2 from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import { api } from "../shared/api/api.ts";
import { contactTexts } from "../shared/messages/contact-form.ts";
import type { Route } from "../shared/route.ts";

/** Calls of one public route by one IP address, which a whole office can share. */
const RATE_LIMIT = { limit: 30, evaluationWindowSec: 300 };

/** A visitor's message can contain anything and is only shown as text, so these rules count but do not block. */
const COUNTED_RULES = [
  "SizeRestrictions_BODY",
  "CrossSiteScripting_BODY",
  "GenericLFI_BODY",
  "GenericRFI_BODY",
  "EC2MetaDataSSRF_BODY",
];

/**
 * A stage's optional firewall. A separate stack, because CloudFront needs the web ACL in us-east-1. It costs about ten
 * dollars a month: five, one for each rule, and 60 cents for a million requests.
 */
export class FirewallStack extends Stack {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const rules = [
      ...publicPaths().map(rateLimit),
      managed("AWSManagedRulesAmazonIpReputationList"),
      managed("AWSManagedRulesKnownBadInputsRuleSet"),
      managed("AWSManagedRulesCommonRuleSet", COUNTED_RULES),
    ];
    const acl = new wafv2.CfnWebACL(this, "WebAcl", {
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: metrics("Requests"),
      customResponseBodies: {
        tooOften: {
          contentType: "APPLICATION_JSON",
          content: JSON.stringify({ error: contactTexts.failed }),
        },
      },
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    });
    // The product's stack reads this stack's output in the other region. Nothing is exported, so a stage without a
    // firewall can remove it.
    CrossStackReferences.of(acl).produce(ReferenceStrength.WEAK);
    this.webAclArn = acl.attrArn;
  }
}

type Rule = Omit<wafv2.CfnWebACL.RuleProperty, "priority">;

/** For a path with parameters, the part before them. */
const publicPaths = (): string[] =>
  Object.values(api)
    .flatMap((resource) => Object.entries<Route>(resource))
    .filter(([, { access, sharedAddresses }]) => access === "public" && !sharedAddresses)
    .map(([key]) => key.replace(/^\w+ |\{.*/g, ""));

function rateLimit(path: string): Rule {
  const name = `Often${path.replace(/\/$/, "").replaceAll("/", "-")}`;
  return {
    name,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: "IP",
        ...RATE_LIMIT,
        scopeDownStatement: {
          byteMatchStatement: {
            fieldToMatch: { uriPath: {} },
            positionalConstraint: path.endsWith("/") ? "STARTS_WITH" : "EXACTLY",
            searchString: path,
            // The API decodes the path before it selects the route.
            textTransformations: [{ priority: 0, type: "URL_DECODE" }],
          },
        },
      },
    },
    action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: "tooOften" } } },
    visibilityConfig: metrics(name),
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
  visibilityConfig: metrics(name),
});

function metrics(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  // No samples: they show paths, and some paths are secrets.
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}
