import * as fc from "fast-check";
import ICAL from "ical.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordsOf } from "../../frontend/admin/features/keyboard/find.ts";
import { figureOf } from "../../frontend/admin/features/money/due.ts";
import { entriesOf, portfolio, totalsOf } from "../../frontend/admin/features/subscriptions/portfolio.ts";
import { withOwed } from "../../frontend/admin/queries/with-owed.ts";
import { filtered } from "../../frontend/admin/rules/list-rules.ts";
import { leftOf } from "../../shared/billing/account.ts";
import { openChargesOf } from "../../shared/billing/open-charges.ts";
import { forecast } from "../../shared/dashboard/forecast.ts";
import { addDays, LAST_DAY } from "../../shared/day.ts";
import { addTo, type Currency, formatSums, type Sums, sumsOf, toCents, toSums } from "../../shared/money.ts";
import { dueList, dueSums } from "../../test/product/due-list.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

const today = "2026-12-24";
const CLIENTS = 14;
let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterAll(() => on.product.stop());

const changes = [
  "pause",
  "end",
  "free",
  "new price",
  "next price",
  "agreed end",
  "part",
  "pay two",
  "pay the second",
  "none",
  "none",
] as const;
const aSubscription = fc.record({
  first: fc.integer({ min: -100, max: 40 }),
  amount: fc.constantFrom(10, 25.5, 4_500),
  currency: fc.constantFrom("USD" as const, "USD" as const, "KES" as const),
  frequency: fc.constantFrom("monthly" as const, "monthly" as const, "quarterly" as const, "yearly" as const),
  change: fc.constantFrom(...changes),
});
const company = fc.array(
  fc.record({
    subscriptions: fc.array(aSubscription, { minLength: 1, maxLength: 3 }),
    ends: fc.constantFrom(false, false, false, true),
  }),
  { minLength: CLIENTS, maxLength: CLIENTS },
);
type ASubscription = typeof aSubscription extends fc.Arbitrary<infer T> ? T : never;

async function add(client_id: string, { first, change, ...values }: ASubscription): Promise<void> {
  const date = addDays(today, first);
  const { id } = await on.subscribe(client_id, date, { ...values, start_date: date });
  const params = { id: client_id };
  const pay = (body: { amount: number; to?: { charge_id: string; amount: number }[] }) =>
    on.call("POST /api/v1/clients/{id}/payments", {
      params,
      body: { id: crypto.randomUUID(), currency: values.currency, credit: true, ...body },
    });
  if (change === "pause") await on.change(id, { status: "paused" });
  if (change === "end") await on.change(id, { status: "inactive" });
  if (change === "free") await on.change(id, { amount: 0, next_billing_date: undefined });
  if (change === "new price") await on.change(id, { amount: 99, next_billing_date: undefined });
  const agreed = { next_billing_date: undefined };
  if (change === "next price")
    await on.change(id, { ...agreed, next_price: { amount: 12, from: addDays(today, 5) } });
  if (change === "agreed end") await on.change(id, { ...agreed, ends_on: addDays(today, 3) });
  if (change === "part") await pay({ amount: 5 });
  if (change === "pay two") await pay({ amount: 2 * values.amount });
  if (change !== "pay the second") return;
  const { charges } = (await on.call("GET /api/v1/clients/{id}/account", { params })).body;
  const [, second] = charges.filter(
    ({ subscription_id, state }) => subscription_id === id && state === "open",
  );
  if (second)
    await pay({
      amount: second.amount,
      to: [{ charge_id: second.id, amount: second.amount }],
    });
}

