/** The texts of a row, or the name of an import's file. */
export const textsOfRow = ({ name, cells, changes, before, why }: Record<string, unknown>) => [
  name,
  cells,
  changes,
  before,
  why,
];

/** Every string in a value. */
export const stringsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
};
