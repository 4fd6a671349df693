import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recount } from "../../ops/data/recount.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { today } from "../../test/product/product.ts";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";
import { seedAccounts } from "../../test/product/seed-rows.ts";
import { subscriptionList } from "../../test/product/subscription-list.ts";
import { type OpenTables, open } from "../../test/product/tables-of-product.ts";

/** Of one subscription: more than one transaction changes. With the one to come, 123 are open. */
const DUE = 122;

let on: ReminderProduct;
let tables: OpenTables;
beforeAll(async () => {
  on = await startReminderProduct({ template: shortTimeouts({ isWatched: true }) });
  await on.saveSettings({ remind_before: [], remind_after: [], repeat_overdue_days: 0 });
  tables = await open(on.product);
});
afterAll(() => on?.product.stop());

let people = 0;
let client: Awaited<ReturnType<typeof lateClient>>;
beforeEach(async () => {
  client = await lateClient();
  await recount(tables.client, tables.tableNames, today);
});

/** A client who owes $10 for each period of ten years. */
async function lateClient() {
  people += 1;
  const { id, name, email } = await on.newClient({
    name: `Late ${people}`,
    email: `late${people}@client.example`,
  });
  const terms = { amount_cents: 10_00, billing_anchor: "2016-11-20", next_billing_date: "2016-11-20" };
  const [subscription] = await seedAccounts(on.product, [id], () => terms);
  const params = { id };
  const account = async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body;
  return {
    id,
    subscription: subscription?.id ?? "",
    open: async () => (await account()).charges.filter(({ state }) => state === "open"),
    owed: async () => {
      const [owed] = (await account()).owed;
      return [owed?.overdue ?? 0, owed?.on_hold ?? 0];
    },
    setStatus: (status: string) =>
      on.call("PUT /api/v1/clients/{id}", { params, body: { name, email, status } }),
  };
}

/**
 * Counts the transactions of money, and what is wrong with the stored rows after each of them. After `most`, none is made, and
 * no message wakes a job.
 */
function watchParts(most = Number.POSITIVE_INFINITY) {
  const watched = { parts: 0, faults: [] as string[] };
  intercept(on.product, async (call, pass) => {
    if (Number.isFinite(most) && call.operation === "SendMessageBatch") return undefined;
    if (call.from === undefined || call.operation !== "TransactWriteItems") return pass();
    if (watched.parts >= most) return undefined;
    const stored = await pass();
    watched.parts += 1;
    watched.faults.push(...(await recount(tables.client, tables.tableNames, today)));
    return stored;
  });
  return watched;
}

/** As a form saves it, which knows the version. */
async function change(more: object) {
  const { subscriptions } = (await on.call("GET /api/v1/subscriptions")).body;
  const { version } = subscriptions.find(({ id }) => id === client.subscription) ?? {};
  return on.change(client.subscription, { version, ...more });
}

test("a new price for 120 open charges of one subscription changes all of them", async () => {
  const watched = watchParts();
  expect((await change({ amount: 12, open_charges: "change" })).status).toBe(200);
  endInterception(on.product);
  expect([watched.parts > 1, watched.faults]).toEqual([true, []]);
  expect(await client.owed()).toEqual([DUE * 12, 0]);
  // One that only concerns the charge to come is one transaction.
  expect((await change({ amount: 13 })).status).toBe(200);
  expect(await client.owed()).toEqual([DUE * 12, 0]);
});

test("a subscription with 120 open charges is paused and resumed, or as before if that is interrupted", async () => {
  const interrupted = watchParts(1);
  expect((await change({ status: "paused" })).status).toBeGreaterThanOrEqual(500);
  endInterception(on.product);
  expect([interrupted.parts, interrupted.faults]).toEqual([1, []]);
  const [, heldSum = 0] = await client.owed();
  expect(heldSum).toBeGreaterThan(0);
  await on.sweepOutbox();
  expect(await client.owed()).toEqual([DUE * 10, 0]);

  const watched = watchParts();
  expect((await change({ status: "paused" })).status).toBe(200);
  expect(await client.owed()).toEqual([0, (DUE + 1) * 10]);
  expect((await change({ status: "active" })).status).toBe(200);
  expect([await client.owed(), watched.faults]).toEqual([[DUE * 10, 0], []]);
  endInterception(on.product);
});

test("one of them is waived, and the others stay open", async () => {
  const [{ id: charge = "", amount = 0 } = {}] = await client.open();
  const { status, body } = await on.call("PUT /api/v1/clients/{id}/charges/{charge}", {
    params: { id: client.id, charge },
    body: { waived: amount, reason: "The service was down" },
  });
  expect([status, body.charge.state, (await client.open()).length]).toEqual([200, "waived", DUE]);
  expect(await client.owed()).toEqual([(DUE - 1) * 10, 0]);
});

test("its charges are removed when it ends, if their dates were wrong", async () => {
  const watched = watchParts();
  expect((await change({ status: "inactive", open_charges: "remove" })).status).toBe(200);
  expect([await client.open(), watched.faults]).toEqual([[], []]);
  endInterception(on.product);
});

test("it ends, and what is due stays owed on hold; its client becomes inactive and active again", async () => {
  const watched = watchParts();
  expect((await client.setStatus("inactive")).status).toBe(200);
  expect(await client.owed()).toEqual([0, (DUE + 1) * 10]);
  expect((await client.setStatus("active")).status).toBe(200);
  expect(await client.owed()).toEqual([DUE * 10, 0]);
  expect((await change({ status: "inactive" })).status).toBe(200);
  expect([await client.owed(), watched.faults]).toEqual([[0, DUE * 10], []]);
  endInterception(on.product);
});

