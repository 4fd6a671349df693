import { QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect } from "vitest";
import { PaperRow } from "../../lambdas/ledger/paper-row.ts";
import { ChargeRow } from "../../lambdas/ledger/rows.ts";
import { recount } from "../../ops/data/recount.ts";
import { byCurrency } from "../../shared/account-statement/statement.ts";
import { type Charge, isOpen, statementDay } from "../../shared/billing/account.ts";
import { openChargesOf } from "../../shared/billing/open-charges.ts";
import type { Client } from "../../shared/clients/client.ts";
import { addDays, type Day, endOfMonth, LAST_DAY } from "../../shared/day.ts";
import { addTo, type Currency, type Sums, toCents } from "../../shared/money.ts";
import { dueList, dueSums } from "../product/due-list.ts";
import type { ReminderProduct } from "../product/reminder-product.ts";
import { databaseOf } from "../product/seed-rows.ts";
import { subscriptionList } from "../product/subscription-list.ts";
import { open } from "../product/tables-of-product.ts";

/** The test's own payments and refunds that count, by id. */
export type Books = Map<string, { client_id: string; cents: number; currency: Currency; refund?: true }>;

const nonZero = (sums: Sums) => Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
const sumsBy = <T extends { currency: Currency }>(all: readonly T[], centsOf: (item: T) => number): Sums => {
  const sums: Sums = {};
  for (const item of all) addTo(sums, item.currency, centsOf(item));
  return nonZero(sums);
};

/**
 * Compares accounts, dashboard, lists, statements, own pages and a recount with each other and with the books. Visitors can
 * open only a few own pages a minute.
 */
export async function checkCompany(
  on: ReminderProduct,
  clients: readonly string[],
  { today, books, withPages }: { today: Day; books: Books; withPages: boolean },
) {
  const soon = addDays(today, 7);
  await on.product.idle();
  const [{ stats, owed, ...dashboard }, { rows: subscriptions, former }] = await Promise.all([
    on.call("GET /api/v1/dashboard/stats").then(({ body }) => body),
    subscriptionList(on.call),
  ]);
  const accounts = await Promise.all(clients.map((id) => accountOf(on, id, { withPage: withPages })));
  for (const account of accounts) checkAccount(account, books, today);
  const charges = accounts.flatMap(({ id, account }) =>
    account.charges.map((charge) => ({
      ...charge,
      client_id: id,
      cents: toCents(charge.amount - charge.paid),
    })),
  );
  const names = charges.map(({ id }) => id);
  expect(names.length - new Set(names).size, "periods charged twice").toBe(0);

  const asked = charges.filter(({ state, on_hold }) => state === "open" && !on_hold);
  const held = charges.filter(({ state, on_hold }) => state === "open" && on_hold);
  const late = asked.filter(({ due }) => due < today);
  const near = asked.filter(({ due }) => due >= today && due <= soon);
  const onDashboard = (name: "overdue" | "due_soon" | "on_hold" | "credit") =>
    sumsBy(owed, ({ [name]: amount }) => toCents(amount));
  const centsOf = ({ cents }: { cents: number }) => cents;
  const credit = accounts.flatMap(({ account }) => account.credit);
  expect(
    [onDashboard("overdue"), onDashboard("due_soon"), onDashboard("on_hold"), onDashboard("credit")],
    "sums of the dashboard",
  ).toEqual([
    sumsBy(late, centsOf),
    sumsBy(near, centsOf),
    sumsBy(held, centsOf),
    sumsBy(credit, ({ amount }) => toCents(amount)),
  ]);
  const countOf = (counted: typeof charges) =>
    new Set(
      counted.flatMap(({ client_id, subscription_id }) =>
        subscription_id === undefined ? [] : `${client_id} ${subscription_id}`,
      ),
    ).size;
  const ofMonth = asked.filter(({ due }) => due >= today && due <= endOfMonth(today));
  const { overdueSubscriptions, renewalsThisWeek, renewalsThisMonth } = stats;
  expect([overdueSubscriptions, renewalsThisWeek, renewalsThisMonth], "counts of the dashboard").toEqual([
    countOf(late),
    countOf(near),
    countOf(ofMonth),
  ]);

  // Lists of subscriptions have all of it, with who owes it.
  const rows = [...subscriptions, ...former];
  const listed = rows.flatMap((row) =>
    openChargesOf([row], LAST_DAY).map(({ cents, paid_cents, ...charge }) => ({
      ...charge,
      client_id: row.client_id,
      cents: cents - paid_cents,
    })),
  );
  const textsOf = (
    some: readonly (Pick<Charge, "id"> & {
      client_id: string;
      currency: string;
      on_hold?: true | undefined;
      cents: number;
    })[],
  ) =>
    some
      .map(({ client_id, id, currency, on_hold = false, cents }) =>
        [client_id, id, currency, on_hold, cents].join(" "),
      )
      .sort();
  const recurring = [...asked, ...held].filter(({ subscription_id }) => subscription_id !== undefined);
  expect(textsOf(listed), "lists").toEqual(textsOf(recurring));
  const known = clients.map((id) => ({ id, name: id }) as Client);
  const owing = (await on.call("GET /api/v1/owed")).body.accounts;
  const due = dueSums(dueList(owing, known, today));
  for (const name of ["overdue", "due_soon", "on_hold"] as const)
    expect({ USD: 0, KES: 0, ...due[name] }, `${name} in Money`).toEqual({
      USD: 0,
      KES: 0,
      ...onDashboard(name),
    });
  const largest = dashboard.overdue.map(({ client_id, periods }) => [client_id, periods]);
  const periodsOf = (id: string) => late.filter(({ client_id }) => client_id === id).length;
  expect(largest, "largest debts").toEqual(largest.map(([id]) => [id, periodsOf(String(id))]));

  const { client, tableNames } = await open(on.product);
  expect(await recount(client, tableNames, today), "recount").toEqual([]);
  await checkOpenCharges(on, tableNames.charges);
  await checkPapers(on, today);
}

