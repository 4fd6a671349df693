import { type Check, resourcesOf } from "./template.ts";

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

/** What WAF refuses when it creates the web ACL, and rules that would have no effect. */
export const webAclsAreValid: Check = (template) =>
  resourcesOf<WebAcl>(template, "AWS::WAFv2::WebACL").flatMap(({ id, properties }) => {
    const { CustomResponseBodies = {}, Rules, Scope, VisibilityConfig } = properties;
    const metrics = [{ VisibilityConfig }, ...Rules].map((rule) => rule.VisibilityConfig.MetricName);
    return [
      ...(Scope === "CLOUDFRONT" ? [] : [`${id}: CloudFront does not accept a web ACL of scope ${Scope}`]),
      ...metrics
        .filter((name) => RESERVED_METRICS.includes(name) || !/^[\w-]{1,255}$/.test(name))
        .map((name) => `${id}: WAF does not accept a metric named ${name}`),
      ...duplicates([...metrics, ...Rules.map(({ Priority }) => Priority)]).map(
        (value) => `${id}: two rules have the same priority or metric ${value}`,
      ),
      ...Rules.flatMap(({ Action, Name, OverrideAction, Statement }) => {
        const { Limit = 100, EvaluationWindowSec = 300 } = Statement.RateBasedStatement ?? {};
        const body = Action?.Block?.CustomResponse?.CustomResponseBodyKey;
        return [
          ...(Boolean(Statement.ManagedRuleGroupStatement) === Boolean(OverrideAction) &&
          Boolean(OverrideAction) !== Boolean(Action)
            ? []
            : [`${id}: ${Name} needs an action, or an override if it is a rule group`]),
          ...(Limit >= 10 && [60, 120, 300, 600].includes(EvaluationWindowSec)
            ? []
            : [`${id}: ${Name}: WAF does not support ${Limit} calls in ${EvaluationWindowSec} s`]),
          ...(body === undefined || Object.hasOwn(CustomResponseBodies, body)
            ? []
            : [`${id}: ${Name}: there is no response body ${body}`]),
        ];
      }),
    ];
  });

type Distribution = { DistributionConfig: { WebACLId?: unknown } };

/** CloudFront needs the ARN of a web ACL in us-east-1. A plain id belongs to WAF Classic. */
export const webAclArnsAreValid: Check = (template) =>
  resourcesOf<Distribution>(template, "AWS::CloudFront::Distribution").flatMap(({ id, properties }) => {
    const acl = properties.DistributionConfig.WebACLId;
    return acl === undefined || /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\//.test(String(acl))
      ? []
      : [`${id}: CloudFront does not accept the web ACL ${JSON.stringify(acl)}`];
  });
