import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { addDays } from "../shared/day.ts";
import { tableVariable } from "../shared/tables.ts";
import { intercept } from "../test/interception.ts";
import { type Product, startProduct, today } from "../test/product.ts";
import { databaseOf, tableNamed } from "../test/seed-rows.ts";
import type { Figure } from "./figure.ts";

/** What calls cost in DynamoDB's units, and how many creations a second the counters let through. */
export const measure = async (): Promise<Figure[]> => [...(await units()), ...(await ceilings())];

type Units = { read: number; write: number };

/** Each call as the browser makes it, with its budget of units; of each change, its record of the activity takes three. */
async function units(): Promise<Figure[]> {
  const product = await startProduct();
  try {
    const { access } = await product.signIn(await product.employ("staff"));
    const call = product.callerFor(access);
    const spent: Units = { read: 0, write: 0 };
    intercept(product, async ({ operation, body }, pass) => {
      if (!body.startsWith("{") || !/Get|Put|Update|Delete|Query|Scan|Transact/.test(operation))
        return pass();
      // Whether the caller may come in is read once in five seconds, in two units: not of each call.
      if (/"(TableName|RequestItems)":(\{)?"DataStaff/.test(body)) return pass();
      const answer = await pass(JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: "TOTAL" }));
      const text = await answer.text();
      const { ConsumedCapacity = [] } = JSON.parse(text);
      for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat())
        spent[/Put|Update|Delete|TransactWrite/.test(operation) ? "write" : "read"] += CapacityUnits;
      return new Response(text, { status: answer.status, headers: answer.headers });
    });
    const figures: Figure[] = [];
    async function count<Answer extends { status: number }>(
      what: string,
      budget: Units,
      make: () => Promise<Answer>,
    ): Promise<Answer> {
      Object.assign(spent, { read: 0, write: 0 });
      const answer = await make();
      if (answer.status >= 300) throw new Error(`${what} was answered ${answer.status}.`);
      await product.idle();
      for (const kind of ["read", "write"] as const) {
        const unit = `${kind} units`;
        figures.push({ what: `${what}, with what follows`, unit, found: spent[kind], budget: budget[kind] });
      }
      return answer;
    }

    const settings = (await call("GET /api/v1/settings")).body.settings;
    const { version: _, ...profile } = settings;
    await count("POST settings", { read: 1, write: 6 }, () =>
      call("POST /api/v1/settings", {
        body: { ...profile, company_name: "Mwamba", company_email: "hello@mwamba.example" },
      }),
    );
    const wanted = { name: "Amani Traders", email: "accounts@amani.example" };
    const { body } = await count("POST clients", { read: 1, write: 13 }, () =>
      call("POST /api/v1/clients", { body: wanted }),
    );
    const params = { id: body.client.id };
    await count("PUT clients/{id}", { read: 1, write: 7 }, () =>
      call("PUT /api/v1/clients/{id}", { params, body: { ...wanted, status: "inactive" } }),
    );
    await call("PUT /api/v1/clients/{id}", { params, body: { ...wanted, status: "active" } });
    const terms = {
      client_id: params.id,
      start_date: addDays(today, -25),
      frequency: "monthly",
      amount: 149.99,
    };
    const created = await count("POST subscriptions", { read: 2, write: 11 }, () =>
      call("POST /api/v1/subscriptions", { body: { ...terms, status: "active" } }),
    );
    await count("PUT subscriptions/{id}", { read: 1, write: 9 }, () =>
      call("PUT /api/v1/subscriptions/{id}", {
        params: { id: created.body.subscription.id },
        body: { ...terms, amount: 159.99, status: "active" },
      }),
    );
    // The first look at counters sets a mark.
    await call("GET /api/v1/dashboard/stats");
    const reading: Units = { read: 1, write: 0 };
    await count("GET clients", reading, () => call("GET /api/v1/clients"));
    await count("GET subscriptions", reading, () => call("GET /api/v1/subscriptions"));
    await count("GET settings", reading, () => call("GET /api/v1/settings"));
    await count("GET dashboard/stats", { read: 10.5, write: 0 }, () => call("GET /api/v1/dashboard/stats"));
    await count("POST send-notifications, one due", { read: 7.5, write: 12 }, () =>
      call("POST /api/v1/send-notifications"),
    );
    await count("POST send-email", { read: 2, write: 14 }, () =>
      product.call("POST /api/send-email", {
        body: {
          ...{ name: "Grace", email: "grace@tumaini.example", phone: "", message: "Can we talk on Monday?" },
          ...{ id: randomUUID(), website: "", elapsed: 30_000 },
        },
      }),
    );
    return figures;
  } finally {
    await product.stop();
  }
}

