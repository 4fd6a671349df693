import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localSchedule } from "../../../infra/stack-names.ts";
import { ofPeriod } from "../../../shared/billing/account.ts";
import { type ReminderProduct, startReminderProduct } from "../../../test/product/reminder-product.ts";
import { seededAccount } from "../../../test/product/seed-rows.ts";
import { aClient } from "../../../test/product/staffed.ts";
import { chargeRow } from "../../ledger/rows.ts";
import { Row as ClientRow } from "../../stores/client-store.ts";
import type { Row as SubscriptionRow } from "../../stores/subscription-store.ts";
import { readable } from "./read-rows.ts";

/** Half a surrogate pair: JSON and the tables accept it, links and emails do not. */
const half = "\ud83d";
const created_at = "2026-01-15T09:00:00.000Z";

let on: ReminderProduct;
let good: { id: string };
const ids = { half: randomUUID(), odd: randomUUID() } as { half: string; odd: string };

const client = (id: string, more: object = {}) => ({
  id,
  ...aClient,
  phone: "0722 000000",
  company: "",
  address: "",
  status: "active",
  created_at,
  version: 1,
  ...more,
});
const account = (client_id: string) =>
  seededAccount(client_id, [{ id: randomUUID(), client_id, next_billing_date: "2026-12-29" }]);
const due = {} as Record<"good" | "half" | "odd" | "unreadable", SubscriptionRow>;
const message = (more: object) => ({
  id: randomUUID(),
  name: "Visitor",
  email: "visitor@example.com",
  phone: "",
  message: "Hello",
  state: "pending",
  day: "2026-12-24",
  received_at: "2026-12-24T05:00:00.000Z",
  ...more,
});

beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
  const [settings] = (await on.rows("Settings")).filter(({ name }) => name === "company");
  await on.put("Settings", { ...settings, company_name: `Mwamba ${half}` });
  good = await on.newClient({ name: "Good" });
  await on.put("Clients", client(ids.half, { name: `Jo${half}`, email: "jo@example.com" }));
  await on.put("Clients", client(ids.odd, { name: "Odd", email: "odd@example.com", status: "asleep" }));
  for (const [name, client_id] of [
    ["good", good.id],
    ["half", ids.half],
    ["odd", ids.odd],
  ] as const) {
    const { account: row, subscriptions, charges } = account(client_id);
    due[name] = subscriptions[0] as SubscriptionRow;
    await on.put("Accounts", row);
    for (const charge of charges) await on.put("Charges", charge);
  }
  due.unreadable = { ...due.good, id: randomUUID(), next_billing_date: "2026-12-28", frequency: 7 as never };
  for (const row of Object.values(due)) await on.put("Subscriptions", row);
  const unreadableAccount = { owing: "real", owing_from: "2026-12-28", version: "first" };
  await on.put("Accounts", { client_id: randomUUID(), ...unreadableAccount });
  const unreadableCharge = { asked_for: "real", due: "2026-12-28", cents: "many" };
  await on.put("Charges", { client_id: randomUUID(), id: "unreadable", ...unreadableCharge });
});
afterAll(() => on.product.stop());

const names = (all: { name: string }[]) => all.map(({ name }) => name).sort();
const listed = async () => {
  const { reminders, unreadable } = (await on.call("GET /api/v1/reminders")).body;
  return { reminders, unreadable };
};

describe("one unreadable row hides no other", () => {
  test("in the list of clients", async () => {
    const { status, body } = await on.call("GET /api/v1/clients");
    expect([status, names(body.clients), body.unreadable]).toEqual([200, ["Good", "Jo\uFFFD"], 1]);
  });

  test("in the list of subscriptions", async () => {
    const { body } = await on.call("GET /api/v1/subscriptions");
    expect([body.subscriptions.length, body.unreadable]).toEqual([3, 1]);
  });

  test("on the dashboard", async () => {
    const { status, body } = await on.call("GET /api/v1/dashboard/stats");
    expect(status).toBe(200);
    expect(body.upcomingRenewals.map(({ client_name }) => client_name).sort()).toEqual([
      "Good",
      "Jo\uFFFD",
      "Unknown Client",
    ]);
    expect(body.unreadable).toBe(1);
  });

  test("in the preview of the next run", async () => {
    const { body } = await on.call("GET /api/v1/reminders/upcoming");
    expect([body.sending, body.unreadable]).toEqual([2, 1]);
  });

  test("in a client's payments", async () => {
    const charge = { currency: "USD", cents: 1, paid_cents: 1 } as const;
    const state = "recorded";
    const money = { cents: 1, currency: "USD", source: "hand", recorded_at: created_at };
    const paid = { client_id: good.id, state, ...money };
    for (const [period, paid_on] of [
      ["2026-11-29", "2026-11-29"],
      ["2026-10-29", "soon"],
    ] as const) {
      const id = randomUUID();
      const place = ofPeriod(due.good.id, period);
      const allocations = [{ charge_id: place.id, cents: 1 }];
      await on.put("Payments", { ...paid, id, paid_on, allocations, reference: `MPESA${half}` });
      await on.put("Charges", { ...chargeRow(good.id, { ...charge, ...place, paid_by: [id] }) });
    }
    const { body } = await on.call("GET /api/v1/clients/{id}/account", { params: { id: good.id } });
    expect(body.payments.map(({ reference }) => reference)).toEqual(["MPESA\uFFFD"]);
    expect(body.unreadable).toBe(1);
  });

  test("in the messages, and each readable one is sent", async () => {
    await on.put("Messages", message({ name: `Achieng ${half}`, message: half }));
    await on.put("Messages", message({ day: "yesterday", received_at: "2026-12-24T04:00:00.000Z" }));
    const { body } = await on.call("GET /api/v1/messages");
    expect([names(body.messages), body.unreadable]).toEqual([["Achieng \uFFFD"], 1]);
    await on.product.runSchedule(localSchedule("outbox-sweep"), Date.parse("2026-12-24T07:00:00+03:00"));
    await on.product.idle();
    expect((await on.mails(/^Message from/)).map(({ subject }) => subject)).toEqual([
      "Message from Achieng \uFFFD",
    ]);
  });
});

