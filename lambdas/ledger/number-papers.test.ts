import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { databaseOf, rowsOf, tableNamed } from "../../test/product/database.ts";
import { connectTablesOf } from "../../test/product/in-this-process.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { paperRow } from "../../test/product/paper-rows.ts";
import { startProduct } from "../../test/product/product.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import { withoutQueueConsumers } from "../../test/product/without-queue-consumers.ts";
import type { PaperRow } from "./paper-row.ts";

const product = await startProduct({}, { name: "without queue consumers", template: withoutQueueConsumers });
await connectTablesOf(product);
// The stores create their client when they are loaded, with the environment of that time.
vi.resetModules();
const { numberPapers, withdrawPaper } = await import("./number-papers.ts");
const { transact, tryTransact } = await import("../platform/dynamo/database.ts");
const database = databaseOf(product);
const TableName = await tableNamed(database, "Papers");
const numbersKey = { id: "numbers" };

afterAll(() => product.stop());
afterEach(() => {
  vi.restoreAllMocks();
  endInterception(product);
});
beforeEach(async () => {
  for (const { id } of await rowsOf(product, "Papers"))
    await database.send(new DeleteCommand({ TableName, Key: { id } }));
});

const always = () => true;
const write = (papers: PaperRow[]) => seedRows(product, "Papers", papers.length, (_, at) => papers[at] ?? {});
const manyPapers = (count: number, fields: (at: number) => Partial<PaperRow> = () => ({})) =>
  Array.from({ length: count }, (_, at) => paperRow(at, fields(at)));
const remove = (id: string) => database.send(new DeleteCommand({ TableName, Key: { id } }));
const lastNumbers = async () =>
  (await database.send(new GetCommand({ TableName, Key: numbersKey, ConsistentRead: true }))).Item;

/** The papers in the order in which they were written. */
async function stored(): Promise<PaperRow[]> {
  const rows = (await rowsOf(product, "Papers")) as PaperRow[];
  return rows.filter(({ id }) => id !== numbersKey.id).sort((a, b) => (a.written < b.written ? -1 : 1));
}

const oneTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const invoiceNumber = (place: number, year = "2026") => `INV-${year}-${String(place).padStart(6, "0")}`;
const invoiceNumbers = (count: number) => oneTo(count).map((place) => invoiceNumber(place));
const inOrder = <Value extends string | number>(values: (Value | undefined)[]) =>
  values.toSorted((a = "" as Value, b = "" as Value) => (a < b ? -1 : 1));

test("papers get their numbers in the order in which they were written, and leave the index", async () => {
  await write(manyPapers(200));
  expect(await numberPapers(always)).toEqual({ numbered: 200, isFinished: true });
  const papers = await stored();
  expect(papers.map(({ number }) => number)).toEqual(invoiceNumbers(200));
  expect(papers.map(({ serial }) => serial)).toEqual(oneTo(200));
  expect(new Set(papers.map(({ to_number, unconfirmed }) => `${to_number} ${unconfirmed}`))).toEqual(
    new Set(["undefined yes"]),
  );
  expect(await lastNumbers()).toEqual({ ...numbersKey, serial: 200, places: { "INV-2026": 200 } });
  expect(await numberPapers(always)).toEqual({ numbered: 0, isFinished: true });
});

test("each year and kind is counted for itself, by the paper's day; the serial counts all", async () => {
  await write([
    paperRow(1, { day: "2026-12-31" }),
    paperRow(2, { day: "2026-12-31", kind: "credit_note" }),
    paperRow(3, { day: "2027-01-01" }),
    paperRow(4, { day: "2027-01-01", kind: "credit_note" }),
    paperRow(5, { day: "2027-01-01" }),
  ]);
  await numberPapers(always);
  // A correction of the last year is written late.
  await write([paperRow(6, { day: "2026-12-31" })]);
  await numberPapers(always);
  expect((await stored()).map(({ number, serial }) => `${serial} ${number}`).sort()).toEqual([
    "1 INV-2026-000001",
    "2 CRN-2026-000001",
    "3 INV-2027-000001",
    "4 CRN-2027-000001",
    "5 INV-2027-000002",
    "6 INV-2026-000002",
  ]);
});

test("two numberers at once leave no gap and give no number twice", async () => {
  await write(manyPapers(400));
  const runs = await Promise.all([numberPapers(always), numberPapers(always)]);
  expect(runs.reduce((sum, { numbered }) => sum + numbered, 0)).toBe(400);
  const papers = await stored();
  expect(inOrder(papers.map(({ number }) => number))).toEqual(invoiceNumbers(400));
  expect(inOrder(papers.map(({ serial }) => serial))).toEqual(oneTo(400));
});

/** Kills a numberer at its call with this number, before or after DynamoDB did it. Returns whether it made that call. */
async function killAt(call: number, isDone: boolean): Promise<boolean> {
  let calls = 0;
  let isKilled = false;
  intercept(product, async (_, pass) => {
    if (!isKilled && calls++ < call) return pass();
    if (!isKilled && isDone) await pass();
    isKilled = true;
    return undefined;
  });
  await numberPapers(always).catch(() => {});
  endInterception(product);
  return isKilled;
}

