import { describe, expect, test } from "vitest";
import type { Field } from "../../../../shared/imports/columns.ts";
import { columnsProblem, matchColumns } from "./columns.ts";
import { decode } from "./decode.ts";
import { readTable } from "./read-table.ts";
import { cellsProblem, parseTable } from "./table.ts";

const fields: Field[] = [
  { name: "number", label: "Receipt number", required: true, aliases: ["receiptno"] },
  { name: "day", label: "Date", required: true, aliases: ["completiontime", "date"] },
  { name: "amount", label: "Paid in", required: true, aliases: ["paidin"] },
];
const bytes = (text: string) => new TextEncoder().encode(text);
const problemOf = (file: Uint8Array) => {
  const read = decode(file);
  return "problem" in read ? read.problem : undefined;
};
const textOf = (file: Uint8Array) => {
  const read = decode(file);
  return "text" in read ? read.text : undefined;
};
const table = async (text: string) => {
  const read = parseTable(text, fields);
  if ("problem" in read) throw new Error(`${read.problem.line}: ${read.problem.text}`);
  return read.table;
};
const utf16 = (text: string, bigEndian = false) => {
  const units = new Uint8Array(text.length * 2);
  const view = new DataView(units.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !bigEndian);
  return units;
};

describe("bytes", () => {
  test.each([
    ["UTF-8", bytes("Çelik,1\r\nb")],
    ["UTF-8 with a byte order mark", bytes("\uFEFFÇelik,1\nb")],
    ["UTF-16 with a byte order mark", utf16("\uFEFFÇelik,1\r\nb")],
    ["UTF-16 big-endian", utf16("\uFEFFÇelik,1\rb", true)],
    ["UTF-16 without a byte order mark", utf16("Çelik,1\nb")],
    ["Windows-1252", Uint8Array.from([0xc7, ...bytes("elik,1\nb")])],
  ])("in %s are read as text", (_, file) => {
    expect(textOf(file)).toBe("Çelik,1\nb");
  });

  test.each([
    ["", "The file is empty."],
    [" \n \n", "The file is empty."],
    ["\u00d0\u00cf\u0011\u00e0", "This is an older Excel workbook, or one with a password"],
    ["%PDF-1.7", "This is a PDF, not an Excel workbook (XLSX) or a CSV file."],
    ["\n<!DOCTYPE html><table>", "This is a web page"],
  ])("of another file type are refused: %j", (text, message) => {
    expect(problemOf(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))?.text).toContain(message);
  });

  test.each(["\u0001", "\u0000"])("that are no text are reported with line and column: %j", (letter) => {
    expect(problemOf(bytes(`a,b\nc${letter}`))).toEqual({
      line: 2,
      text: "There is an invalid character at column 2. The file is damaged, or not a text.",
    });
  });
});

