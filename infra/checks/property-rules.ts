/** Which new values of a property of what keeps state lose nothing. */
import { isDeepStrictEqual } from "node:util";

type Value = unknown;
type Problem = (before: Value, after: Value) => string | undefined;
export type Allowed = {
  /** Why nothing is lost. */
  why: string;
  /** What some values would lose all the same. */
  unless?: Problem;
  /** Why AWS would refuse some values, and what to do. */
  refused?: Problem;
};

export const only =
  (wanted: Value, lost: string): Problem =>
  (_, after) =>
    after === wanted ? undefined : lost;

export const longer =
  (lost: string): Problem =>
  (before, after) =>
    Number(after) > Number(before) ? undefined : lost;

export const more =
  (lost: string): Problem =>
  (before, after) => {
    const remaining = (after === undefined ? [] : [after].flat()).map((one) => JSON.stringify(one));
    return [before ?? []].flat().every((one) => remaining.includes(JSON.stringify(one))) ? undefined : lost;
  };

const withoutHour = (rules: Value) =>
  JSON.stringify(rules)?.replace(/cron\(\d+ \d+ \* \* \? \*\)/g, "every day");

export const onlyHour =
  (lost: string): Problem =>
  (before, after) =>
    withoutHour(before) === withoutHour(after) ? undefined : lost;

type Attribute = { AttributeName: string; AttributeType?: string };
type Index = { IndexName: string };

/** DynamoDB adds or removes one index per update, and cannot change one. */
export function indexProblem(old: Value, now: Value): string | undefined {
  const [before, after] = [(old ?? []) as Index[], (now ?? []) as Index[]];
  const changed = before.find((one) =>
    after.some((other) => other.IndexName === one.IndexName && !isDeepStrictEqual(other, one)),
  );
  if (changed) return `the index ${changed.IndexName} cannot change; add it under a new name`;
  const names = (indexes: Index[]) => new Set(indexes.map(({ IndexName }) => IndexName));
  const different = names(before).symmetricDifference(names(after)).size;
  return different > 1 ? `${different} indexes are added or removed; deploy them one by one` : undefined;
}

export function attributeProblem(old: Value, now: Value): string | undefined {
  const changed = ((old ?? []) as Attribute[]).find(({ AttributeName, AttributeType }) =>
    ((now ?? []) as Attribute[]).some(
      (one) => one.AttributeName === AttributeName && one.AttributeType !== AttributeType,
    ),
  );
  return changed && `${changed.AttributeName} has a new type, which replaces the table by an empty one`;
}
