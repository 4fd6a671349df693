import { afterAll, beforeAll, expect, test } from "vitest";
import { type AwsCall, intercept } from "../../test/product/interception.ts";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
/** Kills the sender once at this call, before or after its effect. */
let killAt: { call: (call: AwsCall) => boolean; when: "before" | "after"; left: number } | undefined;

beforeAll(async () => {
  // As deployed, the message returns before the lease of the killed sender ends.
  on = await startReminderProduct({ template: shortTimeouts({ lease: 2, visibility: 1 }) });
  await on.saveSettings();
  intercept(on.product, async (call, pass) => {
    const point = killAt;
    if (!point || !call.from?.startsWith("RemindersSend") || !point.call(call)) return pass();
    point.left -= 1;
    if (point.left > 0) return pass();
    killAt = undefined;
    if (point.when === "after") await pass();
    expect(await on.product.kill(call.from)).toBeGreaterThan(0);
    return undefined;
  });
});
afterAll(() => on.product.stop());

const claimOf =
  (kind: "upcoming" | "price") =>
  ({ operation, body }: AwsCall) =>
    operation === "UpdateItem" && body.includes(":new_lease_until") && body.includes(kind);
const isClaim = claimOf("upcoming");
const isLink = ({ operation, body }: AwsCall) => operation === "UpdateItem" && body.includes(":new_others");
const mailOf =
  (kind: "upcoming" | "price") =>
  ({ operation, body }: AwsCall) =>
    operation === "SendRawEmail" && body.includes(kind);
const isMail = mailOf("upcoming");
const recordOf =
  (kind: "upcoming" | "price") =>
  ({ operation, body }: AwsCall) =>
    operation === "UpdateItem" && body.includes(":new_message_id") && body.includes(kind);
const isRecord = recordOf("upcoming");
const isTold = ({ operation, body }: AwsCall) =>
  operation === "TransactWriteItems" && body.includes(":new_told_on");
const isPriceTold = ({ operation, body }: AwsCall) =>
  operation === "TransactWriteItems" && body.includes(":new_next_price");

test.each<[string, (call: AwsCall) => boolean, "before" | "after", number?]>([
  ["before the claim", isClaim, "before"],
  ["after the claim", isClaim, "after"],
  ["after the second claim", isClaim, "after", 2],
  ["before its charges are marked as told", isTold, "before"],
  ["after its charges are marked as told", isTold, "after"],
  ["before the email is linked with its other rows", isLink, "before"],
  ["before the call to SES", isMail, "before"],
  ["after SES accepted the email", isMail, "after"],
  ["before the record", isRecord, "before"],
  ["after the record", isRecord, "after"],
  ["before the second record", isRecord, "before", 2],
  ["after the second record", isRecord, "after", 2],
])("a sender killed %s loses no email and sends none twice", async (name, call, when, left = 1) => {
  const client = await on.newClient({ email: `${name.replace(/\W+/g, "-")}@client.example` });
  const ids = await Promise.all(
    ["2026-12-30", "2026-12-31"].map(async (period) => (await on.subscribe(client.id, period)).id),
  );
  killAt = { call, when, left };
  await on.sweep();
  expect(killAt).toBeUndefined();
  expect((await on.reminders()).filter(({ to }) => to[0] === client.email).length).toBe(1);
  const rows = (await Promise.all(ids.map((id) => on.sendLog(id)))).flat();
  expect(rows).toMatchObject(Array(2).fill({ state: "delivered", client_id: client.id }));
  expect(new Set(rows.map(({ message_id }) => message_id)).size).toBe(1);
  const log = (await on.call("GET /api/v1/reminders", { query: { day: "2026-12-24" } })).body.reminders;
  const named = { charges: 2, subscriptions: 2, since: "2026-12-30" };
  expect(log.filter(({ client_id }) => client_id === client.id)).toMatchObject([{ named }]);
  const { queued } = ((await on.fire()) as { outcome: { queued: number } }).outcome;
  expect(queued).toBe(0);
});

const agreePrice = async (name: string) => {
  const client = await on.newClient({ email: `${name.replace(/\W+/g, "-")}@price.example` });
  const { id } = await on.subscribe(client.id, "2026-12-30");
  const change = crypto.randomUUID();
  const body = { id: change, ids: [id], percent: 7, from: "2027-02-01", notify: true };
  const takeBack = () => on.call("DELETE /api/v1/subscriptions/prices/{id}", { params: { id: change } });
  const mails = async () =>
    (await on.product.inbox()).filter(({ to }) => to[0] === client.email).map(({ subject }) => subject);
  const priceOf = async () =>
    (await on.call("GET /api/v1/subscriptions")).body.subscriptions.find((row) => row.id === id)?.next_price;
  const lines = async () => (await on.rows("Reminders")).filter(({ about }) => about === change);
  return {
    agree: () => on.call("POST /api/v1/subscriptions/prices", { body }),
    takeBack,
    mails,
    priceOf,
    lines,
  };
};

test.each<[string, (call: AwsCall) => boolean, "before" | "after"]>([
  ["before the claim", claimOf("price"), "before"],
  ["after the claim", claimOf("price"), "after"],
  ["before the price is marked as told", isPriceTold, "before"],
  ["after the price is marked as told", isPriceTold, "after"],
  ["before the call to SES", mailOf("price"), "before"],
  ["after SES accepted the email", mailOf("price"), "after"],
  ["before the record", recordOf("price"), "before"],
  ["after the record", recordOf("price"), "after"],
])("the notice of a price whose sender is killed %s goes out once", async (name, call, when) => {
  const { agree, mails, priceOf, lines } = await agreePrice(name);
  killAt = { call, when, left: 1 };
  await agree();
  await on.product.idle();
  expect(killAt).toBeUndefined();
  expect(await mails()).toEqual(["Your price from 1 Feb 2027"]);
  expect(await priceOf()).toMatchObject({ amount: 160.49, told_on: "2026-12-24" });
  expect(await lines()).toMatchObject([{ state: "delivered" }]);
});

test("a price taken back while its sender is dead, after it was marked as told and before SES, is in no email", async () => {
  const { agree, takeBack, mails, priceOf, lines } = await agreePrice("taken-back");
  let takingBack: Promise<unknown> | undefined;
  killAt = {
    call: (call) => {
      if (!mailOf("price")(call)) return false;
      takingBack = takeBack();
      return true;
    },
    when: "before",
    left: 1,
  };
  await agree();
  await on.product.idle();
  await takingBack;
  await on.product.idle();
  expect([takingBack !== undefined, await mails(), await priceOf()]).toEqual([true, [], undefined]);
  expect((await lines()).map(({ state }) => state)).toEqual(["skipped", "skipped"]);
});