describe("a table", () => {
  const header = "Receipt No.,Completion Time,Details,Paid In";
  test("starts at the header row, after lines about the account", async () => {
    const read = await table(
      `Acme Ltd\nShort code:,4000\n\n${header}\nA,2026-11-01,"x, ""y""\nz",10\n\nB,,,\n`,
    );
    expect(read).toMatchObject({ header: header.split(","), headerLine: 4 });
    expect(read.rows).toEqual([
      { line: 5, cells: ["A", "2026-11-01", 'x, "y"\nz', "10"] },
      { line: 8, cells: ["B", "", "", ""] },
    ]);
  });

  test.each([";", "\t", "|"])("is separated by %j", async (sign) => {
    const text = [header, "A,2026-11-01,x,10"].join("\n").replaceAll(",", sign);
    expect((await table(text)).rows[0]?.cells).toEqual(["A", "2026-11-01", "x", "10"]);
    expect((await table(`sep=${sign}\n${text}`)).rows[0]?.line).toBe(3);
  });

  test("of a bank has a header row of texts, and cells are text", async () => {
    const { header, rows } = await table('Branch 7\nWhen,Who,How much\n01/02/2026,=1+1,"=""0012"""\n');
    expect([header, rows[0]?.cells]).toEqual([
      ["When", "Who", "How much"],
      ["01/02/2026", "=1+1", "0012"],
    ]);
  });

  // The cases of csv-spectrum, a test suite for CSV parsers.
  const [three, four] = ["a,b,c", "first,last,address,city"];
  test.each([
    [
      "a comma in quotes",
      [four, 'John,Doe,120 any st.,"Anytown, WW"'],
      ["John", "Doe", "120 any st.", "Anytown, WW"],
    ],
    ["empty cells", [three, '1,"",""'], ["1", "", ""]],
    ["quotation marks in quotes", [three, '1,"ha ""ha"" ha",3'], ["1", 'ha "ha" ha', "3"]],
    [
      "JSON",
      ["key,val,more", '1,"{""type"": ""Point"", ""coordinates"": [102.0, 0.5]}",x'],
      ["1", '{"type": "Point", "coordinates": [102.0, 0.5]}', "x"],
    ],
    ["line breaks in quotes", [three, '1,"Once upon \na time",3'], ["1", "Once upon \na time", "3"]],
    ["quotes and line breaks", [three, '1,"ha \n""ha"" \nha",3'], ["1", 'ha \n"ha" \nha', "3"]],
    ["no line break at the end", [three, "1,2,3"], ["1", "2", "3"]],
    ["letters beyond English", [three, "1,2,ʤ"], ["1", "2", "ʤ"]],
  ])("with %s is read, with any line ending", async (_, lines, cells) => {
    for (const end of ["\n", "\r\n", "\r"])
      for (const last of ["", end]) {
        const file = lines.join("\n").replaceAll("\n", end) + last;
        expect((await table(textOf(bytes(file)) ?? "")).rows.map((row) => row.cells)).toEqual([cells]);
      }
  });

  test("that is malformed is reported with its line", async () => {
    await expect(table(`${header}\nA,2026-11-01,"x,10`)).rejects.toThrow(/^2: The quotation/);
    const quoted = await table(
      `${header}\nA,2026-11-01,"x,10\nB,2026-11-01,"y"z,10\nC,2026-11-01,"y\nz",10\nD,2026-11-01,${"x".repeat(10_001)},1\nE,2026-11-01,y,10`,
    );
    expect(quoted.rows.map((row) => [row.line, cellsProblem(quoted, row)?.text.slice(0, 12)])).toEqual([
      [2, "The quotatio"],
      [3, "The quotatio"],
      [4, undefined],
      [6, "A cell has m"],
      [7, undefined],
    ]);
    await expect(table("1,2,3\n4,5,6")).rejects.toThrow("We found no row with column names");
    const read = await table(`${header}\nA,2026-11-01\nB,2026-11-01,y,1,000\nC,2026-11-01,y,1,,`);
    expect(read.rows.map((row) => cellsProblem(read, row)?.line)).toEqual([2, 3, undefined]);
  });

  test("has columns matched by name, and reports missing ones", () => {
    expect(matchColumns(header.split(","), fields)).toEqual({ number: 0, day: 1, amount: 3 });
    expect(matchColumns(["Date", "date"], fields)).toEqual({});
    expect(columnsProblem({ day: 0 }, fields)).toBe("Choose a column for: Receipt number, Paid in.");
    expect(columnsProblem({ day: 0, number: 0, amount: 1 }, fields)).toBe(
      "Choose a different column for each field.",
    );
  });
});

describe("a hostile file", () => {
  const megabyte = 1024 * 1024;
  const header = "Receipt No.,Completion Time,Details,Paid In\n";
  const split = "Split it, or download fewer days.";
  test.each([
    [
      "29 MB of line feeds",
      () => "\n".repeat(29 * megabyte),
      `The file has more than 250,000 lines. ${split}`,
    ],
    ["29 MB of carriage returns", () => "\r".repeat(29 * megabyte), "250,000 lines"],
    ["29 MB of commas", () => header + ",".repeat(29 * megabyte), "3,000,000 cells"],
    ["31 MB", () => "x".repeat(31 * megabyte), `The file is larger than 30 MB. ${split}`],
    [
      "29 MB in one cell",
      () => `${header}${"x".repeat(29 * megabyte)}`,
      "2: A cell has more than 10,000 characters.",
    ],
    [
      "29 MB of quotation marks",
      () => `${header}"${'""'.repeat(14 * megabyte)}`,
      "2: The quotation mark at column 1",
    ],
    [
      "text between many quotation marks, then many spaces",
      () => `${header}A,"${'x"'.repeat(7 * megabyte)}${" ".repeat(14 * megabyte)},1\n`,
      "2: The quotation mark at column 3",
    ],
    ["columns without names", () => "1,2\n3,4", "We found no row with column names."],
  ])("of %s is refused in a moment, with the reason", async (_, text, reason) => {
    const file = new Blob([text()]);
    const start = process.threadCpuUsage();
    const read = await readTable(file, fields, () => Promise.reject(new Error("This is no workbook.")));
    // In milliseconds of this thread's own time: the slowest takes some 500.
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(3_000);
    const { line, text: problemText = "" } = "problem" in read ? read.problem : {};
    expect([line, problemText].filter(Boolean).join(": ")).toContain(reason);
  });
});
