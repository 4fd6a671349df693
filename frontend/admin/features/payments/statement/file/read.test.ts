import { expect, test } from "vitest";
import { omit } from "../../../../../../shared/omit.ts";
import { StatementLayout } from "../../../../../../shared/payments/layout.ts";
import { matchColumns } from "../../../../components/import/columns.ts";
import { parseTable } from "../../../../components/import/table.ts";
import { statementFields } from "./columns.ts";
import {
  columnsToConfirm,
  isCurrencyOpen,
  keyOfTable,
  layoutKey,
  layoutOf,
  textProblem,
  unknownWords,
} from "./layout.ts";
import { readStatement } from "./read.ts";
import { currencyProblem, statedAccount, statedCurrency } from "./stated.ts";

const head =
  "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";
const today = "2026-12-24";

function tableIn(text: string) {
  const table = parseTable(text, statementFields);
  if ("problem" in table) throw new Error(table.problem.text);
  return table.table;
}
async function read(text: string, chosen?: StatementLayout) {
  const table = tableIn(text);
  const layout = layoutOf(table, chosen);
  if (!layout) throw new Error("Its layout is not known.");
  const { lines, unread, leftOut } = await readStatement({ table, layout, today }, async () => {});
  return {
    lines,
    unread: unread.map(({ line, text }) => `${line} ${text}`),
    leftOut: Object.fromEntries(leftOut),
  };
}

test("an M-Pesa statement is known by its columns: payments, reversals, and other rows counted by reason", async () => {
  const { lines, unread, leftOut } = await read(`Organization Name:,Mwamba\nShortcode:,4000\n\n${head}
SJK4H7L2M9,2026-11-18 10:15:00,2026-11-18 10:15:00,"Pay Bill from 254799000111 - JANE DOE Acc. 1000013",Completed,"1,234.50",,"9,000.00",true,Pay Bill,254799000111 - JANE DOE,,100 001 3
SJK4H7L2MA,2026-11-18 10:16:00,,Pay Bill,Failed,10.00,,,,,,,
SJK4H7L2MB,2026-11-18 10:17:00,,Pay Bill Charge,Completed,,-5.00,,,,,SJK4H7L2M9,
SJK4H7L2MC,2026-11-18 10:18:00,,Pay Bill,Completed,20.00,-,,,,2547****222 - X,,
SJK4H7L2MD,2026-11-18 10:19:00,,Transaction Reversal of SJK4H7L2MC,Completed,,-20.00,"9,000.00",,,,,
SJK4H7L2ME,2026-11-18 10:19:00,,Undone,Completed,,20.00,,,Pay Bill Reversal,,SJK4H7L2M9,
SJK4H7L2MH,2026-11-18 10:19:00,,Charge of SJK4H7L2MC reversed,Completed,,-1.00,,,,,,
SJK4H7L2MF,2026-11-18 10:20:00,,Withdrawal,Completed,0.00,-30.00,,,,,,
SJK4H7L2MG,2026-11-18 10:21:00,,Nothing,Completed,,,,,,,,
SJK4H7L2M9,2026-11-18 10:15:00,,again,Completed,1234.50,,,,,,,
,,,Balance brought forward,,"5,000.00",,,,,,,
Total,,,,,"1,264.50",,,,,,,`);
  const line = { paid_on: "2026-11-18", currency: "KES", method: "mpesa" };
  expect(lines).toEqual([
    {
      ...line,
      row: 5,
      code: "SJK4H7L2M9",
      amount: 1234.5,
      balance: 9000,
      payer: "JANE DOE",
      phone: "254799000111",
      account: "100 001 3",
      details: "Pay Bill from 254799000111 - JANE DOE Acc. 1000013",
    },
    {
      ...line,
      row: 8,
      code: "SJK4H7L2MC",
      amount: 20,
      payer: "X",
      phone: "2547****222",
      details: "Pay Bill",
    },
    {
      ...line,
      row: 9,
      code: "SJK4H7L2MD",
      amount: -20,
      balance: 9000,
      details: "Transaction Reversal of SJK4H7L2MC",
    },
    { ...line, row: 10, code: "SJK4H7L2ME", amount: -20, details: "Reversal of SJK4H7L2M9. Undone" },
    { ...line, row: 11, code: "SJK4H7L2MH", amount: -1, details: "Charge of SJK4H7L2MC reversed" },
    { ...line, row: 14, code: "SJK4H7L2M9", amount: 1234.5, details: "again" },
  ]);
  expect(unread).toEqual([]);
  expect(leftOut).toEqual({ failed: 1, withdrawn: 2, "without an amount": 1, "without a payment": 2 });
});

