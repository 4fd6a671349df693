import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { omit } from "../../../shared/omit.ts";
import type { SettingsChange } from "../../../shared/settings/settings.ts";
import { type TableName, tables, tableVariable } from "../../../shared/tables.ts";
import { endInterception, intercept, leaveOutOfBatches } from "../../../test/product/interception.ts";
import { type Product, startProduct } from "../../../test/product/product.ts";
import { databaseOf, tableNamed } from "../../../test/product/seed-rows.ts";

const moment = {
  now: "2026-12-24T06:00:00.000Z",
  today: "2026-12-24",
  actor: { id: "staff-id", name: "Somebody", email: "somebody@staff.example" },
};
const aClient = {
  name: "Amani",
  email: "amani@example.com",
  phone: "",
  company: "",
  address: "",
  status: "active" as const,
};

describe("the stores", () => {
  let product: Product;
  let clients: typeof import("../../stores/client-store.ts") &
    typeof import("../../clients/create.ts") &
    typeof import("../../clients/update.ts");
  let subscriptions: typeof import("../../stores/subscription-store.ts") &
    typeof import("../../subscriptions/create.ts");
  let payments: typeof import("../../ledger/record-payment.ts") &
    typeof import("../../ledger/undo-payment.ts") &
    typeof import("../../ledger/account-store.ts");
  let batches: typeof import("./batch-get.ts") & typeof import("./batch-put.ts");
  let counters: typeof import("./counters.ts");
  let emails: typeof import("../../outbox/email-claims.ts") & typeof import("../../stores/reminder-store.ts");
  let messages: typeof import("../../stores/message-store.ts");
  let settings: typeof import("../../stores/settings-store.ts") & typeof import("../../settings/save.ts");
  let errors: typeof import("../http/refusals.ts");

  beforeAll(async () => {
    product = await startProduct();
    vi.stubEnv("AWS_ENDPOINT_URL", product.awsEndpoint);
    vi.stubEnv("AWS_REGION", product.region);
    vi.stubEnv("AWS_ACCESS_KEY_ID", product.credentials.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", product.credentials.secretAccessKey);
    const database = databaseOf(product);
    for (const name of Object.keys(tables) as TableName[]) {
      const construct = name.replace(/^./, (first) => first.toUpperCase());
      vi.stubEnv(tableVariable(name), await tableNamed(database, construct));
    }
    vi.stubEnv("LEASE_SECONDS", "60");
    // There is no queue for the emails about new clients.
    vi.stubEnv("POWERTOOLS_LOG_LEVEL", "SILENT");
    // The stores create their client when they are loaded, with the environment of that time.
    vi.resetModules();
    clients = {
      ...(await import("../../stores/client-store.ts")),
      ...(await import("../../clients/create.ts")),
      ...(await import("../../clients/update.ts")),
    };
    subscriptions = {
      ...(await import("../../stores/subscription-store.ts")),
      ...(await import("../../subscriptions/create.ts")),
    };
    payments = {
      ...(await import("../../ledger/record-payment.ts")),
      ...(await import("../../ledger/undo-payment.ts")),
      ...(await import("../../ledger/account-store.ts")),
    };
    batches = { ...(await import("./batch-get.ts")), ...(await import("./batch-put.ts")) };
    counters = await import("./counters.ts");
    emails = {
      ...(await import("../../outbox/email-claims.ts")),
      ...(await import("../../stores/reminder-store.ts")),
    };
    messages = await import("../../stores/message-store.ts");
    settings = {
      ...(await import("../../stores/settings-store.ts")),
      ...(await import("../../settings/save.ts")),
    };
    errors = await import("../http/refusals.ts");
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await product.stop();
  });

  const subscribe = async (client_id: string, next_billing_date?: string) =>
    subscriptions.create(
      {
        client_id,
        start_date: "2026-01-31",
        frequency: "monthly",
        amount: 149.99,
        status: "active",
        ...(next_billing_date && { next_billing_date }),
      },
      moment,
    );

  const readCounters = () => counters.readCounters();

  test("a client is stored with its counter, and only the version that was read can be changed", async () => {
    const before = await readCounters();
    const client = await clients.create(aClient, moment);
    expect(await clients.get(client.id)).toEqual(client);
    expect((await readCounters()).active_clients).toBe(before.active_clients + 1);

    await clients.update(client.id, { ...aClient, status: "inactive", version: 1 }, moment);
    const staleUpdate = clients.update(client.id, { ...aClient, version: 1 }, moment);
    await expect(staleUpdate).rejects.toBeInstanceOf(errors.Conflict);
    expect((await readCounters()).active_clients).toBe(before.active_clients);
  });

  test("forty concurrent creations are counted exactly", async () => {
    const before = await readCounters();
    await Promise.all(Array.from({ length: 40 }, () => clients.create(aClient, moment)));
    expect((await readCounters()).real_records).toBe(before.real_records + 40);
    // They are spread over several rows.
    const counting = (await counters.readCounterRows()).filter((row) => row.real_records > 0);
    expect(counting.length).toBeGreaterThan(3);
  });

  test("what DynamoDB leaves out of a batch is asked for again; if it takes nothing, that is an error", async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => clients.create(aClient, moment)));
    const ids = created.map(({ id }) => id);
    let takes = 2;
    const calls = leaveOutOfBatches(product, () => takes);
    expect([...(await clients.getMany(ids)).keys()].sort()).toEqual(ids.toSorted());
    expect(calls()).toBe(3);
    const rows = ids.map((id) => ({ id, row: "1" }));
    await batches.batchPut("imports", rows);
    expect(await batches.batchGet("imports", rows)).toHaveLength(5);
    takes = 0;
    vi.spyOn(Math, "random").mockReturnValue(0);
    await expect(clients.getMany(ids)).rejects.toThrow("DynamoDB did not read all items.");
    await expect(batches.batchPut("imports", [{ id: "x", row: "1" }])).rejects.toThrow(
      "did not take all items",
    );
    vi.restoreAllMocks();
    endInterception(product);
  });

  test("a subscription without its client stores nothing and counts nothing", async () => {
    const before = await readCounters();
    await expect(subscribe(randomUUID())).rejects.toBeInstanceOf(errors.Invalid);
    expect(await readCounters()).toEqual(before);
  });

  test("a payment is recorded once, moves the date once, and can be undone", async () => {
    const { id } = await clients.create(aClient, moment);
    const subscription = await subscribe(id);
    const input = { id: crypto.randomUUID(), amount: 149.99, reference: "" };
    const all = await Promise.all(
      Array.from({ length: 5 }, () => payments.recordForClient(id, input, moment)),
    );
    expect(new Set(all.map(({ payment }) => payment.id))).toEqual(new Set([input.id]));
    const next = async () => (await subscriptions.get(subscription.id))?.next_billing_date;
    expect(await next()).toBe("2027-01-31");
    expect((await payments.paymentsOfClient(id)).rows.length).toBe(1);
    await payments.undoById(input.id, moment);
    expect(await next()).toBe(subscription.next_billing_date);
  });

  test("only one of many claims of a reminder succeeds, and none after it is sent", async () => {
    const key = { about: `${randomUUID()}#2026-12-31`, period: "2026-12-31", kind: "upcoming" as const };
    const claims = await Promise.all(Array.from({ length: 5 }, () => emails.claimAll([key], moment)));
    const owners = claims.flatMap((claimed) => (claimed.claim === "mine" ? [claimed.owner] : []));
    expect(owners.length).toBe(1);
    expect(claims.filter(({ claim }) => claim === "busy").length).toBe(4);
    const sent = { state: "sent", message_id: "m" } as const;
    expect(await emails.record(key, randomUUID(), sent, moment)).toBe(false);
    expect(await emails.record(key, owners[0] ?? "", sent, moment)).toBe(true);
    expect((await emails.claimAll([key], moment)).claim).toBe("settled");
    expect((await emails.claimAll([{ ...key, kind: "overdue" }], moment)).claim).toBe("mine");
  });

  test("a claim whose answer was lost is this caller's, and nobody else's", async () => {
    const key = { about: `${randomUUID()}#2026-12-31`, period: "2026-12-31", kind: "upcoming" as const };
    let isLost = false;
    intercept(product, async ({ operation, body }, pass) => {
      const response = await pass();
      if (isLost || operation !== "UpdateItem" || !body.includes("claimed_by")) return response;
      isLost = true;
      return undefined;
    });
    expect((await emails.claimAll([key], moment)).claim).toBe("mine");
    endInterception(product);
    expect([isLost, (await emails.claimAll([key], moment)).claim]).toEqual([true, "busy"]);
  });

  test("the recipient is recorded, even if the delivery event comes first", async () => {
    const key = {
      about: "company",
      period: "2026-12-24",
      kind: "test" as const,
      more: randomUUID(),
    };
    const claimed = await emails.claimAll([key], moment);
    const delivered = { rank: emails.deliveryRanks.delivered, state: "delivered" } as const;
    const row = { about: key.about, claim: `test#${key.more}` };
    expect(await emails.setDeliveryStatus(row, delivered, { message_id: "m" }, { at: moment.now })).toBe(
      true,
    );
    const sent = { state: "sent", message_id: "m", reader: "Somebody" } as const;
    const owner = claimed.claim === "mine" ? claimed.owner : "";
    expect(await emails.record(key, owner, sent, moment)).toBe(false);
    expect(await emails.get(key)).toMatchObject({ state: "delivered", reader: "Somebody" });
  });

  test("a message is stored once, found while it is pending, and claimed by one of many", async () => {
    const input = { id: randomUUID(), name: "A", email: "a@example.com", phone: "", message: "Hello" };
    await messages.create(input, moment);
    await messages.create({ ...input, message: "Changed" }, moment);
    expect((await messages.get(input.id))?.message).toBe("Hello");
    expect(await Array.fromAsync(messages.pending())).toContain(input.id);

    const claims = await Promise.all(Array.from({ length: 5 }, () => messages.claim(input.id, 1_000)));
    expect(claims.filter(({ claim }) => claim === "mine").length).toBe(1);
    expect((await messages.claim(input.id, 1_000 + 120_000)).claim).toBe("mine");
    await messages.setMailed(input.id, "m");
    expect((await messages.claim(input.id, 1_000_000)).claim).toBe("settled");
    expect(await Array.fromAsync(messages.pending())).not.toContain(input.id);
  });

  test("a delayed sender cannot release a claim that another has taken over", async () => {
    const id = randomUUID();
    await messages.create({ id, name: "A", email: "a@example.com", phone: "", message: "Hello" }, moment);
    const claimedAt = async (clock: number) => {
      const claimed = await messages.claim(id, clock);
      return claimed.claim === "mine" ? claimed.owner : claimed.claim;
    };
    const [slow, next] = [await claimedAt(1_000), await claimedAt(121_000)];
    expect(await messages.release(id, slow)).toBe(false);
    expect(await claimedAt(121_001)).toBe("busy");
    expect(await messages.release(id, next)).toBe(true);
    expect(await claimedAt(121_002)).not.toBe("busy");
  });

  test("of many concurrent tries, only the allowed number succeeds, for each person and time window", async () => {
    const { withinLimit } = await import("../http/rate-limit.ts");
    const limit = { what: "tries", maxCalls: 3, seconds: 3_600 };
    const [who, until] = [randomUUID(), "2026-12-24T07:00:00.000Z"];
    const tries = await Promise.all(Array.from({ length: 10 }, () => withinLimit(limit, who, moment.now)));
    expect(tries.filter(({ within }) => within).length).toBe(3);
    expect(new Set(tries.map(({ retryAfter }) => retryAfter))).toEqual(new Set([3_600]));
    expect((await withinLimit(limit, randomUUID(), moment.now)).within).toBe(true);
    expect((await withinLimit({ ...limit, what: "others" }, who, moment.now)).within).toBe(true);
    expect((await withinLimit(limit, who, "2026-12-24T06:59:59.999Z")).within).toBe(false);
    expect((await withinLimit(limit, who, until)).within).toBe(true);
  });

  test("only the version of the settings that was read can be saved", async () => {
    const profile = omit(await settings.get(), "version");
    const save = (change: SettingsChange) => settings.save(change, moment);
    const saved = await save({ ...profile, company_name: "Mwamba", version: 0 });
    expect(saved).toMatchObject({ company_name: "Mwamba", version: 1 });
    await expect(save({ ...profile, version: 0 })).rejects.toBeInstanceOf(errors.Conflict);
  });
});
