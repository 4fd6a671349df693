// A process that tables-crash.test.ts kills: several concurrent loops write, and print each acknowledged write.
import { setTimeout as wait } from "node:timers/promises";
import { AwsError } from "../src/aws-error.ts";
import { openTables } from "../src/tables/tables.ts";

const [directory = "", run = ""] = process.argv.slice(2);
const tables = await openTables(directory);
const acknowledge = (action: string, id: string) => process.stdout.write(`${action} ${id}\n`);

const count = (amount: number) => ({
  Update: {
    TableName: "Counters",
    Key: { name: { S: "items" } },
    UpdateExpression: "ADD amount :n",
    ExpressionAttributeValues: { ":n": { N: String(amount) } },
  },
});

/** Retries conflicts: all loops change the same counter. */
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

async function write(loop: number) {
  for (let n = 0; ; n++) {
    const id = `${run}-${loop}-${n}`;
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