const bank: StatementLayout = {
  columns: { day: 0, code: 1, paidIn: 2, withdrawn: 3, payer: 4, balance: 5, details: 6 },
  order: "dmy",
  currency: "USD",
};
const bankHead = "Date,Ref,Credit,Debit,Name,Balance,Narration";

test("lines of a bank that differ in one cell are two, the same ones are numbered, and a line without a reference is kept", async () => {
  const { lines, unread, leftOut } = await read(
    [
      bankHead,
      "03/12/2026,SO 7,60.00 CR,,Duma,160.00 Cr,",
      "03/12/2026,SO 7,60.00,,Duma,220.00,",
      "03/12/2026,SO 7,60.00,,Duka,220.00,",
      "03/12/2026,SO 7,60.00,,Duma,220.00,",
      "03/12/2026,SO 7,60.00,,Duma,220.00,",
      '04/12/2026,,$ 5,,Jane "Doe\u202E 😀,n/a,"Cash\nTill"',
      "04/12/2026,N/A,,(7.00),,,Reversal of SO 7",
      "04/12/2026,,60.00 DR,,,,Rent",
    ].join("\n"),
    bank,
  );
  const duma = {
    paid_on: "2026-12-03",
    currency: "USD",
    method: "bank",
    code: "SO 7",
    amount: 60,
    payer: "Duma",
  };
  expect(lines).toEqual([
    { ...duma, row: 2, balance: 160 },
    { ...duma, row: 3, balance: 220 },
    { ...duma, row: 4, balance: 220, payer: "Duka" },
    { ...duma, row: 5, balance: 220, copy: 2 },
    { ...duma, row: 6, balance: 220, copy: 3 },
    {
      row: 7,
      paid_on: "2026-12-04",
      currency: "USD",
      method: "bank",
      amount: 5,
      payer: 'Jane "Doe\uFFFD 😀',
      details: "Cash Till",
    },
    {
      row: 9,
      paid_on: "2026-12-04",
      currency: "USD",
      method: "bank",
      amount: -7,
      details: "Reversal of SO 7",
    },
  ]);
  expect(unread).toEqual([]);
  expect(leftOut).toEqual({ withdrawn: 1 });
});

test("what cannot be read is listed with its row and does not stop the other lines", async () => {
  const { lines, unread } = await read(
    [
      bankHead,
      "2026-12-25,A,10,,,,",
      "soon,B,10,,,,",
      "2026-12-01,C,1o,,,,",
      "2026-12-01,D,,1o,,,",
      "2026-12-01,E",
      "2026-12-01,F,1,,,,",
      "2026-12-01,G,Ksh 5,,,,",
      '2026-12-01,H,"99,999,999,999.00",,,,',
      ",I,10,,,,",
      ",,10,,Jane,,",
      `1999-12-31,J,10,,,,${"=cmd|' /C calc'!A0".repeat(100)}`,
      "2026-12-01,K,1,2,3,4,5,6",
      "2026-12-24,L,10,,,,",
      "2000-01-01,M,10,,,,",
    ].join("\n"),
    bank,
  );
  expect(lines.map(({ code }) => code)).toEqual(["F", "L", "M"]);
  expect(unread).toEqual([
    "2 Date: Dec 25, 2026 is in the future; today is Dec 24, 2026.",
    "3 Date: “soon” is not a date.",
    "4 Credit: “1o” is not an amount.",
    "5 Debit: “1o” is not an amount.",
    expect.stringMatching(/^6 It has 2 cells, but there are 7 columns/),
    "8 Credit: “Ksh 5” has another currency than the statement.",
    "9 Credit: “99,999,999,999.00” is too large.",
    "10 Date: the date is missing.",
    "11 Date: the date is missing.",
    "12 Date: “1999-12-31” is not a date.",
    expect.stringMatching(/^13 It has 8 cells/),
  ]);
});

