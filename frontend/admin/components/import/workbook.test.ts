import { readXlsx, type WriteSheet, writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import type { Field } from "../../../../shared/imports/columns.ts";
import { readTable } from "./read-table.ts";

const fields: Field[] = [
  { name: "name", label: "Client", required: true, aliases: ["jina"] },
  { name: "phone", label: "Phone", aliases: ["simu"] },
  { name: "amount", label: "Amount", aliases: ["kiasi"] },
  { name: "start", label: "Started", aliases: ["tarehe"] },
];
const read = (bytes: Uint8Array) =>
  readTable(new Blob([bytes as Uint8Array<ArrayBuffer>]), fields, async () => readXlsx);
async function cellsOf(bytes: Uint8Array) {
  const result = await read(bytes);
  if ("problem" in result) throw new Error(result.problem.text);
  return result.table.rows.map(({ line, cells }) => [line, ...cells]);
}
const header = ["Jina", "Simu", "Kiasi", "Tarehe"];
const at = (text: string) => new Date(`${text}Z`);

/** A ZIP file of stored parts. */
function zip(parts: Record<string, string>, unpackedBytes?: number): Uint8Array {
  const encoder = new TextEncoder();
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const [path, content] = [encoder.encode(name), encoder.encode(text)];
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(content.length, 4);
    sizes.writeUInt32LE(unpackedBytes ?? content.length, 8);
    sizes.writeUInt16LE(path.length, 12);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    files.push(
      Buffer.from("PK\u0003\u0004\u0014\0\0\0\0\0\0\0\0\0"),
      sizes,
      Buffer.from(path),
      Buffer.from(content),
    );
    directory.push(
      Buffer.from("PK\u0001\u0002\u0014\0\u0014\0\0\0\0\0\0\0\0\0"),
      sizes,
      entry.subarray(2),
      Buffer.from(path),
    );
    offset += 30 + path.length + content.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (kind: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${types}/${kind}" Target="${target}"/></Relationships>`;
/** A workbook of one sheet with these rows in XML. */
const workbook = (rows: string) => ({
  "[Content_Types].xml": "<Types/>",
  "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
  "xl/workbook.xml": `<workbook xmlns:r="${types}"><workbookPr date1904="1"/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
  "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});
const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const headerRow = `<row r="2">${header.map((name, column) => text(`${"ABCD"[column]}2`, name)).join("")}</row>`;

test("cells are the texts that people see, from the first visible sheet with the columns", async () => {
  const sheet = (name: string, more: Partial<WriteSheet>): WriteSheet => ({ name, ...more });
  const styled = (numFmt: string) => ({ style: { numFmt } });
  const rows = [
    ["A", 712_345_678, 1234.5, at("2026-02-03T00:00:00")],
    ["'=B", 254_712_345_678, 386.666_67, at("2026-02-03T10:15:07")],
    ["C\nD", 12, 0.1 + 0.2, at("1899-12-31T12:00:00")],
    [true, "0712", -5, 46_056],
    [null, null, null, null],
    ["E", "", 1.005e21, "12/31/2026"],
  ];
  const bytes = await writeXlsx({
    sheets: [
      sheet("Cover", { rows: [["Clients", "of", "Mwamba"]] }),
      sheet("Old", { rows: [header, ["hidden"]], hidden: true }),
      sheet("Clients", {
        rows: [["Mwamba"], header, ...rows],
        cells: new Map([
          ["2,2", styled('"KSh"#,##0.00')],
          ["3,1", styled("0.00E+00")],
          ["3,2", styled("[$$-409]#,##0.00")],
          ["2,3", styled("dd/mm/yyyy")],
          ["3,3", styled("d mmm yyyy hh:mm")],
          ["4,1", styled("0000000")],
          ["4,3", styled("hh:mm")],
        ]),
      }),
    ],
  });
  expect(await cellsOf(bytes)).toEqual([
    [3, "A", "712345678", "KSh 1234.50", "2026-02-03"],
    [4, "'=B", "254712345678", "$ 386.67", "2026-02-03 10:15:07"],
    [5, "C\nD", "0000012", "0.3", "12:00:00"],
    [6, "true", "0712", "-5", "46056"],
    [8, "E", "", "1.005e+21", "12/31/2026"],
  ]);
});

test("a workbook of another program is read: formulas, gaps between rows, days counted from 1904", async () => {
  const style = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
  const parts = {
    ...workbook(
      `${headerRow}<row r="7">${text("A7", "a_x0041_&amp;")}<c r="C7"><f>1+1</f><v>2</v></c><c r="D7" s="1"><v>44595</v></c></row>
      <row r="8">${text("A8", "B")}<c r="C8" t="e"><v>#N/A</v></c><c r="D8" s="1"><v>1e300</v></c></row>`,
    ),
    "xl/styles.xml": style,
  };
  parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(
    "<Relationship ",
    `<Relationship Id="rId2" Type="${types}/styles" Target="styles.xml"/><Relationship `,
  );
  expect(await cellsOf(zip(parts))).toEqual([
    [7, "aA&", "", "2", "2026-02-04"],
    [8, "B", "", "#N/A", "Invalid Date"],
  ]);
});

const megabyte = 1024 * 1024;
test.each([
  [
    "an archive without a workbook",
    zip({ mimetype: "application/vnd.oasis.opendocument.spreadsheet" }),
    "We could not open",
  ],
  ["a cut file", zip(workbook(headerRow)).subarray(0, 400), "We could not open this file: it is damaged"],
  [
    "no names of columns",
    zip(workbook("<row r='1'><c r='A1'><v>1</v></c></row>")),
    "We found no row with column names",
  ],
  [
    "a part of 200 MB",
    zip(workbook(headerRow), 200 * megabyte),
    "larger than 150 MB when it is unpacked. Split it",
  ],
  ["a part that hides its size", zip(workbook(headerRow), 0), "larger than 150 MB when it is unpacked"],
  [
    "a row in the last line",
    zip(workbook(`${headerRow}<row r="1048576">${text("A1048576", "x")}</row>`)),
    "The file has more than 100,000 rows.",
  ],
  [
    "a row in line 100,001",
    zip(workbook(`${headerRow}<row r="100001">${text("A100001", "x")}</row>`)),
    "The file has more than 100,000 rows.",
  ],
  [
    "a row beyond every sheet",
    zip(workbook(`${headerRow}<row r="9007199254740000">${text("A9007199254740000", "x")}</row>`)),
    "has cells far from the others",
  ],
  [
    "a cell of 20,000 characters",
    zip(workbook(`${headerRow}<row r="3">${text("A3", "x".repeat(20_000))}</row>`)),
    "A cell has more than 10,000 characters.",
  ],
  [
    "three million empty cells",
    zip(workbook(`${headerRow}<row r="3">${"<c/>".repeat(3_000_000)}</row>`)),
    "has cells far from the others",
  ],
  ["tags without end", zip(workbook("<row>".repeat(2_000_000))), "We found no row"],
  [
    "entities that name entities",
    zip(workbook(`${headerRow}<row r="3">${text("A3", "&a;".repeat(2_000))}</row>`)),
    "",
  ],
] as const)("a workbook with %s takes a moment", async (_, bytes, reason) => {
  const start = process.threadCpuUsage();
  const result = await read(bytes);
  expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(3_000);
  const problem = "problem" in result ? result.problem.text : "";
  if (reason === "") expect(problem).toBe("");
  else expect(problem).toContain(reason);
});
