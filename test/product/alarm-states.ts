/**
 * Evaluates alarms as CloudWatch does, missing data included.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html#alarms-and-missing-data
 */
type Metric = { MetricName: string; Dimensions?: { Value: unknown }[] };

export type AlarmProperties = {
  ComparisonOperator: keyof typeof comparisons;
  EvaluateLowSampleCountPercentile?: "evaluate" | "ignore";
  EvaluationPeriods: number;
  ExtendedStatistic?: string;
  MetricName?: string;
  Metrics?: { Id: string; Expression?: string; MetricStat?: { Metric: Metric; Period: number } }[];
  Threshold: number;
  TreatMissingData: "breaching" | "notBreaching" | "ignore" | "missing";
};

export type State = "ALARM" | "OK" | "INSUFFICIENT_DATA";
/** The values of one period, by the metric's id in the alarm's expression; `m0` without an expression. */
export type Period = Record<string, number>;

const comparisons = {
  GreaterThanOrEqualToThreshold: (value: number, threshold: number) => value >= threshold,
  GreaterThanThreshold: (value: number, threshold: number) => value > threshold,
  LessThanThreshold: (value: number, threshold: number) => value < threshold,
};

/** The alarm's state after each period. There is no data before the first one. */
export function alarmStates(alarm: AlarmProperties, periods: Period[], samples = 1): State[] {
  let state: State = "INSUFFICIENT_DATA";
  return periods.map((_, last) => {
    const window = Array.from(
      { length: alarm.EvaluationPeriods },
      (_, back) => periods[last - back] ?? {},
    ).map((period) => metricValue(alarm, period));
    state = nextState(alarm, window, state, samples);
    return state;
  });
}

function nextState(
  alarm: AlarmProperties,
  window: (number | undefined)[],
  before: State,
  samples: number,
): State {
  const { TreatMissingData: missing, Threshold, ComparisonOperator } = alarm;
  const known = window.filter((value) => value !== undefined);
  if (known.length === 0 && missing === "ignore") return before;
  if (known.length === 0 && missing === "missing") return "INSUFFICIENT_DATA";
  if (hasTooFewSamples(alarm, samples)) return before;
  const breaches = (value: number | undefined) =>
    value === undefined ? missing === "breaching" : comparisons[ComparisonOperator](value, Threshold);
  // With "ignore", CloudWatch evaluates the periods that have data.
  return (missing === "ignore" ? known : window).every(breaches) ? "ALARM" : "OK";
}

/** An alarm on a percentile can ignore periods with too few samples. */
const hasTooFewSamples = (
  { ExtendedStatistic, EvaluateLowSampleCountPercentile }: AlarmProperties,
  samples: number,
) =>
  ExtendedStatistic !== undefined &&
  EvaluateLowSampleCountPercentile === "ignore" &&
  samples < 10 / (1 - Number(ExtendedStatistic.slice(1)) / 100);

/** Undefined when a metric has no data and the expression does not FILL it. */
function metricValue({ Metrics }: AlarmProperties, period: Period): number | undefined {
  const expression = Metrics?.find(({ Expression }) => Expression)?.Expression ?? "m0";
  const terms = expression.split(/ (?=[+-] )/).map((term) => {
    const [, sign, name = "", fallback] = /^(?:([+-]) )?(?:FILL\()?(\w+)(?:, (\d+)\))?$/.exec(term) ?? [];
    const value = period[name] ?? (fallback === undefined ? undefined : Number(fallback));
    return sign === "-" && value !== undefined ? -value : value;
  });
  return terms.reduce((sum, term) => (sum === undefined || term === undefined ? undefined : sum + term), 0);
}
