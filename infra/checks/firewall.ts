import { checkEach } from "./template.ts";

type Rule = {
  Action?: { Block?: { CustomResponse?: { CustomResponseBodyKey?: string } } };
  Name: string;
  OverrideAction?: unknown;
  Priority: number;
  Statement: {
    RateBasedStatement?: { EvaluationWindowSec?: number; Limit: number };
    ManagedRuleGroupStatement?: unknown;
  };
  VisibilityConfig: { MetricName: string };
};
type WebAcl = {
  CustomResponseBodies?: Record<string, unknown>;
  Rules: Rule[];
  Scope: string;
  VisibilityConfig: { MetricName: string };
};

/** Reserved by WAF. */
const RESERVED_METRICS = ["All", "Default_Action"];

const duplicates = <Value>(values: Value[]) => values.filter((value, at) => values.indexOf(value) < at);

/** Finds settings with which WAF refuses to create the web ACL, and rules that would have no effect. */
export const webAclsAreValid = checkEach<WebAcl>("AWS::WAFv2::WebACL", (acl) => {
  const { CustomResponseBodies = {}, Rules, Scope, VisibilityConfig } = acl;
  const metrics = [{ VisibilityConfig }, ...Rules].map((rule) => rule.VisibilityConfig.MetricName);
  return [
    Scope !== "CLOUDFRONT" && `CloudFront does not accept a web ACL of scope ${Scope}`,
    ...metrics
      .filter((name) => RESERVED_METRICS.includes(name) || !/^[\w-]{1,255}$/.test(name))
      .map((name) => `WAF does not accept a metric named ${name}`),
    ...duplicates([...metrics, ...Rules.map(({ Priority }) => Priority)]).map(
      (value) => `two rules have the same priority or metric ${value}`,
    ),
    ...Rules.flatMap(({ Action, Name, OverrideAction, Statement }) => {
      const { Limit = 100, EvaluationWindowSec = 300 } = Statement.RateBasedStatement ?? {};
      const body = Action?.Block?.CustomResponse?.CustomResponseBodyKey;
      const hasOverride = Boolean(OverrideAction);
      return [
        (Boolean(Statement.ManagedRuleGroupStatement) !== hasOverride || hasOverride === Boolean(Action)) &&
          `${Name} needs an action, or an override if it is a rule group`,
        !(Limit >= 10 && [60, 120, 300, 600].includes(EvaluationWindowSec)) &&
          `${Name}: WAF does not support ${Limit} calls in ${EvaluationWindowSec} s`,
        body !== undefined &&
          !Object.hasOwn(CustomResponseBodies, body) &&
          `${Name}: there is no response body ${body}`,
      ];
    }),
  ];
});

type Distribution = { DistributionConfig: { WebACLId?: unknown } };

/** CloudFront needs the ARN of a web ACL in us-east-1, or the firewall stack's output. A plain id belongs to WAF Classic. */
export const webAclArnsAreValid = checkEach<Distribution>(
  "AWS::CloudFront::Distribution",
  ({ DistributionConfig: { WebACLId: acl } }) => [
    acl !== undefined &&
      !(Object(acl)["Fn::GetStackOutput"]?.Region === "us-east-1") &&
      !/^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\//.test(String(acl)) &&
      `CloudFront does not accept the web ACL ${JSON.stringify(acl)}`,
  ],
);
