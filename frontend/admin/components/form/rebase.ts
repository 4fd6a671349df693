/** The names of the fields in which two versions of a form differ. */
export const changedFields = <V extends Record<string, unknown>>(before: V, after: V): (keyof V)[] =>
  Object.keys(after).filter((field) => !same(before[field], after[field]));

/** Lists are equal if their items are. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b));

/**
 * Applies typed changes to a newer version of a record: typed fields keep their values, the others take the newer
 * ones. `theirs` holds the newer values of fields that both sides changed.
 */
export function rebase<V extends Record<string, unknown>>(before: V, typed: V, latest: V) {
  const mine = changedFields(before, typed);
  const values: V = { ...latest };
  const theirs: Partial<V> = {};
  for (const field of mine) {
    values[field] = typed[field];
    if (!same(latest[field], before[field]) && !same(latest[field], typed[field]))
      theirs[field] = latest[field];
  }
  return { values, theirs };
}
