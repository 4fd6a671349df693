import { type Columns, type Field, normalisedName } from "../../../../shared/imports/columns.ts";

// Which column of a file holds which field: matched by name, or chosen by a person.

/** How many cells of a row are names of fields. */
export const countMatches = (cells: readonly string[], fields: readonly Field[]): number =>
  new Set(Object.values(matchColumns(cells, fields))).size;

/** The index of the header row: the row with most field names, else the first row of at least three texts. */
export function findHeader(
  rows: readonly (readonly string[])[],
  fields: readonly Field[],
): number | undefined {
  const matches = rows.map((cells) => countMatches(cells, fields));
  const best = Math.max(0, ...matches);
  if (best >= 2) return matches.indexOf(best);
  const likely = rows.findIndex((cells) => {
    const filled = cells.map((cell) => cell.trim()).filter(Boolean);
    return filled.length >= 3 && filled.every((cell) => /\p{L}/u.test(cell) && !/^\W*\d/.test(cell));
  });
  return likely < 0 ? undefined : likely;
}

/** The columns with a known name; a name that occurs twice matches nothing. */
export function matchColumns<N extends string>(
  header: readonly string[],
  fields: readonly Field<N>[],
): Columns<N> {
  const names = header.map(normalisedName);
  const columns: Columns<N> = {};
  for (const field of fields) {
    const like = names.filter((name) => field.pattern?.test(name));
    const name =
      field.aliases.find((alias) => names.includes(alias)) ?? (like.length === 1 ? like[0] : undefined);
    if (name !== undefined && names.indexOf(name) === names.lastIndexOf(name))
      columns[field.name] = names.indexOf(name);
  }
  return columns;
}

/** Why the file cannot be read with these columns. */
export function columnsProblem<N extends string>(
  columns: Columns<N>,
  fields: readonly Field<N>[],
): string | undefined {
  const missing = fields.filter(({ name, required }) => required && columns[name] === undefined);
  if (missing.length > 0) return `Choose a column for: ${missing.map(({ label }) => label).join(", ")}.`;
  const chosen = fields.flatMap(({ name, required }) => (required ? [columns[name]] : []));
  return new Set(chosen).size < chosen.length ? "Choose a different column for each field." : undefined;
}
