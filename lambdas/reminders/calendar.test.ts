import { afterAll, beforeAll, expect, test } from "vitest";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterAll(() => on.product.stop());

let people = 0;
async function someoneDue(period: string, more: object = {}) {
  people += 1;
  const client = await on.newClient({ name: `Client ${people}`, email: `client${people}@client.example` });
  const { id } = await on.subscribe(client.id, period, more);
  const subjects = async () =>
    (await on.reminders())
      .filter(({ to }) => to[0] === client.email)
      .map(({ subject }) => subject.replace(/:.*/, ""))
      .reverse();
  return { id, subjects };
}

// The tests run in this order, because the run of a day does nothing after the run of a later day.

test("a charge is due today until midnight in Nairobi, and overdue after it", async () => {
  const someone = await someoneDue("2026-12-24");
  await on.sweep(Date.parse("2026-12-24T23:59:00+03:00"));
  await on.sweep(Date.parse("2026-12-25T00:01:00+03:00"));
  expect(await someone.subjects()).toEqual(["Renewal due 24 Dec 2026", "Payment overdue since 24 Dec 2026"]);
});

test("a reminder goes out seven days ahead by the day in Nairobi: not at 23:59, but at 00:01", async () => {
  const someone = await someoneDue("2027-01-02");
  await on.sweep(Date.parse("2026-12-25T23:59:00+03:00"));
  expect(await someone.subjects()).toEqual([]);
  await on.sweep(Date.parse("2026-12-26T00:01:00+03:00"));
  expect(await someone.subjects()).toEqual(["Renewal due 2 Jan 2027"]);
});

test("reminders go out for the end of a month and for 29 February", async () => {
  const monthEnd = await someoneDue("2027-02-28", { start_date: "2026-01-31" });
  const leapDay = await someoneDue("2028-02-29", { start_date: "2024-02-29", frequency: "yearly" });
  await on.sweep("2027-02-21");
  expect(await monthEnd.subjects()).toEqual(["Renewal due 28 Feb 2027"]);
  await payPeriods(on.call, monthEnd.id, { period: "2027-02-28" });
  await on.sweep("2027-03-24");
  expect(await monthEnd.subjects()).toEqual(["Renewal due 28 Feb 2027", "Renewal due 31 Mar 2027"]);

  await on.sweep("2028-02-22");
  await on.sweep("2028-02-29");
  await on.sweep("2028-03-01");
  expect(await leapDay.subjects()).toEqual(["Renewal due 29 Feb 2028", "Payment overdue since 29 Feb 2028"]);
});

test("after thirty days without a run each client gets only the latest reminder, and the company is notified", async () => {
  const before = (await on.mails(/^The daily run of reminders was missed$/)).length;
  await on.sweep("2028-06-01");
  const lateClient = await someoneDue("2028-06-10");
  const soon = await someoneDue("2028-07-05");
  const next = await someoneDue("2028-07-09");
  await on.sweep("2028-07-01");
  expect(await lateClient.subjects()).toEqual(["Still unpaid since 10 Jun 2028"]);
  expect(await soon.subjects()).toEqual(["Renewal due 5 Jul 2028"]);
  expect(await next.subjects()).toEqual([]);
  await on.sweep("2028-07-02");
  expect([...(await lateClient.subjects()), ...(await soon.subjects()), ...(await next.subjects())]).toEqual([
    "Still unpaid since 10 Jun 2028",
    "Renewal due 5 Jul 2028",
    "Renewal due 9 Jul 2028",
  ]);
  expect((await on.mails(/^The daily run of reminders was missed$/)).length).toBe(before + 2);
});

test("the run of an earlier day does nothing", async () => {
  const someone = await someoneDue("2028-07-03");
  expect(await on.sweep("2028-06-30")).toEqual({ outcome: { queued: 0 } });
  expect(await someone.subjects()).toEqual([]);
});