/** Invoices less credit notes are what has to be invoiced of each charge, and every charge that needs one has one. */
async function checkPapers(on: ReminderProduct, today: Day) {
  await on.numberPapers();
  const [paperRows, chargeRows, [settings = {}]] = await Promise.all([
    on.rows("Papers"),
    on.rows("Charges"),
    on.rows("Settings").then((rows) => rows.filter(({ name }) => name === "company")),
  ]);
  const papers = paperRows.flatMap((row) => PaperRow.safeParse(row).data ?? []);
  const charges = chargeRows.map((row) => ChargeRow.parse(row));
  const said = new Map<string, number>();
  const keyOf = (client_id: string, charge: string) => `${client_id} ${charge}`;
  for (const { kind, client_id, lines, of, ...sums } of papers) {
    const sign = kind === "invoice" ? 1 : -1;
    for (const { charge, net_cents, vat_cents, gross_cents } of lines) {
      expect(net_cents + vat_cents, "net and VAT").toBe(gross_cents);
      const key = keyOf(client_id, charge);
      said.set(key, (said.get(key) ?? 0) + sign * gross_cents);
    }
    const sum = (name: "net_cents" | "vat_cents" | "gross_cents") =>
      lines.reduce((total, line) => total + line[name], 0);
    expect([sums.net_cents, sums.vat_cents, sums.gross_cents], "sums of a paper").toEqual([
      sum("net_cents"),
      sum("vat_cents"),
      sum("gross_cents"),
    ]);
    const invoice = papers.find(({ id }) => id === of);
    if (kind === "credit_note") expect(invoice?.client_id, "the client of a credit note").toBe(client_id);
  }
  const present = new Map(charges.map((charge) => [keyOf(charge.client_id, charge.id), charge]));
  const toInvoiceOf = ({ cents, waived_cents = 0, not_collectible_cents = 0 }: ChargeRow) =>
    cents - waived_cents + not_collectible_cents;
  for (const [key, cents] of said) {
    const charge = present.get(key);
    expect(cents, `invoiced of ${key}`).toBe(charge ? toInvoiceOf(charge) : 0);
  }
  for (const charge of charges) {
    const { client_id, id, due, on_hold, paid_cents, asked_for } = charge;
    const invoiced = said.get(keyOf(client_id, id)) ?? 0;
    expect(
      (charge.invoiced ?? []).reduce((sum, { cents }) => sum + cents, 0),
      `invoices on ${id}`,
    ).toBe(invoiced);
    const needsOne =
      due >= String(settings.invoices_from) && !on_hold && asked_for !== "sample" && paid_cents > 0;
    if (needsOne) expect(invoiced, `what is paid of ${id} on ${today}`).toBe(toInvoiceOf(charge));
  }
  // Numbers are 1 to n, in the order in which the papers were written.
  const numbered = papers.flatMap(({ serial }) => serial ?? []).sort((a, b) => a - b);
  expect(numbered, "numbers").toEqual(papers.map((_, at) => at + 1));
}

/** The index of open charges has exactly these. */
async function checkOpenCharges({ product }: ReminderProduct, TableName: string) {
  const database = databaseOf(product);
  const { Items = [] } = await database.send(new ScanCommand({ TableName, ConsistentRead: true }));
  const rows = Items.map((item) => ChargeRow.parse(item));
  for (const client of new Set(rows.map(({ client_id }) => client_id))) {
    const { Items: stored } = await database.send(
      new QueryCommand({
        TableName,
        IndexName: "open",
        KeyConditionExpression: "client_id = :client",
        ExpressionAttributeValues: { ":client": client },
        ConsistentRead: true,
      }),
    );
    const open = rows.filter((row) => row.client_id === client && isOpen(row));
    const byDue = (a: ChargeRow, b: ChargeRow) => (`${a.due} ${a.id}` < `${b.due} ${b.id}` ? -1 : 1);
    const indexed = (stored ?? []).map((item) => ChargeRow.parse(item));
    expect(indexed.sort(byDue), "open charges by their index").toEqual(open.sort(byDue));
  }
}