/** How long DynamoDB holds the items of a transaction; what it says of itself is "single-digit milliseconds" a write. */
const transactionTakes = 20;
const writers = 100;
const writes = 600;

/** Creations that arrive all at once, each in a transaction with its counter, where DynamoDB cancels what meets. */
async function ceilings(): Promise<Figure[]> {
  const product = await startProduct();
  try {
    process.env.AWS_ENDPOINT_URL = product.awsEndpoint;
    process.env.AWS_REGION = product.region;
    process.env.AWS_ACCESS_KEY_ID = product.credentials.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = product.credentials.secretAccessKey;
    const database = databaseOf(product);
    for (const name of ["clients", "settings"] as const)
      process.env[tableVariable(name)] = await tableNamed(
        database,
        name.replace(/^./, (first) => first.toUpperCase()),
      );
    const inOneRow = await creationsASecond(product, (name) => name.replace(/counters-\d/, "counters"));
    const spread = await creationsASecond(product, (name) => name);
    const ofTransactions = `creations a second, transactions of ${transactionTakes} ms`;
    return [
      {
        what: `${ofTransactions}, counters in one row`,
        unit: "/s",
        found: inOneRow.rate,
        budget: 0,
        atLeast: true,
      },
      { what: `${ofTransactions}, as they are`, unit: "/s", found: spread.rate, budget: 100, atLeast: true },
      { what: `of ${writes} by ${writers} at once, given up`, unit: "", found: spread.refused, budget: 0 },
    ];
  } finally {
    await product.stop();
  }
}

async function creationsASecond(product: Product, rowOf: (name: string) => string) {
  const { insert } = await import("../lambdas/clients/store.ts");
  const { clientCounts, recount } = await import("../lambdas/counters.ts");
  const { transact } = await import("../lambdas/database.ts");
  const held = new Set<string>();
  intercept(product, async ({ operation, body }, pass) => {
    if (operation !== "TransactWriteItems") return pass();
    const actions: Record<string, { TableName: string; Key?: object; Item?: { id: object } }>[] =
      JSON.parse(body).TransactItems;
    const items = actions
      .flatMap((action) => Object.values(action))
      .map(({ TableName, Key, Item }) => rowOf(JSON.stringify(Key ?? Item?.id)) + TableName);
    if (items.some((item) => held.has(item))) return conflict(items.map((item) => held.has(item)));
    for (const item of items) held.add(item);
    await wait(transactionTakes);
    // Not for as long as a busy machine takes besides.
    for (const item of items) held.delete(item);
    return pass();
  });
  let refused = 0;
  const client = { name: "Amani", email: "amani@client.example", phone: "", company: "", address: "" };
  let left = writes;
  const began = performance.now();
  const write = async () => {
    while (left > 0) {
      left -= 1;
      const row = {
        ...client,
        id: randomUUID(),
        status: "active",
        created_at: `${today}T06:00:00.000Z`,
        version: 1,
      };
      await transact([insert(row as never), ...recount({}, clientCounts(row))]).catch(() => {
        refused += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return { rate: (writes - refused) / ((performance.now() - began) / 1_000), refused };
}

const conflict = (met: boolean[]): Response =>
  new Response(
    JSON.stringify({
      __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
      message: "Transaction cancelled",
      CancellationReasons: met.map((one) => ({ Code: one ? "TransactionConflict" : "None" })),
    }),
    { status: 400, headers: { "content-type": "application/x-amz-json-1.0" } },
  );
