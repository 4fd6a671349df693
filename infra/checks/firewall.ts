import { all, type Check } from "./template.ts";

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

/** WAF keeps these two names for itself. */
const reserved = ["All", "Default_Action"];

const twice = <Value>(values: Value[]) => values.filter((value, at) => values.indexOf(value) < at);

/** What WAF refuses when the web ACL is made, and what would leave a rule without effect. */
export const webAclsAreWhole: Check = (template) =>
  all<WebAcl>(template, "AWS::WAFv2::WebACL").flatMap(({ id, properties }) => {
    const { CustomResponseBodies = {}, Rules, Scope, VisibilityConfig } = properties;
    const metrics = [{ VisibilityConfig }, ...Rules].map((rule) => rule.VisibilityConfig.MetricName);
    return [
      ...(Scope === "CLOUDFRONT" ? [] : [`${id}: CloudFront takes no web ACL of scope ${Scope}`]),
      ...metrics
        .filter((name) => reserved.includes(name) || !/^[\w-]{1,255}$/.test(name))
        .map((name) => `${id}: WAF takes no metric named ${name}`),
      ...twice([...metrics, ...Rules.map(({ Priority }) => Priority)]).map(
        (value) => `${id}: ${value} stands for two rules`,
      ),
      ...Rules.flatMap(({ Action, Name, OverrideAction, Statement }) => {
        const { Limit = 100, EvaluationWindowSec = 300 } = Statement.RateBasedStatement ?? {};
        const body = Action?.Block?.CustomResponse?.CustomResponseBodyKey;
        return [
          ...(Boolean(Statement.ManagedRuleGroupStatement) === Boolean(OverrideAction) &&
          Boolean(OverrideAction) !== Boolean(Action)
            ? []
            : [`${id}: ${Name} needs an action, or a group's override of it`]),
          ...(Limit >= 10 && [60, 120, 300, 600].includes(EvaluationWindowSec)
            ? []
            : [`${id}: ${Name} counts ${Limit} calls in ${EvaluationWindowSec} s, which WAF does not`]),
          ...(body === undefined || Object.hasOwn(CustomResponseBodies, body)
            ? []
            : [`${id}: ${Name} answers with no body ${body}`]),
        ];
      }),
    ];
  });

type Distribution = { DistributionConfig: { WebACLId?: unknown } };

/** CloudFront takes the ARN of a web ACL of us-east-1; the bare id is one of the WAF that was before. */
export const webAclsFit: Check = (template) =>
  all<Distribution>(template, "AWS::CloudFront::Distribution").flatMap(({ id, properties }) => {
    const acl = properties.DistributionConfig.WebACLId;
    return acl === undefined || /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\//.test(String(acl))
      ? []
      : [`${id}: ${JSON.stringify(acl)} is no web ACL that CloudFront takes`];
  });