test("a statement says its currency and account above its columns, or in their names", () => {
  const says = (text: string) => {
    const table = tableIn(text);
    return [statedCurrency(table), statedAccount(table), currencyProblem(table)];
  };
  const otherCurrency = "This statement is in EUR. We record only US dollars and Kenya shillings.";
  expect(says(`Account No: 0112 000-001 (KES)\n${bankHead}`)).toEqual(["KES", "0112000001", undefined]);
  expect(says(`A/C 01120***01,US Dollars\n${bankHead}`)).toEqual(["USD", "01120***01", undefined]);
  expect(says(bankHead.replace("Credit", "Credit ($)"))).toEqual(["USD", undefined, undefined]);
  expect(says(`Currency: EUR\n${bankHead}`)).toEqual([undefined, undefined, otherCurrency]);
  // Two currencies are none.
  expect(says(`KES account\nUSD rate 129\n${bankHead}`)).toEqual([undefined, undefined, undefined]);
  expect(says(`EUR 140, GBP 160\n${bankHead}`)).toEqual([undefined, undefined, undefined]);
  expect(says(`Account name: Studio 54\nAccount number: 0112000001\n${bankHead}`)[1]).toBe("0112000001");
  for (const from of ["01/11/2026", "01-11-2026", "2026-11-01"])
    expect(says(`Account statement from ${from}\n${bankHead}`)[1]).toBe(undefined);
  expect(says(`Europe Ltd\n${bankHead}`)).toEqual([undefined, undefined, undefined]);
});

test("a remembered layout does not answer for another account, nor against the currency that a file says", async () => {
  const file = (above: string) => tableIn(`${above}\n${bankHead}\n03/12/2026,A,1,,,,`);
  const [shillings, dollars] = [
    file("Account,0112000001\nCurrency,KES"),
    file("Account,0112000002\nCurrency,USD"),
  ];
  expect(await keyOfTable(shillings)).not.toBe(await keyOfTable(dollars));
  expect(await keyOfTable(shillings)).toBe(await keyOfTable(file("A/C No. 0112 000 001")));
  expect(layoutOf(shillings, bank)?.currency).toBe("KES");
  expect(layoutOf(dollars, { ...bank, currency: "KES" })?.currency).toBe("USD");
  expect(isCurrencyOpen(file("Statement"), bank.columns)).toBe(true);
  expect(isCurrencyOpen(file("Account 7"), bank.columns)).toBe(false);
});

test("a file whose texts nobody reads, and words that nobody knows, are asked about", () => {
  const rows = (...last: string[]) =>
    ["Date,Credit,What", ...last.map((text) => `03/12/2026,1,${text}`)].join("\n");
  const texts = tableIn(rows("RTGS ACC 4821072"));
  const columns = { day: 0, paidIn: 1 };
  expect(textProblem(texts, columns)).toBe(
    "No column of texts is read. Choose “What” as Details, or what else it is.",
  );
  expect(textProblem(texts, { ...columns, details: 2 })).toBeUndefined();
  expect(columnsToConfirm(texts, undefined)).toEqual({ ...columns, details: 2 });
  const words = tableIn(rows("CR", "Toka", "toka."));
  expect(columnsToConfirm(words, undefined)).toEqual({ ...columns, side: 2 });
  expect(unknownWords(words, { ...columns, side: 2 })).toEqual([
    { column: "side", word: "toka", text: "toka." },
  ]);
  expect(unknownWords(words, { ...columns, side: 2 }, { toka: "out" })).toEqual([]);
  expect(layoutOf(words, { ...bank, columns: { ...columns, side: 2 } })).toBeUndefined();
  const status = { ...columns, status: 2 };
  expect(unknownWords(tableIn(rows("Approved", "Zulu", "Declined")), status).map(({ word }) => word)).toEqual(
    ["zulu"],
  );
  // Amounts with signs ask nothing.
  expect(
    columnsToConfirm(tableIn("Date,Credit,What\n03/12/2026,-1,in\n03/12/2026,1,uit"), undefined).side,
  ).toBe(undefined);
});

