import { all, allows, type Check, type PolicyDocument, referred, text } from "./template.ts";

type Alarm = {
  AlarmActions?: unknown[];
  EvaluationPeriods: number;
  MetricName?: string;
  Metrics?: { MetricStat?: { Period: number }; Period?: number }[];
  Period?: number;
};

const alarms = (template: Parameters<Check>[0]) => all<Alarm>(template, "AWS::CloudWatch::Alarm");

/** A day at most, or a week of periods of an hour or longer; ten metrics to an expression. */
export const alarmsLookBack: Check = (template) =>
  alarms(template).flatMap(({ id, properties: { EvaluationPeriods, MetricName, Metrics = [], Period } }) => {
    const periods = [Period, ...Metrics.map((metric) => metric.MetricStat?.Period ?? metric.Period)].filter(
      (period) => period !== undefined,
    );
    const window = Math.max(...periods) * EvaluationPeriods;
    return [
      ...(Boolean(MetricName) === Metrics.length > 0 || periods.length === 0
        ? [`${id}: watches nothing, or two things`]
        : []),
      ...periods
        .filter((period) => ![10, 20, 30].includes(period) && period % 60 > 0)
        .map((period) => `${id}: no period of ${period} s`),
      ...(window > (Math.min(...periods) < 3_600 ? 86_400 : 604_800)
        ? [`${id}: looks back ${window} s`]
        : []),
      ...(Metrics.filter(({ MetricStat }) => MetricStat).length > 10
        ? [`${id}: sums more than ten metrics`]
        : []),
    ];
  });

type TopicPolicy = { Topics: unknown[]; PolicyDocument: PolicyDocument };

/** A policy of the topic's own replaces the one under which alarms may publish; so does AWS's own key. */
export const alarmsAreHeard: Check = (template) =>
  alarms(template).flatMap(({ id, properties: { AlarmActions = [] } }) =>
    AlarmActions.length === 0
      ? [`${id}: tells nobody`]
      : AlarmActions.map(referred).flatMap((topic) => {
          const { Type, Properties } = template.Resources[topic] ?? {};
          const policies = all<TopicPolicy>(template, "AWS::SNS::TopicPolicy").filter(({ properties }) =>
            properties.Topics.some((one) => referred(one) === topic),
          );
          const open = policies.some(({ properties }) =>
            allows(properties.PolicyDocument, "sns:Publish", "cloudwatch.amazonaws.com"),
          );
          return [
            ...(Type === "AWS::SNS::Topic" ? [] : [`${id}: tells no topic`]),
            ...(open ? [] : policies.map((policy) => `${policy.id}: ${id} may not publish to its topic`)),
            ...(text(Properties?.KmsMasterKeyId).endsWith("alias/aws/sns")
              ? [`${topic}: CloudWatch may not use its key`]
              : []),
          ];
        }),
  );

type Body = { widgets?: { properties?: { metrics?: unknown[] } }[] };

const bodyOf = (written: unknown): Body | undefined => {
  try {
    return JSON.parse(text(written));
  } catch {
    return undefined;
  }
};

const dashboards = (template: Parameters<Check>[0]) =>
  all<{ DashboardBody: unknown }>(template, "AWS::CloudWatch::Dashboard").map(({ id, properties }) => ({
    id,
    body: bodyOf(properties.DashboardBody),
  }));

export const dashboardsAreRead: Check = (template) =>
  dashboards(template)
    .filter(({ body }) => !body)
    .map(({ id }) => `${id}: its body is no JSON`);

/** Three dashboards of fifty metrics each cost an account nothing. */
export const dashboardsAreFree: Check = (template) =>
  dashboards(template)
    .map(({ id, body }) => ({
      id,
      metrics: body?.widgets?.flatMap(({ properties }) => properties?.metrics ?? []).length ?? 0,
    }))
    .filter(({ metrics }) => metrics > 50)
    .map(({ id, metrics }) => `${id}: shows ${metrics} metrics, and is paid from the 51st on`);
