/** The condition block of a policy statement. */

export type Condition = Record<string, Record<string, unknown>>;

/**
 * The keys this machine knows the values of. A statement that asks for another one stops the work with a
 * sentence, because to treat it as absent could allow what AWS denies.
 */
const keys = [
  "aws:PrincipalArn",
  "aws:SecureTransport",
  "aws:SourceAccount",
  "aws:SourceArn",
  "dynamodb:Select",
  "ses:FromAddress",
  "ses:Recipients",
] as const;

/** What is known of a request; several values where the key can have several. */
export type Context = Partial<Record<(typeof keys)[number], string | string[]>>;

type Test = (expected: string, actual: string) => boolean;
const like: Test = (expected, actual) => matches(expected, actual, false);
const equalInAnyCase: Test = (expected, actual) => expected.toLowerCase() === actual.toLowerCase();

const tests = new Map<string, Test>([
  ["StringEquals", (expected, actual) => expected === actual],
  ["StringLike", like],
  ["ArnEquals", like],
  ["ArnLike", like],
  ["Bool", equalInAnyCase],
]);

/** Throws a sentence for an operator or a key that has no model here. */
export const conditionsHold = (condition: Condition | undefined, context: Context): boolean =>
  Object.entries(condition ?? {}).every(([operator, wanted]) =>
    Object.entries(wanted).every(([key, expected]) => holds(operator, key, expected, context)),
  );

function holds(operator: string, key: string, expected: unknown, context: Context): boolean {
  const known = keys.find((candidate) => equalInAnyCase(candidate, key));
  if (!known) throw new Error(`the policy condition key ${key} does not run here`);
  const test = tests.get(operator);
  if (!test) throw new Error(`the policy condition ${operator} does not run here`);
  const actual = [context[known] ?? []].flat();
  const wanted = [expected].flat().map(String);
  return actual.length > 0 && actual.every((one) => wanted.some((pattern) => test(pattern, one)));
}

/** IAM's wildcards: `*` is any run of characters, `?` is one. */
export function matches(pattern: string, value: string, ignoreCase: boolean): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, ignoreCase ? "is" : "s").test(value);
}
