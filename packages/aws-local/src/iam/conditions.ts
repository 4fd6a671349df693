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
const equal: Test = (expected, actual) => expected === actual;
const equalInAnyCase: Test = (expected, actual) => expected.toLowerCase() === actual.toLowerCase();
const like: Test = (expected, actual) => matches(expected, actual, false);

/** The operators; those with `Not` hold when the other does not, and so also when the request lacks the key. */
const tests = new Map<string, [test: Test, negated: boolean]>([
  ["Bool", [equalInAnyCase, false]],
  ...[true, false].flatMap((negated) => {
    const not = negated ? "Not" : "";
    return [
      [`String${not}Equals`, [equal, negated]],
      [`String${not}EqualsIgnoreCase`, [equalInAnyCase, negated]],
      [`String${not}Like`, [like, negated]],
      [`Arn${not}Equals`, [like, negated]],
      [`Arn${not}Like`, [like, negated]],
    ] as [string, [Test, boolean]][];
  }),
]);

/** Throws a sentence for an operator or a key that has no model here. */
export const conditionsHold = (condition: Condition | undefined, context: Context): boolean =>
  Object.entries(condition ?? {}).every(([operator, wanted]) =>
    Object.entries(wanted).every(([key, expected]) => holds(operator, key, expected, context)),
  );

function holds(operator: string, key: string, expected: unknown, context: Context): boolean {
  const known = keys.find((candidate) => equalInAnyCase(candidate, key));
  if (!known) throw new Error(`the policy condition key ${key} does not run here`);
  const [test, negated] = tests.get(operator) ?? [];
  if (!test) throw new Error(`the policy condition ${operator} does not run here`);
  const actual = [context[known] ?? []].flat();
  const wanted = [expected].flat().map(String);
  if (actual.length === 0) return negated === true;
  return actual.every((one) => wanted.some((pattern) => test(pattern, one)) !== negated);
}

/** IAM's wildcards: `*` is any run of characters, `?` is one. */
export function matches(pattern: string, value: string, ignoreCase: boolean): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, ignoreCase ? "is" : "s").test(value);
}