test.each([
  ["before", false],
  ["after", true],
])("one that is killed %s any of its calls to DynamoDB is completed by the next", async (_, isDone) => {
  // No pauses before the SDK's retries.
  vi.spyOn(Math, "random").mockReturnValue(0);
  for (let call = 0; ; call += 1) {
    for (const { id } of await rowsOf(product, "Papers")) await remove(String(id));
    await write(manyPapers(100));
    const isKilled = await killAt(call, isDone);
    await numberPapers(always);
    const papers = await stored();
    expect(
      papers.map(({ number }) => number),
      `call ${call}`,
    ).toEqual(invoiceNumbers(100));
    expect(
      papers.map(({ serial }) => serial),
      `call ${call}`,
    ).toEqual(oneTo(100));
    if (!isKilled) return expect(call).toBeGreaterThan(6);
  }
});

test("papers that the index still has, though they are numbered or withdrawn, are left out", async () => {
  const papers = manyPapers(5);
  await write(papers);
  const [numbered, gone] = papers as [PaperRow, PaperRow];
  let reads = 0;
  intercept(product, async ({ operation }, pass) => {
    const answer = await pass();
    if (operation !== "Query" || reads++ > 0) return answer;
    const Item = { ...numbered, number: invoiceNumber(1), serial: 1, to_number: undefined };
    await database.send(new PutCommand({ TableName, Item }));
    const last = { ...numbersKey, serial: 1, places: { "INV-2026": 1 } };
    await database.send(new PutCommand({ TableName, Item: last }));
    await remove(gone.id);
    return answer;
  });
  expect(await numberPapers(always)).toEqual({ numbered: 3, isFinished: true });
  expect((await stored()).map(({ number }) => number)).toEqual(invoiceNumbers(4));
});

test("a paper that is withdrawn between the read and the transaction takes no number", async () => {
  const papers = manyPapers(5);
  await write(papers);
  const [, late] = papers as [PaperRow, PaperRow];
  intercept(product, async ({ operation }, pass) => {
    const answer = await pass();
    if (operation === "BatchGetItem") await remove(late.id);
    return answer;
  });
  expect(await numberPapers(always)).toEqual({ numbered: 4, isFinished: true });
  expect((await stored()).map(({ number }) => number)).toEqual(invoiceNumbers(4));
});

test("a numberer that was slow does not give the numbers that another one gave to other papers", async () => {
  await write(manyPapers(3));
  let queries = 0;
  intercept(product, async ({ operation }, pass) => {
    // After it read the last numbers.
    if (operation === "Query" && queries++ === 0) {
      await numberPapers(always);
      await write([paperRow(4), paperRow(5)]);
    }
    return pass();
  });
  expect(await numberPapers(always)).toEqual({ numbered: 2, isFinished: true });
  expect((await stored()).map(({ number }) => number)).toEqual(invoiceNumbers(5));
});

test("a paper can be withdrawn as long as it has no number", async () => {
  const [paper, kept] = manyPapers(2) as [PaperRow, PaperRow];
  await write([paper, kept]);
  await transact([withdrawPaper(paper.id)]);
  expect(await tryTransact([withdrawPaper(paper.id)])).toBe(false);
  await numberPapers(always);
  expect(await tryTransact([withdrawPaper(kept.id)])).toBe(false);
  expect((await stored()).map(({ id, number }) => [id, number])).toEqual([[kept.id, invoiceNumber(1)]]);
});

test("if the row with the last numbers is lost, the papers tell them", async () => {
  await write(manyPapers(3, (at) => (at === 0 ? { kind: "credit_note" } : {})));
  await numberPapers(always);
  await remove(numbersKey.id);
  await write([paperRow(4), paperRow(5, { kind: "credit_note" })]);
  await numberPapers(always);
  expect((await stored()).map(({ number, serial }) => `${serial} ${number}`)).toEqual([
    "1 CRN-2026-000001",
    "2 INV-2026-000001",
    "3 INV-2026-000002",
    "4 INV-2026-000003",
    "5 CRN-2026-000002",
  ]);
});

test("papers with many lines are numbered in several transactions, and a run stops when its time is over", async () => {
  const [line] = paperRow(0).lines as [PaperRow["lines"][number]];
  await write(manyPapers(5, () => ({ lines: Array.from({ length: 900 }, () => line) })));
  let transactions = 0;
  intercept(product, async ({ operation }, pass) => {
    transactions += Number(operation === "TransactWriteItems");
    return pass();
  });
  expect(await numberPapers(() => transactions < 2)).toEqual({ numbered: 4, isFinished: false });
  expect(await numberPapers(always)).toEqual({ numbered: 1, isFinished: true });
  expect((await stored()).map(({ number }) => number)).toEqual(invoiceNumbers(5));
});
