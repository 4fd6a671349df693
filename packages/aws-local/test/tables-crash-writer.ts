// Run as a process of its own by tables-crash.test.ts, which kills it: writes without end, from several sides
// at once, and says on standard output what was acknowledged.
import { setTimeout as wait } from "node:timers/promises";
import { AwsError } from "../src/aws-error.ts";
import { openTables } from "../src/tables/tables.ts";

const [directory = "", run = ""] = process.argv.slice(2);
const tables = await openTables(directory);
const acknowledge = (what: string, id: string) => process.stdout.write(`${what} ${id}\n`);

const count = (amount: number) => ({
  Update: {
    TableName: "Counters",
    Key: { name: { S: "items" } },
    UpdateExpression: "ADD amount :n",
    ExpressionAttributeValues: { ":n": { N: String(amount) } },
  },
});

/** Until it is made: all sides change the one counter, so they meet. */
async function transact(TransactItems: object[]) {
  for (;;) {
    try {
      return await tables.call("TransactWriteItems", { TransactItems });
    } catch (error) {
      if (!(error instanceof AwsError && error.message.includes("TransactionConflict"))) throw error;
      await wait(1);
    }
  }
}

async function write(side: number) {
  for (let n = 0; ; n++) {
    const id = `${run}-${side}-${n}`;
    const owner = { S: `owner-${n % 3}` };
    await tables.call("PutItem", { TableName: "Plain", Item: { id: { S: id }, owner } });
    acknowledge("put", id);
    await tables.call("PutItem", { TableName: "Plain", Item: { id: { S: id }, owner: { S: "moved" } } });
    acknowledge("moved", id);
    await transact([{ Put: { TableName: "Counted", Item: { id: { S: id }, owner } } }, count(1)]);
    acknowledge("counted", id);
    if (n % 2 === 0) continue;
    await transact([{ Delete: { TableName: "Counted", Key: { id: { S: id } } } }, count(-1)]);
    acknowledge("uncounted", id);
  }
}

await Promise.all([0, 1, 2, 3].map(write));
