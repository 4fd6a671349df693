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

const isClaim = ({ operation, body }: AwsCall) =>
  operation === "UpdateItem" && body.includes(":new_lease_until") && body.includes("upcoming");
const isLink = ({ operation, body }: AwsCall) => operation === "UpdateItem" && body.includes(":new_others");
const isMail = ({ operation, body }: AwsCall) => operation === "SendRawEmail" && body.includes("upcoming");
const isRecord = ({ operation, body }: AwsCall) =>
  operation === "UpdateItem" && body.includes(":new_message_id") && body.includes("upcoming");
const isTold = ({ operation, body }: AwsCall) =>
  operation === "TransactWriteItems" && body.includes(":new_told_on");

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
