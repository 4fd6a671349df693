/** Something the site states as true. `ask` is set while only the owner knows it: what stands in `value` is a sample. */
export type Fact<T> = { value: T; ask?: string };

/** A fact the owner has confirmed. */
/* @__NO_SIDE_EFFECTS__ */
export function fact<T>(value: T): Fact<T> {
  return { value };
}

/** Stands in for a fact until the owner answers `ask`; replace the whole call by `fact(…)`. */
/* @__NO_SIDE_EFFECTS__ */
export function placeholder<T>(ask: string, value: T): Fact<T> {
  return { value, ask };
}

export const isSample = ({ ask }: Fact<unknown>): boolean => ask !== undefined;
