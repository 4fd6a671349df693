/**
 * How CloudWatch judges an alarm over periods of which many have no data.
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
/** What was measured in one period, by the id of the metric in the alarm's expression; `m0` where there is none. */
export type Period = Record<string, number>;

const comparisons = {
  GreaterThanOrEqualToThreshold: (value: number, threshold: number) => value >= threshold,
  GreaterThanThreshold: (value: number, threshold: number) => value > threshold,
  LessThanThreshold: (value: number, threshold: number) => value < threshold,
};

/** The alarm's state after each period, the first being judged like one before which nothing was ever measured. */
export function statesOver(alarm: AlarmProperties, periods: Period[], samples = 1): State[] {
  let state: State = "INSUFFICIENT_DATA";
  return periods.map((_, last) => {
    const window = Array.from(
      { length: alarm.EvaluationPeriods },
      (_, back) => periods[last - back] ?? {},
    ).map((period) => measured(alarm, period));
    state = judge(alarm, window, state, samples);
    return state;
  });
}

function judge(
  alarm: AlarmProperties,
  window: (number | undefined)[],
  before: State,
  samples: number,
): State {
  const { TreatMissingData: missing, Threshold, ComparisonOperator } = alarm;
  const known = window.filter((value) => value !== undefined);
  if (known.length === 0 && missing === "ignore") return before;
  if (known.length === 0 && missing === "missing") return "INSUFFICIENT_DATA";
  if (tooFew(alarm, samples)) return before;
  const breaches = (value: number | undefined) =>
    value === undefined ? missing === "breaching" : comparisons[ComparisonOperator](value, Threshold);
  // One that is told to ignore what is missing looks at what there is.
  return (missing === "ignore" ? known : window).every(breaches) ? "ALARM" : "OK";
}

/** A percentile over fewer samples than this says little, and may be left out of account. */
const tooFew = ({ ExtendedStatistic, EvaluateLowSampleCountPercentile }: AlarmProperties, samples: number) =>
  ExtendedStatistic !== undefined &&
  EvaluateLowSampleCountPercentile === "ignore" &&
  samples < 10 / (1 - Number(ExtendedStatistic.slice(1)) / 100);

/** Undefined where a metric that the expression does not fill has no data. */
function measured({ Metrics }: AlarmProperties, period: Period): number | undefined {
  const expression = Metrics?.find(({ Expression }) => Expression)?.Expression ?? "m0";
  const terms = expression.split(" + ").map((term) => {
    const [, name = "", otherwise] = /^(?:FILL\()?(\w+)(?:, (\d+)\))?$/.exec(term) ?? [];
    return period[name] ?? (otherwise === undefined ? undefined : Number(otherwise));
  });
  return terms.reduce((sum, term) => (sum === undefined || term === undefined ? undefined : sum + term), 0);
}