/** Everything that the API says of all clients. */
async function answers() {
  const [stats, list, clients, owing] = await Promise.all([
    on.call("GET /api/v1/dashboard/stats"),
    on.call("GET /api/v1/subscriptions"),
    on.call("GET /api/v1/clients"),
    on.call("GET /api/v1/owed"),
  ]);
  const accounts = await Promise.all(
    clients.body.clients.map(async ({ id }) => ({
      id,
      ...(await on.call("GET /api/v1/clients/{id}/account", { params: { id } })).body,
      figures: (await on.call("GET /api/v1/clients/{id}", { params: { id } })).body.figures,
      shown: await ownPage(id),
    })),
  );
  const { rows, former } = withOwed(list.body.subscriptions, owing.body.accounts);
  return {
    ...stats.body,
    subscriptions: [...rows, ...former.map((row) => ({ ...row, id: `${row.id} ${row.client_id}` }))],
    clients: clients.body.clients,
    accounts,
    owing: owing.body.accounts,
  };
}
async function ownPage(id: string) {
  const { url } = (await on.call("GET /api/v1/clients/{id}/link", { params: { id } })).body;
  const text = await (await fetch(url)).text();
  return text.replaceAll("\u00a0", " ");
}
/** The due days in the calendar, without the days of prices and ends. */
async function calendarDays() {
  const { path } = (await on.call("POST /api/v1/staff/me/calendar")).body;
  const text = await (await fetch(on.product.site + path)).text();
  return new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents("vevent")
    .filter((event) => !/-(price|end)$/.test(String(event.getFirstPropertyValue("uid"))))
    .map((event) => String(event.getFirstPropertyValue("dtstart")));
}

