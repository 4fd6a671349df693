type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A copy without these fields. */
export const omit = <T extends object, K extends keyof T & string>(object: T, ...names: K[]): Without<T, K> =>
  Object.fromEntries(
    Object.entries(object).filter(([name]) => !(names as string[]).includes(name)),
  ) as Without<T, K>;
