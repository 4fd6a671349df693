import { randomUUID } from "node:crypto";
import { connectTablesOf } from "../test/product/in-this-process.ts";
import { intercept } from "../test/product/interception.ts";
import { paperRow } from "../test/product/paper-rows.ts";
import { startProduct } from "../test/product/product.ts";
import { seedRows } from "../test/product/seed-rows.ts";
import { withoutQueueConsumers } from "../test/product/without-queue-consumers.ts";
import type { Figure } from "./figure.ts";

const PAPERS = 10_000;
/** The least that one numberer does, with every call of a transaction. */
const TRANSACTIONS_A_SECOND = 10;

/** The time and writes that it takes to number the papers of a first of the month, which are written in one instant. */
export async function measure(): Promise<Figure[]> {
  const product = await startProduct(
    {},
    { name: "without queue consumers", template: withoutQueueConsumers },
  );
  try {
    await connectTablesOf(product);
    const { numberPapers } = await import("../lambdas/ledger/number-papers.ts");
    await seedRows(product, "Papers", PAPERS, (id, at) => ({ ...paperRow(at), id, client_id: randomUUID() }));
    let transactions = 0;
    let written = 0;
    let read = 0;
    intercept(product, async ({ operation, body }, pass) => {
      const answer = await pass(JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: "TOTAL" }));
      const text = await answer.text();
      const { ConsumedCapacity = [] } = JSON.parse(text);
      for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat())
        if (operation === "TransactWriteItems") written += CapacityUnits;
        else read += CapacityUnits;
      transactions += Number(operation === "TransactWriteItems");
      return new Response(text, { status: answer.status, headers: answer.headers });
    });
    const start = performance.now();
    const { numbered } = await numberPapers(() => true);
    const seconds = (performance.now() - start) / 1_000;
    const name = `${PAPERS} papers of one instant`;
    return [
      { name: `${name}: left without a number`, unit: "", value: PAPERS - numbered, budget: 0 },
      { name: `${name}: transactions`, unit: "", value: transactions, budget: Math.ceil(PAPERS / 90) },
      {
        name: `${name}, at ${TRANSACTIONS_A_SECOND} transactions a second`,
        unit: "s",
        value: transactions / TRANSACTIONS_A_SECOND,
        budget: 300,
      },
      { name: `${name}, on this machine`, unit: "s", value: seconds, budget: 300 },
      { name: "a paper's number", unit: "write units", value: written / PAPERS, budget: 10 },
      { name: "a paper's number", unit: "read units", value: read / PAPERS, budget: 2 },
    ];
  } finally {
    await product.stop();
  }
}
