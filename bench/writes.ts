import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { addDays } from "../shared/day.ts";
import { omit } from "../shared/omit.ts";
import { connectTablesOf } from "../test/product/in-this-process.ts";
import { intercept } from "../test/product/interception.ts";
import { type Product, startProduct, today } from "../test/product/product.ts";
import { regularPayer } from "../test/product/regular-payer.ts";
import type { Figure } from "./figure.ts";

/** DynamoDB units for each call, and how many creations a second the counters allow. */
export const measure = async (): Promise<Figure[]> => [...(await units()), ...(await maxCreationRates())];

type Units = { read: number; write: number };

/**
 * The units of each call that browsers make. Of a change, the activity record takes three write units, the list by change
 * one or two, and each row of a transaction twice its own.
 */
async function units(): Promise<Figure[]> {
  const product = await startProduct();
  try {
    const callerOf = async (role: "admin" | "staff") =>
      product.callerFor((await product.signIn(await product.createStaff(role))).access);
    const [call, asAdmin] = [await callerOf("staff"), await callerOf("admin")];
    const spent: Units = { read: 0, write: 0 };
    intercept(product, async ({ operation, body }, pass) => {
      if (!body.startsWith("{") || !/Get|Put|Update|Delete|Query|Scan|Transact/.test(operation))
        return pass();
      // Not counted: the access check reads two units once in five seconds, not for each call.
      if (/"(TableName|RequestItems)":(\{)?"DataStaff/.test(body)) return pass();
      const answer = await pass(JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: "TOTAL" }));
      const text = await answer.text();
      const { ConsumedCapacity = [] } = JSON.parse(text);
      for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat())
        spent[/Put|Update|Delete|TransactWrite/.test(operation) ? "write" : "read"] += CapacityUnits;
      return new Response(text, { status: answer.status, headers: answer.headers });
    });
    const figures: Figure[] = [];
    let measured = spent;
    async function count<Answer extends { status: number }>(
      name: string,
      budget: Units,
      make: () => Promise<Answer>,
    ): Promise<Answer> {
      Object.assign(spent, { read: 0, write: 0 });
      const answer = await make();
      if (answer.status >= 300) throw new Error(`${name} answered ${answer.status}.`);
      await product.idle();
      measured = { ...spent };
      for (const kind of ["read", "write"] as const) {
        const unit = `${kind} units`;
        figures.push({
          name: `${name}, with its background work`,
          unit,
          value: spent[kind],
          budget: budget[kind],
        });
      }
      return answer;
    }

    const settings = (await call("GET /api/v1/settings")).body.settings;
    const profile = omit(settings, "version");
    // With the email to the administrator.
    await count("POST settings", { read: 2, write: 15 }, () =>
      asAdmin("POST /api/v1/settings", {
        body: {
          ...profile,
          company_name: "Mwamba",
          company_email: "hello@mwamba.example",
          send_receipts: true,
        },
      }),
    );
    const details = { name: "Amani Traders", email: "accounts@amani.example" };
    const { body } = await count("POST clients", { read: 1, write: 21 }, () =>
      call("POST /api/v1/clients", { body: details }),
    );
    const params = { id: body.client.id };
    await count("PUT clients/{id}", { read: 3, write: 11 }, () =>
      call("PUT /api/v1/clients/{id}", { params, body: { ...details, status: "inactive" } }),
    );
    await call("PUT /api/v1/clients/{id}", { params, body: { ...details, status: "active" } });
    const terms = {
      client_id: params.id,
      start_date: addDays(today, -25),
      frequency: "monthly",
      amount: 149.99,
    };
    const created = await count("POST subscriptions", { read: 4, write: 19 }, () =>
      call("POST /api/v1/subscriptions", { body: { ...terms, status: "active" } }),
    );
    await count("PUT subscriptions/{id}", { read: 4, write: 18 }, () =>
      call("PUT /api/v1/subscriptions/{id}", {
        params: { id: created.body.subscription.id },
        body: { ...terms, amount: 159.99, status: "active" },
      }),
    );
    const pay = (id: string, amount: number) =>
      call("POST /api/v1/clients/{id}/payments", { params: { id }, body: { id: randomUUID(), amount } });
    const name = "POST clients/{id}/payments, with its receipt";
    await count(name, { read: 14, write: 43 }, () => pay(params.id, 100));
    const { read, write } = measured;
    figures.push({ name, unit: "read and write units", value: read + write, budget: 60 });
    // The first call initialises the counters.
    await call("GET /api/v1/dashboard/stats");
    const reading: Units = { read: 1, write: 0 };
    await count("GET clients", reading, () => call("GET /api/v1/clients"));
    await count("GET subscriptions", { read: 2, write: 0 }, () => call("GET /api/v1/subscriptions"));
    await count("GET settings", reading, () => call("GET /api/v1/settings"));
    await count("GET dashboard/stats", { read: 16, write: 0 }, () => call("GET /api/v1/dashboard/stats"));
    await count("POST send-notifications, one due", { read: 10.5, write: 19 }, () =>
      call("POST /api/v1/send-notifications"),
    );
    await count("POST send-email", { read: 2, write: 16 }, () =>
      product.call("POST /api/send-email", {
        body: {
          name: "Grace",
          email: "grace@tumaini.example",
          phone: "",
          message: "Can we talk on Monday?",
          id: randomUUID(),
          website: "",
          elapsed: 30_000,
        },
      }),
    );
    const regular = await regularPayer(product);
    Object.assign(spent, { read: 0, write: 0 });
    if ((await pay(regular, 149.99)).status !== 201) throw new Error("The payment was refused.");
    const ofRegular = "a payment of an account with 400 paid and 3 open charges";
    figures.push({ name: ofRegular, unit: "read units", value: spent.read, budget: 20 });
    await product.idle();
    figures.push({
      name: `${ofRegular}, with its receipt`,
      unit: "read units",
      value: spent.read,
      budget: 20,
    });
    return figures;
  } finally {
    await product.stop();
  }
}