test("somebody else's change in between is seen", async () => {
  const version = 7;
  expect((await change({ status: "paused", version })).status).toBe(409);
  expect(await client.owed()).toEqual([DUE * 10, 0]);
});

describe("while a change is stored in parts", () => {
  /** Saves a pause, and has somebody else save something after its first part. */
  async function pauseAnd(save: (version: number) => Promise<{ status: number }>) {
    const version = async () =>
      (await on.call("GET /api/v1/subscriptions")).body.subscriptions.find(
        ({ id }) => id === client.subscription,
      )?.version ?? 0;
    const versionSeen = await version();
    let meanwhile: { status: number } | undefined;
    let isFirst = true;
    intercept(on.product, async (call, pass) => {
      const stored = await pass();
      if (isFirst && call.from !== undefined && call.operation === "TransactWriteItems") {
        isFirst = false;
        meanwhile = await save(versionSeen);
      }
      return stored;
    });
    const own = await on.change(client.subscription, { status: "paused", version: versionSeen });
    endInterception(on.product);
    await on.sweepOutbox();
    expect(await recount(tables.client, tables.tableNames, today)).toEqual([]);
    return [own.status, meanwhile?.status];
  }
  const rename = (more: object) => on.change(client.subscription, { service: "Other", ...more });

  test("somebody else who saw the subscription before is refused", async () => {
    expect(await pauseAnd((version) => rename({ version }))).toEqual([200, 409]);
    expect(await client.owed()).toEqual([0, (DUE + 1) * 10]);
  });

  test("somebody else's change of what they see then is kept, and the rest is refused", async () => {
    expect(await pauseAnd((version) => rename({ version: version + 1 }))).toEqual([409, 200]);
    const { subscriptions } = (await on.call("GET /api/v1/subscriptions")).body;
    expect(subscriptions.find(({ id }) => id === client.subscription)).toMatchObject({
      service: "Other",
      status: "active",
    });
    expect(await client.owed()).toEqual([DUE * 10, 0]);
  });

  test("somebody else's payment is kept, and the rest is refused as it is without parts", async () => {
    const body = { id: crypto.randomUUID(), amount: 10 };
    const params = { id: client.id };
    const pay = () => on.call("POST /api/v1/clients/{id}/payments", { params, body });
    expect(await pauseAnd(pay)).toEqual([409, 201]);
    expect(await client.owed()).toEqual([DUE * 10 - 10, 0]);
  });
});

describe("it moves to another client", () => {
  let otherClient: Awaited<ReturnType<typeof lateClient>>;
  beforeEach(async () => {
    otherClient = await lateClient();
    await recount(tables.client, tables.tableNames, today);
  });
  const owedOfSubscription = DUE * 10;
  const owed = async () => [await client.owed(), await otherClient.owed()];
  /** The client who has it, the one who owes something of it from before, and how many charges. */
  const owner = async () => {
    const { rows, former } = await subscriptionList(on.call);
    const ofIt = ({ id }: { id: string }) => id === client.subscription;
    return [rows.find(ofIt)?.client_id, former.find(ofIt)?.client_id, former.find(ofIt)?.open?.length];
  };

  test("what is due stays with the former client, and both accounts are right after each transaction", async () => {
    const watched = watchParts();
    expect((await change({ client_id: otherClient.id })).status).toBe(200);
    await on.product.idle();
    endInterception(on.product);
    expect([watched.parts, watched.faults]).toEqual([1, []]);
    expect(await owed()).toEqual([
      [DUE * 10, 0],
      [owedOfSubscription, 0],
    ]);
    expect(await owner()).toEqual([otherClient.id, client.id, DUE]);
    // Its next period is charged once.
    const charges = (await on.rows("Charges")).filter(({ id }) => String(id).startsWith(client.subscription));
    expect(charges.map(({ client_id }) => client_id).filter((id) => id === otherClient.id)).toHaveLength(1);
    expect(charges).toHaveLength(DUE + 1);

    expect((await change({ client_id: client.id })).status).toBe(200);
    expect(await owner()).toEqual([client.id, undefined, undefined]);
  });

  test("while it is paused, with all that is on hold, and back; the former client becomes inactive", async () => {
    expect((await change({ status: "paused" })).status).toBe(200);
    // The first part of a move that is interrupted is taken back.
    const interrupted = watchParts(1);
    expect((await change({ status: "paused", client_id: otherClient.id })).status).toBeGreaterThanOrEqual(
      500,
    );
    endInterception(on.product);
    expect([interrupted.parts, interrupted.faults]).toEqual([1, []]);
    await on.sweepOutbox();
    expect(await owed()).toEqual([
      [0, (DUE + 1) * 10],
      [owedOfSubscription, 0],
    ]);
    const watched = watchParts();
    expect((await change({ status: "paused", client_id: otherClient.id })).status).toBe(200);
    await on.product.idle();
    expect(await owed()).toEqual([
      [DUE * 10, 0],
      [owedOfSubscription, 10],
    ]);
    expect((await client.setStatus("inactive")).status).toBe(200);
    expect(await client.owed()).toEqual([0, DUE * 10]);
    expect((await client.setStatus("active")).status).toBe(200);
    const back = await change({ status: "paused", client_id: client.id });
    expect([back.status, back.body.error]).toEqual([200, undefined]);
    await on.product.idle();
    endInterception(on.product);
    expect(watched.faults).toEqual([]);
    expect(await owed()).toEqual([
      [0, (DUE + 1) * 10],
      [owedOfSubscription, 0],
    ]);
    expect(await owner()).toEqual([client.id, undefined, undefined]);
  });
});
