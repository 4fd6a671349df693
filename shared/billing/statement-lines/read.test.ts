import { expect, test } from "vitest";
import { matchColumns } from "../../imports/columns.ts";
import { daysOf } from "../../imports/rows.ts";
import { parseTable } from "../../imports/table.ts";
import { possibleOrders } from "../../imports/values.ts";
import { isMpesa, linesOf, statementFields } from "./read.ts";

const head =
  "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";
const mpesa = `Organization Name:,Mwamba\nShortcode:,4000\n\n${head}
SJK4H7L2M9,2026-11-18 10:15:00,2026-11-18 10:15:00,"Pay Bill from 254799000111 - JANE DOE Acc. 1000013",Completed,"1,234.50",,"9,000.00",true,Pay Bill,254799000111 - JANE DOE,,100 001 3
SJK4H7L2MA,2026-11-18 10:16:00,,Pay Bill,Failed,10.00,,,,,,,
SJK4H7L2MB,2026-11-18 10:17:00,,Charge,Completed,,-5.00,,,,,,
SJK4H7L2MC,2026-11-18 10:18:00,,Pay Bill,Completed,20.00,,,,,254722****22 - X,,
SJK4H7L2MD,2026-11-18 10:19:00,,Transaction Reversal of SJK4H7L2MC,Completed,,-20.00,,,,,SJK4H7L2MC,
SJK4H7L2M9,2026-11-18 10:15:00,,again,Completed,1234.50,,,,,,,
Total,,,,,"1,264.50",,,,,,,`;
async function read(text: string, today = "2026-12-24") {
  const found = parseTable(text, statementFields);
  if ("problem" in found) throw new Error(found.problem.text);
  const { table } = found;
  const columns = matchColumns(table.header, statementFields);
  return {
    table,
    result: await linesOf({ table, columns, order: "dmy", currency: "KES", today }, async () => {}),
    orders: possibleOrders(daysOf({ table, columns }, ["day"])),
  };
}

test("an M-Pesa statement has its incoming payments, and the other rows are skipped with a reason", async () => {
  const { table, result } = await read(mpesa);
  expect(isMpesa(table.header)).toBe(true);
  expect(result).toEqual({
    lines: [
      {
        id: "SJK4H7L2M9",
        number: "SJK4H7L2M9",
        method: "mpesa",
        paid_on: "2026-11-18",
        cents: 123450,
        amount: 1234.5,
        currency: "KES",
        payer: "JANE DOE",
        phone: "254799000111",
        account: "100 001 3",
        details: "Pay Bill from 254799000111 - JANE DOE Acc. 1000013",
      },
    ],
    leftOut: new Map([
      ["failed", 1],
      ["without an incoming amount", 2],
      ["reversed", 1],
      ["duplicate", 1],
      ["without a payment", 1],
    ]),
  });
});

test("unreadable lines are reported by line and column, and nothing is read", async () => {
  const text = `Reference,Date,Credit\nA,2026-12-25,10\nB,soon,10\nC,2026-12-01,1o\n,2026-12-01,5\nE,2026-12-01\nF,2026-12-01,1\nG,2026-12-01,$5\nH,2026-12-01,Ksh 5`;
  const { result } = await read(text);
  expect("problems" in result && result.problems.map(({ line, text }) => `${line} ${text}`)).toEqual([
    "2 Date: Dec 25, 2026 is in the future; today is Dec 24, 2026.",
    "3 Date: “soon” is not a date.",
    "4 Credit: “1o” is not an amount.",
    "5 Reference: the receipt number is missing.",
    expect.stringMatching(/^6 It has 2 cells, but there are 3 columns/),
    "8 Credit: “$5” has another currency than the statement.",
  ]);
});

test("ambiguous dates allow both orders", async () => {
  expect((await read("Reference,Date,Credit\nA,03/04/2026,1\nB,05/06/2026,1")).orders).toEqual([
    "dmy",
    "mdy",
  ]);
  expect((await read("Reference,Date,Credit\nA,03/04/2026,1\nB,31/12/2025,1")).orders).toEqual(["dmy"]);
});