/** How long DynamoDB holds the items of a transaction. Its documentation says "single-digit milliseconds" a write. */
const TRANSACTION_MS = 20;
const WRITERS = 100;
const WRITES = 600;

/** Creations at the same time, each in a transaction with its counter. DynamoDB cancels conflicting transactions. */
async function maxCreationRates(): Promise<Figure[]> {
  const product = await startProduct();
  try {
    await connectTablesOf(product);
    const oneRow = await creationsASecond(product, (name) => name.replace(/counters-\d/, "counters"));
    const spread = await creationsASecond(product, (name) => name);
    const label = `creations a second, transactions of ${TRANSACTION_MS} ms`;
    return [
      {
        name: `${label}, counters in one row`,
        unit: "/s",
        value: oneRow.rate,
        budget: 0,
        atLeast: true,
      },
      {
        name: `${label}, counters in several rows`,
        unit: "/s",
        value: spread.rate,
        budget: 100,
        atLeast: true,
      },
      { name: `failed, of ${WRITES} by ${WRITERS} writers`, unit: "", value: spread.refused, budget: 0 },
    ];
  } finally {
    await product.stop();
  }
}

async function creationsASecond(product: Product, rowOf: (name: string) => string) {
  const { insert } = await import("../lambdas/stores/client-store.ts");
  const { clientCounts, counterUpdates } = await import("../lambdas/platform/dynamo/counters.ts");
  const { transact } = await import("../lambdas/platform/dynamo/database.ts");
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
    await wait(TRANSACTION_MS);
    // Released before the write, because a busy machine can take longer.
    for (const item of items) held.delete(item);
    return pass();
  });
  let refused = 0;
  const client = { name: "Amani", email: "amani@client.example", phone: "", company: "", address: "" };
  let remaining = WRITES;
  const start = performance.now();
  const write = async () => {
    while (remaining > 0) {
      remaining -= 1;
      const row = {
        ...client,
        id: randomUUID(),
        status: "active",
        created_at: `${today}T06:00:00.000Z`,
        version: 1,
      };
      await transact([insert(row as never), ...counterUpdates({}, clientCounts(row))]).catch(() => {
        refused += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return { rate: (WRITES - refused) / ((performance.now() - start) / 1_000), refused };
}

const conflict = (conflicts: boolean[]): Response =>
  new Response(
    JSON.stringify({
      __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
      message: "Transaction cancelled",
      CancellationReasons: conflicts.map((isConflict) => ({
        Code: isConflict ? "TransactionConflict" : "None",
      })),
    }),
    { status: 400, headers: { "content-type": "application/x-amz-json-1.0" } },
  );
