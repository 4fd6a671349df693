/**
 * A name for each row, that differs from all others: of rows with the same name also the detail, and of those with the same
 * detail also a number. A screen reader reads only the names of controls.
 */
export function distinctNames<R>(
  rows: readonly R[],
  nameOf: (row: R) => string,
  detailOf: (row: R) => string,
): (row: R) => string {
  const names = new Map<R, string>();
  for (const [name, alike] of Map.groupBy(rows, nameOf)) {
    if (alike.length === 1) continue;
    const detailed = Map.groupBy(alike, (row) => [name, detailOf(row)].filter(Boolean).join(", "));
    for (const [text, equal] of detailed)
      for (const [index, row] of equal.entries())
        names.set(row, equal.length === 1 ? text : `${text}, ${index + 1} of ${equal.length}`);
  }
  return (row) => names.get(row) ?? nameOf(row);
}
