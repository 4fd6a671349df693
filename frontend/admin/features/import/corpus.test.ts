import { readXlsx, writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { fieldsOfKind } from "../../../../shared/imports/kinds.ts";
import { chargePlanner } from "../../../../shared/imports/plan-charges.ts";
import { clientPlanner } from "../../../../shared/imports/plan-clients.ts";
import { controlUnitPlanner } from "../../../../shared/imports/plan-control-units.ts";
import { paymentPlanner } from "../../../../shared/imports/plan-payments.ts";
import { type Cells, type PlannedRow, planPart, type RowPlan } from "../../../../shared/imports/plan-rows.ts";
import { subscriptionPlanner } from "../../../../shared/imports/plan-subscriptions.ts";
import type { ImportCase } from "../../../../test/import-corpus/case.ts";
import { cellCases } from "../../../../test/import-corpus/cells.ts";
import { dayCases } from "../../../../test/import-corpus/days.ts";
import { hiddenCases } from "../../../../test/import-corpus/hidden.ts";
import { numberedClient, numberedSubscription } from "../../../../test/product/plan-file.ts";
import { matchColumns } from "../../components/import/columns.ts";
import { readTable } from "../../components/import/read-table.ts";
import { readingOf } from "../../components/import/reading.ts";
import { kinds } from "./kinds.ts";
import { rowsToSend } from "./rows.ts";

const today = "2026-12-24";
const clients = [numberedClient(1, { payment_reference: "4821072" }), numberedClient(2)];
const subscriptions = [numberedSubscription(1, { currency: "KES" })];
type Planner = (cells: Cells<string>) => RowPlan<unknown>;
const planners: Record<ImportCase["kind"], Planner> = {
  clients: clientPlanner(clients) as Planner,
  subscriptions: subscriptionPlanner({ clients, subscriptions: [], today, usual: "KES" }) as Planner,
  payments: paymentPlanner({
    clients,
    subscriptions,
    recorded: new Set(),
    charged: new Set(),
    today,
  }) as Planner,
  charges: chargePlanner({ clients, charges: new Map(), usual: "KES", today }) as Planner,
  control_units: controlUnitPlanner([]) as Planner,
};

async function bytesOf(file: ImportCase["file"]): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof file === "string") return new TextEncoder().encode(file);
  return new Uint8Array(await writeXlsx({ sheets: [{ name: "A", ...file }] }));
}

async function read({ kind, file, answers = {} }: ImportCase) {
  const result = await readTable(new Blob([await bytesOf(file)]), fieldsOfKind[kind], async () => readXlsx);
  if ("problem" in result) throw new Error(result.problem.text);
  const chosen = { table: result.table, columns: matchColumns(result.table.header, fieldsOfKind[kind]) };
  const { days } = kinds[kind];
  const asked = readingOf(chosen, days, {});
  const reading = readingOf(chosen, days, answers);
  if (!reading.order || reading.problem) throw new Error(reading.problem);
  const { columns, rows } = rowsToSend(reading, days, reading.order);
  const numbered = rows.map((cells, at) => ({ row: at + 1, cells }));
  return {
    asks: [
      ...(asked.hidden ? ["hidden"] : []),
      ...(asked.orders.length === 1 ? [] : ["order"]),
      ...(asked.converted.length > 0 ? ["days"] : []),
    ],
    hidden: asked.hidden,
    problem: asked.problem,
    rows: planPart(numbered, columns, planners[kind], new Map()).map(shownAs),
  };
}

/** The values to write, or the reason why not. */
function shownAs(row: PlannedRow<unknown>): string {
  if ("why" in row) return `${row.action}: ${row.why}`;
  if (row.action !== "new") return `${row.action} ${row.name}`;
  const body =
    (row.write as { body?: Record<string, unknown> }).body ?? (row.write as Record<string, unknown>);
  const { name, email, phone, service, start_date, next_billing_date, amount, paid_on, reference } = body;
  const parts = paid_on
    ? [amount, `on ${paid_on}`, reference]
    : start_date
      ? [service, `from ${start_date}`, next_billing_date && `next ${next_billing_date}`]
      : [name, email, phone];
  return ["new", ...parts].filter(Boolean).join(" ");
}

const cases = [...dayCases, ...cellCases, ...hiddenCases];

test.each(cases.map((example) => [example.name, example] as const))("%s", async (_, example) => {
  const { asks, hidden, problem, rows } = await read(example);
  expect({ asks, hidden, rows }).toEqual({
    asks: example.asks ?? [],
    hidden: example.hidden ?? "",
    rows: example.rows,
  });
  expect(problem === undefined).toBe(asks.length === 0);
});

test("the corpus has cases of every kind", () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
