export type Condition = Record<string, Record<string, unknown>>;

/** Any other key is an error: treating it as absent could allow what AWS denies. */
const SUPPORTED_KEYS = [
  "aws:PrincipalArn",
  "aws:SecureTransport",
  "aws:SourceAccount",
  "aws:SourceArn",
  "dynamodb:Select",
  "ses:FromAddress",
  "ses:Recipients",
] as const;

export type Context = Partial<Record<(typeof SUPPORTED_KEYS)[number], string | string[]>>;

type Test = (expected: string, actual: string) => boolean;
const like: Test = (expected, actual) => matches(expected, actual);
const equalIgnoringCase: Test = (expected, actual) => expected.toLowerCase() === actual.toLowerCase();

const operators = new Map<string, Test>([
  ["StringEquals", (expected, actual) => expected === actual],
  ["StringLike", like],
  ["ArnEquals", like],
  ["ArnLike", like],
  ["Bool", equalIgnoringCase],
]);

export const conditionsHold = (condition: Condition | undefined, context: Context): boolean =>
  Object.entries(condition ?? {}).every(([operator, expectedByKey]) =>
    Object.entries(expectedByKey).every(([key, expected]) => holds(operator, key, expected, context)),
  );

function holds(operator: string, key: string, expected: unknown, context: Context): boolean {
  const supported = SUPPORTED_KEYS.find((candidate) => equalIgnoringCase(candidate, key));
  if (!supported) throw new Error(`the policy condition key ${key} is not supported`);
  const test = operators.get(operator);
  if (!test) throw new Error(`the policy condition ${operator} is not supported`);
  const actual = [context[supported] ?? []].flat();
  const patterns = [expected].flat().map(String);
  return actual.length > 0 && actual.every((value) => patterns.some((pattern) => test(pattern, value)));
}

const expressions = new Map<string, RegExp>();

/** IAM wildcards: `*` is any number of characters, `?` is one. */
export function matches(pattern: string, value: string, { ignoreCase = false } = {}): boolean {
  const key = `${ignoreCase} ${pattern}`;
  const expression = expressions.get(key) ?? expressionOf(pattern, ignoreCase ? "is" : "s");
  expressions.set(key, expression);
  return expression.test(value);
}

function expressionOf(pattern: string, flags: string): RegExp {
  const literal = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll("*", ".*").replaceAll("?", ".")}$`, flags);
}