test("texts fit what the server accepts: short, in one line, without half characters", async () => {
  const { lines } = await read(
    `${bankHead}\n03/12/2026,${"7".repeat(300)},1,,${"😀".repeat(300)},,${"a\u2028\u200B".repeat(500)}`,
    bank,
  );
  const { code = "", payer = "", details = "" } = lines[0] ?? {};
  expect([code.length, payer, details]).toEqual([100, "😀".repeat(100), "a ".repeat(150).trim()]);
});

test("a stray quotation mark spoils its row alone", async () => {
  const { lines, unread } = await read(
    `${bankHead}\n21/12/2026,A,5000,,,,"PIPES 2" AND 3" ACC"\n22/12/2026,B,5000,,,,RTGS`,
    bank,
  );
  expect(lines.map(({ code }) => code)).toEqual(["B"]);
  expect(unread).toEqual([expect.stringMatching(/^2 The quotation mark at column 22/)]);
});

test("a known layout is asked about once more if a spreadsheet hides rows or converted some dates", () => {
  const table = tableIn(`${bankHead}\n2026-03-12,A,1,,,,\n25/11/2026,B,1,,,,`);
  expect(layoutOf(table, bank)).toBeUndefined();
  const plain = tableIn(`${bankHead}\n25/11/2026,B,1,,,,`);
  expect(layoutOf({ ...plain, hidden: { lines: new Set([2]), columns: new Set() } }, bank)).toBeUndefined();
  expect(layoutOf({ ...plain, hidden: { lines: new Set([9]), columns: new Set() } }, bank)).toEqual(bank);
  const mpesa = (day: string) => `SJK4H7L2M9,${day},,,,1,,,,,,,`;
  const mixed = [head, mpesa("2026-02-03 10:15:00"), mpesa("25/02/2026 10:15")].join("\n");
  expect(layoutOf(tableIn(mixed), undefined)).toBeUndefined();
});

test("a layout is asked for once, unless it is M-Pesa's, its columns are missing, or its dates contradict each other", async () => {
  const table = tableIn(`Account 7\n${bankHead}\n03/12/2026,A,1,,,,`);
  expect(layoutOf(table, undefined)).toBeUndefined();
  expect(layoutOf(table, bank)).toEqual(bank);
  expect(StatementLayout.safeParse(bank).success).toBe(true);
  expect(matchColumns(table.header, statementFields)).toEqual({
    code: 1,
    day: 0,
    paidIn: 2,
    withdrawn: 3,
    payer: 4,
    balance: 5,
    details: 6,
  });
  const withoutAmount = omit(bank.columns, "paidIn");
  expect(layoutOf(table, { ...bank, columns: withoutAmount })).toBeUndefined();
  expect(layoutOf(table, { ...bank, columns: { ...bank.columns, status: 7 } })).toBeUndefined();
  const dated = (...days: string[]) => tableIn([bankHead, ...days.map((day) => `${day},A,1,,,,`)].join("\n"));
  expect(layoutOf(dated("12/31/2025"), bank)?.order).toBe("mdy");
  expect(layoutOf(dated("12/31/2025", "31/12/2025"), bank)).toBeUndefined();
  expect(layoutOf(tableIn(`${head}\nSJK4H7L2M9,03-02-2026 10:15:00,,,,1,,,,,,,`), undefined)).toMatchObject({
    order: "dmy",
    currency: "KES",
  });
  expect(layoutOf(tableIn("Receipt No.,Date,Paid In\nA,2026-12-03,1"), undefined)).toBeUndefined();
  const key = await layoutKey(["Txn Date", "Credit (KES)"]);
  expect(key).toMatch(/^[\da-f-]{36}$/);
  expect(await layoutKey(["TXN DATE", "Credit, KES"])).toBe(key);
  expect(await layoutKey(["Credit (KES)", "Txn Date"])).not.toBe(key);
});
