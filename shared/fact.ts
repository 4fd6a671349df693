/** A statement on the site. While `ask` is set, `value` is a sample, and `ask` says what the owner must provide. */
export type Fact<T> = { value: T; ask?: string };

/** A fact that the owner has confirmed. */
/* @__NO_SIDE_EFFECTS__ */
export function fact<T>(value: T): Fact<T> {
  return { value };
}

/** A sample until the owner provides `ask`; then replace the call by `fact(…)`. */
/* @__NO_SIDE_EFFECTS__ */
export function placeholder<T>(ask: string, value: T): Fact<T> {
  return { value, ask };
}

export const isSample = ({ ask }: Fact<unknown>): boolean => ask !== undefined;
