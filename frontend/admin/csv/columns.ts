// Which column of a file holds what: known by its name, or said by hand and remembered for the next file with the same
// columns.

export type Field<N extends string = string> = {
  name: N;
  label: string;
  required?: boolean;
  /** What such columns are called, in small letters and digits alone. */
  known: readonly string[];
};
/** The place of each field's column. */
export type Columns<N extends string = string> = Partial<Record<N, number>>;

export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** How many fields a row names. */
export const scoreOf = (cells: readonly string[], fields: readonly Field[]): number =>
  Object.keys(known(cells, fields)).length;

/** Which row names the columns: the one that names most fields, or the first that could. */
export function headerAt(rows: readonly (readonly string[])[], fields: readonly Field[]): number | undefined {
  const scores = rows.map((cells) => scoreOf(cells, fields));
  const most = Math.max(0, ...scores);
  if (most >= 2) return scores.indexOf(most);
  const could = rows.findIndex((cells) => {
    const given = cells.map((cell) => cell.trim()).filter(Boolean);
    return given.length >= 3 && given.every((cell) => /\p{L}/u.test(cell) && !/^\W*\d/.test(cell));
  });
  return could < 0 ? undefined : could;
}

/** The columns whose names are known; a name that stands twice is nobody's. */
export function known<N extends string>(header: readonly string[], fields: readonly Field<N>[]): Columns<N> {
  const names = header.map(plainName);
  const found: Columns<N> = {};
  for (const field of fields) {
    const name = field.known.find((one) => names.includes(one));
    if (name !== undefined && names.indexOf(name) === names.lastIndexOf(name))
      found[field.name] = names.indexOf(name);
  }
  return found;
}

const placeOf = (what: string, header: readonly string[]) =>
  `columns of ${what}: ${header.map(plainName).join("|")}`;

/** The columns that were said for files with these names before. */
export function remembered<N extends string>(
  what: string,
  header: readonly string[],
  fields: readonly Field<N>[],
): Columns<N> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(placeOf(what, header)) ?? "null");
    if (typeof stored !== "object" || stored === null) return undefined;
    return Object.fromEntries(
      fields.flatMap(({ name }) => {
        const at = (stored as Record<string, unknown>)[name];
        return Number.isInteger(at) && header[at as number] !== undefined ? [[name, at]] : [];
      }),
    ) as Columns<N>;
  } catch {
    return undefined;
  }
}

export function remember(what: string, header: readonly string[], columns: Columns): void {
  try {
    localStorage.setItem(placeOf(what, header), JSON.stringify(columns));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** What stands in the way of reading by these columns. */
export function columnsProblem<N extends string>(
  columns: Columns<N>,
  fields: readonly Field<N>[],
): string | undefined {
  const missing = fields.filter(({ name, required }) => required && columns[name] === undefined);
  if (missing.length > 0)
    return `Please say which column is: ${missing.map(({ label }) => label).join(", ")}.`;
  const chosen = fields.flatMap(({ name, required }) => (required ? [columns[name]] : []));
  return new Set(chosen).size < chosen.length ? "One column cannot be two of these." : undefined;
}
