import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, type Day } from "../../shared/day.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on?.product.stop());

const schedule = (remind_before: number[], remind_after: number[]) =>
  on.saveSettings({ remind_before, remind_after });

/** Each test continues after the last day of the one before. */
let today: Day = "2027-02-01";
let people = 0;
async function someoneDue(days: number, more: object = {}) {
  people += 1;
  const client = await on.newClient({ email: `client${people}@client.example`, ...more });
  const period = addDays(today, days);
  // Only one period is ever due.
  return { client, period, ...(await on.subscribe(client.id, period, { frequency: "yearly" })) };
}
type Someone = Awaited<ReturnType<typeof someoneDue>>;

const mailsTo = async ({ client }: Someone) =>
  (await on.reminders()).filter(({ to }) => to[0] === client.email).length;
const kindsOf = async ({ id }: Someone) => {
  const lines = await on.sendLog(id);
  return lines.filter(({ state }) => state === "delivered").map(({ entry }) => entry);
};
/** Runs the days at these distances from the due day. Returns the distance of each email. */
async function run(someone: Someone, distances: number[]) {
  const mailed: number[] = [];
  for (const distance of distances) {
    const before = await mailsTo(someone);
    today = addDays(someone.period, distance);
    await on.sweep(today);
    for (let mails = before; mails < (await mailsTo(someone)); mails += 1) mailed.push(distance);
  }
  return mailed;
}

test("a reminder goes out once on each day of the schedule, and on no other day", async () => {
  await schedule([30, 3, 0], [7]);
  const someone = await someoneDue(31);
  expect(await run(someone, [-31, -30, -29, -7, -3, -2, 0, 0, 1, 7, 8])).toEqual([-30, -3, 0, 7]);
  expect((await kindsOf(someone)).sort()).toEqual(
    ["upcoming-30", "upcoming-3", "upcoming-0", "overdue-7"]
      .map((kind) => `${someone.period}#${kind}`)
      .sort(),
  );
});

test("after the schedule the email is repeated every 14 days until it is paid, or never", async () => {
  await schedule([7], [1]);
  const someone = await someoneDue(0);
  expect(await run(someone, [1, 2, 14, 15, 16, 30, 44])).toEqual([1, 15, 30, 44]);
  expect((await kindsOf(someone)).sort()).toEqual(
    [
      "overdue",
      `overdue-repeat#${addDays(someone.period, 15)}`,
      ...[29, 44].map((distance) => `overdue-repeat#${addDays(someone.period, distance)}`),
    ].map((kind) => `${someone.period}#${kind}`),
  );
  await on.saveSettings({ remind_before: [7], remind_after: [1], repeat_overdue_days: 0 });
  expect(await run(someone, [58, 59])).toEqual([]);
  await on.saveSettings({ remind_before: [7], remind_after: [1], repeat_overdue_days: 14 });
  await payPeriods(on.call, someone.id, { period: someone.period });
  expect(await run(someone, [60])).toEqual([]);
});

test("while the subscription is paused nothing is repeated, and afterwards it goes on from the last reminder", async () => {
  await schedule([7], [1]);
  const someone = await someoneDue(0);
  expect(await run(someone, [1])).toEqual([1]);
  await on.change(someone.id, { status: "paused" });
  expect(await run(someone, [15, 16])).toEqual([]);
  await on.change(someone.id, { status: "active" });
  expect(await run(someone, [17, 18, 30])).toEqual([17]);
});

test("a reminder by hand counts as the last one", async () => {
  await schedule([7], [1]);
  const someone = await someoneDue(0);
  expect(await run(someone, [1])).toEqual([1]);
  await on.put("Reminders", {
    about: `${someone.id}#${someone.period}`,
    claim: "overdue#resend#x",
    subscription_id: someone.id,
    kind: "overdue",
    period: someone.period,
    state: "delivered",
    delivery_rank: 4,
    client_id: someone.client.id,
    day: addDays(someone.period, 10),
    at: `${addDays(someone.period, 10)}T04:00:00.000Z`,
  });
  expect(await run(someone, [15, 23, 24])).toEqual([24]);
});

