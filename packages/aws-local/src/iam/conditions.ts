/** The condition block of a policy statement. */

export type Condition = Record<string, Record<string, unknown>>;

/** What is known of a request; several values where the key can have several. */
export type Context = Partial<Record<ContextKey, string | string[]>>;

/**
 * The keys this machine knows the values of. A statement that asks for another one stops the work with a
 * sentence, because to treat it as absent could allow what AWS denies.
 */
const keys = [
  "aws:PrincipalArn",
  "aws:RequestedRegion",
  "aws:SecureTransport",
  "aws:SourceAccount",
  "aws:SourceArn",
  "dynamodb:Select",
  "ses:FeedbackAddress",
  "ses:FromAddress",
  "ses:FromDisplayName",
  "ses:Recipients",
] as const;

type ContextKey = (typeof keys)[number];

type Test = (expected: string, actual: string) => boolean;

const tests: Record<string, Test> = {
  StringEquals: (expected, actual) => expected === actual,
  StringEqualsIgnoreCase: (expected, actual) => expected.toLowerCase() === actual.toLowerCase(),
  StringLike: (expected, actual) => matches(expected, actual, false),
  ArnEquals: (expected, actual) => matches(expected, actual, false),
  ArnLike: (expected, actual) => matches(expected, actual, false),
  Bool: (expected, actual) => expected.toLowerCase() === actual.toLowerCase(),
};

/** Each holds when its counterpart does not; so also when the request lacks the key. */
const negated: Record<string, string> = {
  StringNotEquals: "StringEquals",
  StringNotEqualsIgnoreCase: "StringEqualsIgnoreCase",
  StringNotLike: "StringLike",
  ArnNotEquals: "ArnEquals",
  ArnNotLike: "ArnLike",
};

/** Throws a sentence for an operator or a key that has no model here. */
export function conditionsHold(condition: Condition | undefined, context: Context): boolean {
  return Object.entries(condition ?? {}).every(([operator, wanted]) =>
    Object.entries(wanted).every(([key, expected]) => holds(operator, key, expected, context)),
  );
}

function holds(operator: string, key: string, expected: unknown, context: Context): boolean {
  const known = keys.find((candidate) => candidate.toLowerCase() === key.toLowerCase());
  if (!known) throw new Error(`the policy condition key ${key} does not run here`);
  const value = context[known];
  const actual = value === undefined ? [] : [value].flat();
  const wanted = [expected].flat().map(String);
  const positive = negated[operator];
  const test = tests[positive ?? operator];
  if (!test) throw new Error(`the policy condition ${operator} does not run here`);
  const passes = (one: string) => wanted.some((pattern) => test(pattern, one)) === (positive === undefined);
  return actual.length === 0 ? positive !== undefined : actual.every(passes);
}

/** IAM's wildcards: `*` is any run of characters, `?` is one. */
export function matches(pattern: string, value: string, ignoreCase: boolean): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, ignoreCase ? "is" : "s").test(value);
}
