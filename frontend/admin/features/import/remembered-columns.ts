import { type Columns, type Field, normalisedName } from "../../../../shared/imports/columns.ts";

const storageKey = (what: string, header: readonly string[]) =>
  `columns of ${what}: ${header.map(normalisedName).join("|")}`;

/** The columns chosen earlier for files with these names. */
export function remembered<N extends string>(
  what: string,
  header: readonly string[],
  fields: readonly Field<N>[],
): Columns<N> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(what, header)) ?? "null");
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
    localStorage.setItem(storageKey(what, header), JSON.stringify(columns));
  } catch {
    // Without storage people choose again.
  }
}