const sumsIn = (all: readonly (readonly { currency: Currency; amount: number }[])[]): Sums => {
  const sums: Sums = {};
  for (const { currency, amount } of all.flat()) if (amount > 0) addTo(sums, currency, toCents(amount));
  return sums;
};

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
test("each word is one number and one sum on every screen, in every answer, file and email", async () => {
  const [clients = []] = fc.sample(company, { numRuns: 1, seed });
  for (const { subscriptions, ends } of clients) {
    const email = `${crypto.randomUUID()}@client.example`;
    const client = await on.newClient({ name: email, email });
    for (const subscription of subscriptions) await add(client.id, subscription);
    if (ends) await on.deactivate(client);
  }
  // Overdue and due soon at once, which is not left to chance.
  const overdueAndDue = await on.newClient({ name: "Both", email: "both@client.example" });
  await on.subscribe(overdueAndDue.id, addDays(today, -27), { start_date: addDays(today, -27) });
  // Overdue and on hold with clients whose subscription went to another one.
  const [former, inactive] = [
    await on.newClient({ name: "Former", email: "former@client.example" }),
    await on.newClient({ name: "Inactive", email: "inactive@client.example" }),
  ];
  for (const { id } of [former, former, inactive]) {
    const { id: moved } = await on.subscribe(id, addDays(today, -29), { start_date: addDays(today, -29) });
    await on.change(moved, { client_id: overdueAndDue.id, next_billing_date: undefined });
  }
  await on.deactivate(inactive);
  const { stats, owed, upcomingRenewals, upcomingDays, accounts, ...all } = await answers();
  const { subscriptions } = all;
  const context = JSON.stringify(clients);

  // Counts of subscriptions.
  const entries = entriesOf(subscriptions, { rows: all.clients, complete: true }, today);
  const totals = totalsOf(entries);
  const countOf = (due: string) => filtered(portfolio, entries, { due }, "").length;
  const idsOf = (is: (period: string) => boolean) =>
    new Set(
      accounts.flatMap(({ id, charges }) =>
        charges
          .filter((charge) => charge.state === "open" && !charge.on_hold && is(charge.due))
          .map(({ subscription_id }) => `${subscription_id} ${id}`),
      ),
    ).size;
  const overdue = idsOf((period) => period < today);
  const isSoon = (period: string) => period >= today && period <= addDays(today, 7);
  const soon = idsOf(isSoon);
  expect(
    {
      banner: stats.overdueSubscriptions,
      badge: totals.overdue,
      list: countOf("overdue"),
      "clients' pages": accounts.reduce((sum, { figures }) => sum + figures.overdueSubscriptions, 0),
      file: entries.filter(({ overdue_periods }) => overdue_periods).length,
    },
    context,
  ).toEqual({ banner: overdue, badge: overdue, list: overdue, "clients' pages": overdue, file: overdue });
  expect(
    {
      "renewals within 7 days": stats.renewalsThisWeek,
      badge: totals.dueSoon,
      list: countOf("due-soon"),
      "dashboard's list": upcomingRenewals.length,
      "by day": upcomingDays.reduce((sum, { renewals }) => sum + renewals, 0),
      calendar: (await calendarDays()).filter(isSoon).length,
    },
    context,
  ).toEqual({
    "renewals within 7 days": soon,
    badge: soon,
    list: soon,
    "dashboard's list": soon,
    "by day": soon,
    calendar: soon,
  });
  const month = today.slice(0, 7);
  const monthly = filtered(portfolio, entries, { month }, "").length;
  expect([forecast(subscriptions, today)[0]?.renewals, monthly], context).toEqual([
    stats.renewalsThisMonth,
    stats.renewalsThisMonth,
  ]);

  // Sums.
  const sumOf = (name: "overdue" | "due_soon" | "on_hold") =>
    sumsIn(accounts.map(({ owed }) => owed.map(({ currency, [name]: amount }) => ({ currency, amount }))));
  const onDashboard = (name: "overdue" | "due_soon" | "on_hold") =>
    sumsIn([owed.map(({ currency, [name]: amount }) => ({ currency, amount }))]);
  const due = dueList(all.owing, all.clients, today);
  const dueSum = (name: "overdue" | "due_soon" | "on_hold") => dueSums(due)[name];
  const onHold = sumsOf(
    openChargesOf(subscriptions, LAST_DAY).filter(({ on_hold }) => on_hold),
    leftOf,
  );
  expect([onDashboard("overdue"), dueSum("overdue")], context).toEqual([sumOf("overdue"), sumOf("overdue")]);
  expect([onDashboard("due_soon"), dueSum("due_soon")], context).toEqual([
    sumOf("due_soon"),
    sumOf("due_soon"),
  ]);
  expect([onDashboard("on_hold"), dueSum("on_hold"), onHold], context).toEqual(
    [1, 2, 3].map(() => sumOf("on_hold")),
  );
  const { currency = "USD", byCurrency } = stats;
  const zeroSums = { USD: 0, KES: 0 };
  expect({ ...zeroSums, ...toSums(byCurrency?.overdue ?? { [currency]: stats.overdueAmount }) }).toEqual({
    ...zeroSums,
    ...sumOf("overdue"),
  });
  expect(figureOf(due, "overdue").count).toBe(
    accounts.filter(({ owed }) => owed.some((sums) => sums.overdue > 0)).length,
  );

  // Each client alone.
  const { payments } = recordsOf(all.clients, subscriptions, today);
  for (const { id, owed, shown, charges } of accounts) {
    const text = (name: "overdue" | "due_soon" | "on_hold", more: string) => {
      const sums = sumsIn([owed.map(({ currency, [name]: amount }) => ({ currency, amount }))]);
      return Object.keys(sums).length > 0 ? [`${formatSums(sums, "USD")} ${more}`] : [];
    };
    const texts = [
      ...text("overdue", "overdue"),
      ...text("due_soon", "due within 7 days"),
      ...text("on_hold", "on hold"),
    ];
    expect(payments.find((row) => row.id === `pay-${id}`)?.detail).toBe(texts.join(", ") || "Nothing is due");
    expect(shown.includes("Nothing is due")).toBe(texts.length === 0);
    expect(shown.match(/class="late"/g)?.length ?? 0).toBe(
      charges.filter(({ state, on_hold, due }) => state === "open" && !on_hold && due < today).length,
    );
  }

  await on.sweep();
  const [digest] = await on.mails(/^Renewals on 24 Dec 2026/);
  expect(digest?.subject, context).toContain(`${overdue} overdue, ${soon} due within 7 days`);
  const inDigest = (name: "overdue" | "due_soon") => formatSums({ USD: 0, ...sumOf(name) }, "USD");
  expect(digest?.text?.toLowerCase().replaceAll("\u00a0", " ")).toContain(
    `overdue: ${overdue} subscription${overdue === 1 ? "" : "s"}, ${inDigest("overdue")}`
      .toLowerCase()
      .replaceAll("\u00a0", " "),
  );
  // Who still owes something of a subscription that went away is reminded of it, once.
  const reminded = async () =>
    (await on.product.inbox()).filter(({ to }) => to.includes("former@client.example"));
  expect((await reminded()).length).toBe(1);
  await on.sweep();
  expect((await reminded()).length).toBe(1);
}, 120_000);
