import * as fc from "fast-check";
import papa from "papaparse";
import { describe, expect, test } from "vitest";
import { columnsProblem, type Field, matchColumns } from "./columns.ts";
import { decode } from "./decode.ts";
import { cellsProblem, parseTable } from "./table.ts";
import { parseCents, parseDay, possibleOrders } from "./values.ts";

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
  const read = parseTable(text, fields, (csv, options) => papa.parse<string[]>(csv, options));
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
    ["PK\u0003\u0004rest", "This is an Excel workbook or another archive, not a CSV file."],
    ["%PDF-1.7", "This is a PDF, not a CSV file."],
    ["\n<!DOCTYPE html><table>", "This is a web page, not a CSV file."],
  ])("of another file type are refused: %j", (text, message) => {
    expect(problemOf(bytes(text))?.text).toContain(message);
  });

  test("that are no text are reported with line and column", () => {
    expect(problemOf(bytes("a,b\nc\u0001"))).toMatchObject({ line: 2, text: /./ });
    expect(problemOf(bytes("a,b\nc\u0001"))?.text).toContain("at column 2");
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
    await expect(table(`${header}\nA,2026-11-01,"x,10\nB,2026-11-01,y,10`)).rejects.toThrow(
      /^2: The quotation/,
    );
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

describe("a day", () => {
  test.each([
    ["2026-02-03 10:15:00", "2026-02-03"],
    ["2026-02-03T10:15:00.000+03:00", "2026-02-03"],
    ["20260203", "2026-02-03"],
    ["03-02-2026 10:15:00", "2026-02-03"],
    ["3/2/2026", "2026-02-03"],
    ["31.12.26", "2026-12-31"],
    ["12 Nov 2026", "2026-11-12"],
    ["12-November-26", "2026-11-12"],
    ["Nov 12, 2026 4:05 PM", "2026-11-12"],
    ["31/02/2026", undefined],
    ["12-31/2026", undefined],
    ["soon", undefined],
    ["2026", undefined],
    ["", undefined],
  ])("%j is %s", (text, day) => {
    expect(parseDay(text, "dmy")).toBe(day);
  });

  test("that is ambiguous has both orders, unless another day decides", () => {
    expect(possibleOrders(["01/02/2026", "03/04/2026"])).toEqual(["dmy", "mdy"]);
    expect(possibleOrders(["01/02/2026", "31/12/2026"])).toEqual(["dmy"]);
    expect(possibleOrders(["01/02/2026", "12-31-2026"])).toEqual(["mdy"]);
    expect(possibleOrders(["31/12/2026", "12/31/2026"])).toEqual([]);
    expect(possibleOrders(["05/05/2026", "2026-01-02"])).toEqual(["dmy"]);
    expect(parseDay("12-31-2026", "mdy")).toBe("2026-12-31");
  });
});

describe("an amount", () => {
  test.each([
    ["1,234.50", 123450],
    ["1234.5", 123450],
    ["1 234,50", 123450],
    ["1.234,50", 123450],
    ["KES 12,345,678.00", 1234567800],
    ["Ksh. 100", 10000],
    ["-5.00", -500],
    ["(5.00)", -500],
    ["+7", 700],
    ["0.00", 0],
    ["1,23", 123],
    ["1.234", undefined],
    ["12,34,567.00", undefined],
    ["1,5", undefined],
    ["1,234.567", undefined],
    ["1e5", undefined],
    ["10 apples", undefined],
    ["", undefined],
    ["99999999999999999.00", undefined],
  ])("%j is %s cents", (text, cents) => {
    expect(parseCents(text)).toBe(cents);
  });

  test("is the same number of cents in every notation", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
        const text = (cents / 100).toFixed(2);
        const [whole = "", part] = text.split(".");
        const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
        expect([parseCents(text), parseCents(`${grouped}.${part}`)]).toEqual([cents, cents]);
      }),
    );
  });
});
