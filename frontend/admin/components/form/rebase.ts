/** The names of the fields in which two versions of a form differ. */
export const changedFields = <V extends Record<string, unknown>>(before: V, after: V): (keyof V)[] =>
  Object.keys(after).filter((field) => before[field] !== after[field]);

/**
 * Moves what was typed over one version of a record onto a newer one: typed fields stay as typed, the
 * others become the newer ones. `theirs` holds the newer values of fields that both sides changed.
 */
export function rebase<V extends Record<string, unknown>>(before: V, typed: V, latest: V) {
  const mine = changedFields(before, typed);
  const values: V = { ...latest };
  const theirs: Partial<V> = {};
  for (const field of mine) {
    values[field] = typed[field];
    if (latest[field] !== before[field] && latest[field] !== typed[field]) theirs[field] = latest[field];
  }
  return { values, theirs };
}
