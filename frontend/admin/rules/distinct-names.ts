/**
 * A name for each row, that differs from all others: of rows with the same name also the detail, and of those with the same
 * detail also a number. A screen reader reads only the names of controls.
 */
export function distinctNames<R>(
  rows: readonly R[],
  nameOf: (row: R) => string,
  detailOf: (row: R) => string,
): (row: R) => string {
  const rowsByName = Map.groupBy(rows, nameOf);
  // Only for the names that are asked for: of 40,000 rows a table shows thirty.
  const detailedNames = new Map<string, Map<R, string>>();
  return (row) => {
    const name = nameOf(row);
    const alike = rowsByName.get(name) ?? [];
    if (alike.length < 2) return name;
    const names = detailedNames.get(name) ?? withDetails(name, alike, detailOf);
    detailedNames.set(name, names);
    return names.get(row) ?? name;
  };
}

function withDetails<R>(name: string, alike: readonly R[], detailOf: (row: R) => string): Map<R, string> {
  const names = new Map<R, string>();
  for (const [text, equal] of Map.groupBy(alike, (row) => [name, detailOf(row)].filter(Boolean).join(", ")))
    for (const [index, row] of equal.entries())
      names.set(row, equal.length === 1 ? text : `${text}, ${index + 1} of ${equal.length}`);
  return names;
}