async function accountOf({ call }: ReminderProduct, id: string, { withPage }: { withPage: boolean }) {
  const params = { id };
  const [account, page, statement, link] = await Promise.all([
    call("GET /api/v1/clients/{id}/account", { params }),
    call("GET /api/v1/clients/{id}", { params, query: {} }),
    call("GET /api/v1/clients/{id}/statement", { params }),
    call("GET /api/v1/clients/{id}/link", { params }),
  ]);
  const shown = withPage && link.status === 200 ? await ownPage(link.body.url) : undefined;
  return { id, account: account.body, page: page.body, statement: statement.body, shown };
}

async function ownPage(url: string) {
  const response = await fetch(url);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text;
}

function checkAccount(
  { id, account, page, statement, shown }: Awaited<ReturnType<typeof accountOf>>,
  books: Books,
  today: Day,
) {
  const soon = addDays(today, 7);
  const { charges, owed } = account;
  const [payments, refunds] = [false, true].map((refund) =>
    account.payments.filter((payment) => (payment.refund ?? false) === refund),
  ) as [typeof account.payments, typeof account.payments];
  // Each payment is on record, and is allocated, refunded or credit to the cent.
  const own = [...books].filter(([, { client_id }]) => client_id === id);
  const paid = own.filter(([, { refund }]) => !refund);
  expect(
    payments.map((payment) => [payment.id, toCents(payment.amount), payment.currency]).sort(),
    "payments",
  ).toEqual(paid.map(([payment, { cents, currency }]) => [payment, cents, currency]).sort());
  expect(
    refunds.map((refund) => [refund.id, -toCents(refund.amount), refund.currency]).sort(),
    "refunds",
  ).toEqual(
    own
      .flatMap(([refund, { cents, currency, refund: isRefund }]) =>
        isRefund ? [[refund, cents, currency]] : [],
      )
      .sort(),
  );
  const allocated = (charge: string) =>
    payments
      .flatMap(({ allocations }) => allocations)
      .filter(({ charge_id }) => charge_id === charge)
      .reduce((sum, { amount }) => sum + toCents(amount), 0);
  for (const { id, paid } of charges) expect(toCents(paid), `paid of ${id}`).toBe(allocated(id));
  for (const currency of ["USD", "KES"] as const) {
    const ofCurrency = payments.filter((payment) => payment.currency === currency);
    const inAll = ofCurrency.reduce((sum, { amount }) => sum + toCents(amount), 0);
    const onCharges = ofCurrency
      .flatMap(({ allocations }) => allocations)
      .reduce((sum, { amount }) => sum + toCents(amount), 0);
    const back = refunds.filter((refund) => refund.currency === currency);
    const credit = account.credit.find((sum) => sum.currency === currency)?.amount ?? 0;
    const refunded = back.reduce((sum, { amount }) => sum - toCents(amount), 0);
    expect(inAll - onCharges - refunded, `credit in ${currency}`).toBe(toCents(credit));
  }
  const open = charges.filter(({ state }) => state === "open");
  const centsLeft = ({ amount, paid }: (typeof open)[number]) => toCents(amount) - toCents(paid);
  const asked = open.filter(({ on_hold }) => !on_hold);
  const late = asked.filter(({ due }) => due < today);
  expect(
    [
      sumsBy(owed, ({ overdue }) => toCents(overdue)),
      sumsBy(owed, ({ due_soon }) => toCents(due_soon)),
      sumsBy(owed, ({ on_hold }) => toCents(on_hold)),
    ],
    "owed",
  ).toEqual([
    sumsBy(late, centsLeft),
    sumsBy(
      asked.filter(({ due }) => due >= today && due <= soon),
      centsLeft,
    ),
    sumsBy(
      open.filter(({ on_hold }) => on_hold),
      centsLeft,
    ),
  ]);
  // The statement ends with what is due, minus the credit and what is paid ahead.
  const { figures } = page;
  const closing = sumsBy(byCurrency(statement), ({ closing }) => closing);
  const balance = sumsBy(charges, (charge) =>
    statementDay(charge) > today ? -toCents(charge.paid) : charge.state === "open" ? centsLeft(charge) : 0,
  );
  for (const { currency, amount } of account.credit) addTo(balance, currency, -toCents(amount));
  expect(closing, "statement").toEqual(nonZero(balance));
  expect(figures.overdueSubscriptions, "overdue subscriptions of the client").toBe(
    new Set(late.flatMap(({ subscription_id }) => subscription_id ?? [])).size,
  );
  if (shown === undefined) return;
  expect(shown.match(/class="late"/g)?.length ?? 0, "late on the own page").toBe(late.length);
  const nothing = owed.every(({ overdue, due_soon, on_hold }) => overdue + due_soon + on_hold === 0);
  expect(shown.includes("Nothing is due"), "nothing is due on the own page").toBe(nothing);
}
