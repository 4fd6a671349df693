import type { ImportCase } from "./case.ts";

const rows = [
  ["name", "email", "phone"],
  ["Amani", "amani@x.example", "0712345678"],
  ["Old Client", "old@x.example", ""],
  ["Baraka", "baraka@x.example", ""],
];
const amani = "new Amani amani@x.example";
const otherRows = ["new Old Client old@x.example", "new Baraka baraka@x.example"];
const all = [`${amani} +254712345678`, ...otherRows];
const kept = [all[0] as string, otherRows[1] as string];
const hide = (...lines: number[]) => new Map(lines.map((line) => [line - 1, { hidden: true }]));
const base = { kind: "clients", asks: ["hidden"] } as const;

export const hiddenCases: ImportCase[] = [
  {
    ...base,
    name: "a hidden row, left out",
    file: { rows, rowDefs: hide(3) },
    hidden: "row 3",
    answers: { hidden: "left" },
    rows: kept,
  },
  {
    ...base,
    name: "a hidden row, read",
    file: { rows, rowDefs: hide(3) },
    hidden: "row 3",
    answers: { hidden: "read" },
    rows: all,
  },
  {
    ...base,
    name: "a row without height",
    file: { rows, rowDefs: new Map([[2, { height: 0 }]]) },
    hidden: "row 3",
    answers: { hidden: "left" },
    rows: kept,
  },
  {
    ...base,
    name: "two hidden rows",
    file: { rows, rowDefs: hide(2, 3) },
    hidden: "rows 2 and 3",
    answers: { hidden: "left" },
    rows: [otherRows[1] as string],
  },
  {
    ...base,
    name: "a hidden column, left out",
    file: { rows, columns: [{}, {}, { hidden: true }] },
    hidden: "the column “phone”",
    answers: { hidden: "left" },
    rows: [amani, ...otherRows],
  },
  {
    ...base,
    name: "a hidden column, read",
    file: { rows, columns: [{}, {}, { hidden: true }] },
    hidden: "the column “phone”",
    answers: { hidden: "read" },
    rows: all,
  },
  {
    ...base,
    name: "a hidden row and a hidden column",
    file: { rows, rowDefs: hide(3), columns: [{}, {}, { hidden: true }] },
    hidden: "row 3 and the column “phone”",
    answers: { hidden: "left" },
    rows: [amani, otherRows[1] as string],
  },
  {
    ...base,
    name: "many hidden rows are named by their first ones",
    file: {
      rows: [rows[0] ?? [], ...Array.from({ length: 8 }, (_, at) => [`N${at}`, `n${at}@x.example`, ""])],
      rowDefs: hide(2, 3, 4, 5, 6, 7, 8),
    },
    hidden: "rows 2, 3, 4, 5, 6 and 2 more",
    answers: { hidden: "left" },
    rows: ["new N7 n7@x.example"],
  },
  {
    kind: "clients",
    name: "a hidden row above the names of columns says nothing of the rows",
    file: { rows: [["Clients of Mwamba"], ...rows], rowDefs: hide(1) },
    rows: all,
  },
  {
    kind: "clients",
    name: "a hidden row without text",
    file: { rows: [...rows, [null, null, null], ["Charo", "charo@x.example", ""]], rowDefs: hide(5) },
    rows: [...all, "new Charo charo@x.example"],
  },
  {
    kind: "subscriptions",
    name: "a date in a hidden row is not asked about once the row is left out",
    file: {
      rows: [
        ["client_name", "service", "amount", "frequency", "start_date"],
        ["Client 1", "A", 100, "monthly", new Date("2026-03-04T00:00:00Z")],
        ["Client 1", "B", 100, "monthly", "25/04/2026"],
      ],
      rowDefs: hide(3),
    },
    asks: ["hidden", "days"],
    hidden: "row 3",
    answers: { hidden: "left" },
    rows: ["new A from 2026-03-04"],
  },
];
