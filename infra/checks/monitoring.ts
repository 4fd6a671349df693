import { allows, type Check, type PolicyDocument, referencedId, resourcesOf, textOf } from "./template.ts";

type Alarm = {
  AlarmActions?: unknown[];
  EvaluationPeriods: number;
  MetricName?: string;
  Metrics?: { MetricStat?: { Period: number }; Period?: number }[];
  Period?: number;
};

const alarms = (template: Parameters<Check>[0]) => resourcesOf<Alarm>(template, "AWS::CloudWatch::Alarm");

/** At most a day, or a week for periods of an hour or longer; at most ten metrics in an expression. */
export const alarmPeriodsAreValid: Check = (template) =>
  alarms(template).flatMap(({ id, properties: { EvaluationPeriods, MetricName, Metrics = [], Period } }) => {
    const periods = [Period, ...Metrics.map((metric) => metric.MetricStat?.Period ?? metric.Period)].filter(
      (period) => period !== undefined,
    );
    const window = Math.max(...periods) * EvaluationPeriods;
    return [
      ...(Boolean(MetricName) === Metrics.length > 0 || periods.length === 0
        ? [`${id}: needs either one metric or an expression`]
        : []),
      ...periods
        .filter((period) => ![10, 20, 30].includes(period) && period % 60 > 0)
        .map((period) => `${id}: a period of ${period} s is not possible`),
      ...(window > (Math.min(...periods) < 3_600 ? 86_400 : 604_800)
        ? [`${id}: evaluates ${window} s, which is too long`]
        : []),
      ...(Metrics.filter(({ MetricStat }) => MetricStat).length > 10
        ? [`${id}: sums more than ten metrics`]
        : []),
    ];
  });

type TopicPolicy = { Topics: unknown[]; PolicyDocument: PolicyDocument };

/** A custom topic policy replaces the default one, which lets alarms publish. AWS's key for SNS blocks them too. */
export const alarmsHaveActions: Check = (template) =>
  alarms(template).flatMap(({ id, properties: { AlarmActions = [] } }) =>
    AlarmActions.length === 0
      ? [`${id}: has no action`]
      : AlarmActions.map(referencedId).flatMap((topic) => {
          const { Type, Properties } = template.Resources[topic] ?? {};
          const policies = resourcesOf<TopicPolicy>(template, "AWS::SNS::TopicPolicy").filter(
            ({ properties }) => properties.Topics.some((one) => referencedId(one) === topic),
          );
          const isAllowed = policies.some(({ properties }) =>
            allows(properties.PolicyDocument, "sns:Publish", "cloudwatch.amazonaws.com"),
          );
          return [
            ...(Type === "AWS::SNS::Topic" ? [] : [`${id}: its action is not a topic`]),
            ...(isAllowed ? [] : policies.map((policy) => `${policy.id}: ${id} cannot publish to its topic`)),
            ...(textOf(Properties?.KmsMasterKeyId).endsWith("alias/aws/sns")
              ? [`${topic}: CloudWatch cannot use its key`]
              : []),
          ];
        }),
  );

type Body = { widgets?: { properties?: { metrics?: unknown[] } }[] };

const parseBody = (body: unknown): Body | undefined => {
  try {
    return JSON.parse(textOf(body));
  } catch {
    return undefined;
  }
};

const dashboards = (template: Parameters<Check>[0]) =>
  resourcesOf<{ DashboardBody: unknown }>(template, "AWS::CloudWatch::Dashboard").map(
    ({ id, properties }) => ({
      id,
      body: parseBody(properties.DashboardBody),
    }),
  );

export const dashboardBodiesAreJson: Check = (template) =>
  dashboards(template)
    .filter(({ body }) => !body)
    .map(({ id }) => `${id}: its body is not JSON`);

/** An account has three free dashboards with up to fifty metrics each. */
export const dashboardsAreFreeOfCharge: Check = (template) =>
  dashboards(template)
    .map(({ id, body }) => ({
      id,
      metrics: body?.widgets?.flatMap(({ properties }) => properties?.metrics ?? []).length ?? 0,
    }))
    .filter(({ metrics }) => metrics > 50)
    .map(({ id, metrics }) => `${id}: shows ${metrics} metrics; more than 50 are charged`);
