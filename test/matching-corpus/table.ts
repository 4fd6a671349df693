// Corpus lines stand in tables: a row of column names, and a row for each line. Cells in quotation marks are JSON strings.

export type Row = Partial<Record<string, string>>;

export function tableOf(text: string): Row[] {
  const [header = [], ...rows] = text
    .split("\n")
    .filter((line) => line.includes(" |"))
    .map((line) => `${line.trimEnd()} `.split(" | ").map(cellOf));
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])));
}

function cellOf(text: string): string {
  const cell = text.trim();
  return cell.startsWith('"') ? String(JSON.parse(cell)) : cell;
}
