import { allows, checkEach, type PolicyDocument, referencedId, resourcesOf, textOf } from "./template.ts";

type Alarm = {
  AlarmActions?: unknown[];
  EvaluationPeriods: number;
  MetricName?: string;
  Metrics?: { Expression?: string; Id: string; MetricStat?: { Period: number }; Period?: number }[];
  Period?: number;
};

const ALARM = "AWS::CloudWatch::Alarm";
const DASHBOARD = "AWS::CloudWatch::Dashboard";

/** At most a day, or a week for periods of an hour or longer; at most ten metrics in an expression. */
export const alarmPeriodsAreValid = checkEach<Alarm>(
  ALARM,
  ({ EvaluationPeriods, MetricName, Metrics = [], Period }) => {
    const periods = [Period, ...Metrics.map((metric) => metric.MetricStat?.Period ?? metric.Period)].filter(
      (period) => period !== undefined,
    );
    const window = Math.max(...periods) * EvaluationPeriods;
    return [
      (Boolean(MetricName) === Metrics.length > 0 || periods.length === 0) &&
        "needs either one metric or an expression",
      ...periods
        .filter((period) => ![10, 20, 30].includes(period) && period % 60 > 0)
        .map((period) => `a period of ${period} s is not possible`),
      window > (Math.min(...periods) < 3_600 ? 86_400 : 604_800) &&
        `evaluates ${window} s, which is too long`,
      Metrics.filter(({ MetricStat }) => MetricStat).length > 10 && "sums more than ten metrics",
    ];
  },
);

/** An expression has no value while one of its metrics has no data, and a function or queue at rest has none. */
export const expressionsFillMissingData = checkEach<Alarm>(ALARM, ({ Metrics = [] }) => {
  const expressions = Metrics.map(({ Expression }) => Expression).join(" ");
  return Metrics.filter(({ Id, MetricStat }) => MetricStat && !expressions.includes(`FILL(${Id}, `)).map(
    ({ Id }) => `notices nothing while ${Id} has no data`,
  );
});

type TopicPolicy = { Topics: unknown[]; PolicyDocument: PolicyDocument };

/** A custom topic policy replaces the default one, which lets alarms publish. AWS's key for SNS blocks them too. */
export const alarmsHaveActions = checkEach<Alarm>(ALARM, ({ AlarmActions = [] }, template) => [
  AlarmActions.length === 0 && "has no action",
  ...AlarmActions.map(referencedId).flatMap((topic) => {
    const { Type, Properties } = template.Resources[topic] ?? {};
    const policies = resourcesOf<TopicPolicy>(template, "AWS::SNS::TopicPolicy").filter(({ properties }) =>
      properties.Topics.some((reference) => referencedId(reference) === topic),
    );
    const isAllowed = policies.some(({ properties }) =>
      allows(properties.PolicyDocument, "sns:Publish", "cloudwatch.amazonaws.com"),
    );
    return [
      Type !== "AWS::SNS::Topic" && "its action is not a topic",
      policies.length > 0 && !isAllowed && `${policies[0]?.id} does not let it publish to its topic`,
      textOf(Properties?.KmsMasterKeyId).endsWith("alias/aws/sns") &&
        `CloudWatch cannot use the key of ${topic}`,
    ];
  }),
]);

type Body = { widgets?: { properties?: { metrics?: unknown[] } }[] };

const parseBody = (body: unknown): Body | undefined => {
  try {
    return JSON.parse(textOf(body));
  } catch {
    return undefined;
  }
};

type Dashboard = { DashboardBody: unknown };

export const dashboardBodiesAreJson = checkEach<Dashboard>(DASHBOARD, ({ DashboardBody }) => [
  !parseBody(DashboardBody) && "its body is not JSON",
]);

/** An account has three free dashboards with up to fifty metrics each. */
export const dashboardsAreFreeOfCharge = checkEach<Dashboard>(DASHBOARD, ({ DashboardBody }) => {
  const { widgets = [] } = parseBody(DashboardBody) ?? {};
  const metrics = widgets.flatMap(({ properties }) => properties?.metrics ?? []).length;
  return [metrics > 50 && `shows ${metrics} metrics; more than 50 are charged`];
});