test("after days without a run only the latest reminder goes out", async () => {
  await schedule([60, 30, 14, 7, 3, 1, 0], [1, 7, 14, 30]);
  const someone = await someoneDue(61);
  expect(await run(someone, [-59, -2, 20])).toEqual([-59, -2, 20]);
  expect((await kindsOf(someone)).sort()).toEqual(
    ["upcoming-60", "upcoming-3", "overdue-14"].map((kind) => `${someone.period}#${kind}`).sort(),
  );
});

test("after a change of the schedule only later kinds go out", async () => {
  await schedule([3], [1]);
  const someone = await someoneDue(4);
  expect(await run(someone, [-3])).toEqual([-3]);
  await schedule([14, 7], [1]);
  expect(await run(someone, [-2, -1])).toEqual([]);
  await schedule([14, 1], [1]);
  expect(await run(someone, [-1, 0, 1])).toEqual([-1, 1]);
});

test("a queued reminder is not sent when the schedule no longer has its day", async () => {
  await schedule([7], [1]);
  const someone = await someoneDue(7);
  let isChanged = false;
  intercept(on.product, async ({ from, operation }, pass) => {
    if (!isChanged && from?.startsWith("RemindersSweep") && operation === "SendMessageBatch") {
      isChanged = true;
      await schedule([3], [1]);
    }
    return pass();
  });
  expect(await run(someone, [-7])).toEqual([]);
  expect(isChanged).toBe(true);
  endInterception(on.product);
  expect(await run(someone, [-3])).toEqual([-3]);
});

test("a reminder that went out late is not repeated by another kind", async () => {
  await schedule([7], [1]);
  const someone = await someoneDue(2);
  const sent = (kind: string, day: Day) =>
    on.put("Reminders", {
      about: `${someone.id}#${someone.period}`,
      claim: kind,
      subscription_id: someone.id,
      kind,
      period: someone.period,
      state: "delivered",
      delivery_rank: 4,
      day,
      at: `${day}T04:00:00.000Z`,
      client_id: someone.client.id,
    });
  await sent("upcoming", today);
  expect(await run(someone, [-2])).toEqual([]);
  // Sent two days before, so the kind of three days before is not sent.
  await schedule([7, 3], [1, 7]);
  expect(await run(someone, [-1, 0])).toEqual([]);
  await sent("overdue", addDays(someone.period, 5));
  expect(await run(someone, [6, 7])).toEqual([7]);
});

test("a muted client gets no automatic reminders, and sending by hand works on any day", async () => {
  await schedule([7], [1]);
  const someone = await someoneDue(7, { muted: true });
  expect(await run(someone, [-7])).toEqual([]);
  const far = await someoneDue(50);
  for (const { id } of [someone, far])
    expect((await on.call("POST /api/v1/subscriptions/{id}/reminders", { params: { id } })).status).toBe(201);
  await on.product.idle();
  expect([await mailsTo(someone), await mailsTo(far)]).toEqual([1, 1]);
});

test("a muted subscription holds back no repeat of what else the client owes, and the preview says so", async () => {
  await schedule([7], [1, 30]);
  const someone = await someoneDue(0);
  const alsoDue = await on.subscribe(someone.client.id, addDays(someone.period, 29), { frequency: "yearly" });
  expect(await run(someone, [1, 30])).toEqual([1, 30]);
  await on.change(alsoDue.id, { muted: true });
  /** The part of the preview of a day that is about the client: the kinds that it names, and why it skips them. */
  const previewOf = async (distance: number) => {
    const { body } = await on.call("GET /api/v1/reminders/upcoming", {
      query: { day: addDays(someone.period, distance) },
    });
    return body.reminders
      .filter(({ client_id }) => client_id === someone.client.id)
      .map(({ subscription_id, kind, skipped }) => [subscription_id === alsoDue.id, kind, skipped]);
  };
  today = addDays(someone.period, 43);
  await on.product.setClock(`${today}T09:00`);
  expect(await previewOf(43)).toEqual([]);
  expect(await previewOf(44)).toEqual([[false, "overdue-repeat", undefined]]);
  expect(await run(someone, [43, 44, 45])).toEqual([44]);
  expect(await previewOf(59)).toEqual([
    [false, "overdue-repeat", undefined],
    [true, "overdue-30", "muted"],
  ]);
  expect(await run(someone, [58, 59])).toEqual([58]);
});