test("a long list, whose schema is compiled, is read like its rows one by one", () => {
  const rows = Array.from({ length: 30 }, (_, index) =>
    client(randomUUID(), { name: `Client${half}`, unknown: 1, ...(index === 7 && { status: "asleep" }) }),
  );
  const single = rows.flatMap((row) => readable(ClientRow, [row]).rows);
  expect(single).toHaveLength(29);
  expect(readable(ClientRow, rows)).toStrictEqual({ rows: single, unreadable: 1 });
});

test("saving over an unreadable row is refused with a message, and changes nothing", async () => {
  const rowsNow = async () => [...(await on.rows("Clients")), ...(await on.rows("Subscriptions"))];
  const before = await rowsNow();
  const { id, client_id, start_date, next_billing_date } = due.unreadable;
  const saves = [
    await on.call("PUT /api/v1/clients/{id}", { params: { id: ids.odd }, body: aClient }),
    await on.call("PUT /api/v1/subscriptions/{id}", {
      params: { id },
      body: { client_id, start_date, frequency: "monthly", amount: 1, next_billing_date },
    }),
  ];
  for (const { status, body } of saves)
    expect([status, body.error]).toEqual([409, expect.stringContaining("cannot be read")]);
  expect(await rowsNow()).toEqual(before);
});

describe("in the daily run", () => {
  beforeAll(() => on.sweep());

  test("clients with readable records get their reminders, with the readable part of the company's name", async () => {
    const sent = await on.reminders();
    expect(sent.map(({ to }) => to[0]).sort()).toEqual([aClient.email, "jo@example.com"]);
    for (const { subject } of sent) expect(subject).toBe("Renewal due 29 Dec 2026: Mwamba \uFFFD");
  });

  test("unreadable ones fail with a reason, and nothing stays claimed", async () => {
    const [line] = await on.sendLog(due.odd.id);
    expect(line).toMatchObject({ state: "failed", reason: "its record cannot be read" });
    expect((await on.sendLog()).filter(({ state }) => state === "claimed")).toEqual([]);
  });

  test("the digest is sent, and says that a record could not be read", async () => {
    const [digest] = await on.mails(/^Renewals on/);
    expect(digest?.subject).toContain("1 account unreadable");
    expect(digest?.text).toContain("1 client's account could not be read");
    expect(digest?.text).toContain("Jo\uFFFD");
  });

  test("the send log shows the other rows", async () => {
    const before = await listed();
    expect(before.unreadable).toBeUndefined();
    const [line] = await on.sendLog(due.good.id);
    await on.put("Reminders", { ...line, claim: "odd", kind: "odd" });
    const after = await listed();
    expect([after.reminders.length, after.unreadable]).toEqual([before.reminders.length, 1]);
  });

  test("the button has the same result", async () => {
    expect(await on.sendNow()).toEqual({ sent: 0, skipped: 0, failed: 1, queued: 0 });
  });

  test("a bounced address is suppressed, even if the rest of its record cannot be read", async () => {
    const [line] = (await on.rows("Clients")).filter(({ id }) => id === ids.odd);
    expect(line).not.toHaveProperty("mail_problem");
    const delivery = on.product.calls().find(({ functionId }) => functionId.startsWith("RemindersDelivery"));
    await on.product.invoke(delivery?.functionId ?? "", {
      "detail-type": "Email event",
      source: "aws.ses",
      time: "2026-12-24T07:00:00Z",
      detail: {
        eventType: "Bounce",
        mail: {
          messageId: "m",
          timestamp: "2026-12-24T06:59:00.000Z",
          tags: { about: [`${due.odd.id}_2026-12-29`], claim: ["upcoming"], client: [ids.odd] },
        },
        bounce: {
          bounceType: "Permanent",
          bounceSubType: "General",
          bouncedRecipients: [{ emailAddress: "odd@example.com" }],
        },
      },
    });
    await on.product.idle();
    const [after] = (await on.rows("Clients")).filter(({ id }) => id === ids.odd);
    expect(after).toMatchObject({ mail_problem: { kind: "bounced" } });
  });
});
