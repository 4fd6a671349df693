import * as fc from "fast-check";
import { expect } from "vitest";
import { statementOf } from "../../shared/account-statement/build-statement.ts";
import {
  type Account,
  type BilledSubscription,
  type Charge,
  chargeId,
  compareCharges,
  creditOf,
  creditSums,
  isAhead,
  isOpen,
  owedOf,
  scheduledDay,
} from "../../shared/billing/account.ts";
import { withAdjustments } from "../../shared/billing/adjustments.ts";
import { endedAsAgreed } from "../../shared/billing/agreed.ts";
import { addCharge, changeCharge, removeCharge } from "../../shared/billing/change-charge.ts";
import {
  addSubscription,
  changeClientStatus,
  changeSubscription,
} from "../../shared/billing/change-subscription.ts";
import { AccountError, isTold, isUnfinished, nextBillingDateOf } from "../../shared/billing/charges.ts";
import { type DueDays, dueDayChanges, dueDaysOf, sumOfDays } from "../../shared/billing/due-days.ts";
import { loweringReasons, type NewPaper } from "../../shared/billing/invoicing.ts";
import { moveSubscription } from "../../shared/billing/move-subscription.ts";
import { bringUpToDate, correctPayment, recordPayment, undoPayment } from "../../shared/billing/payments.ts";
import { type RefundedPart, refundCredit, undoRefund } from "../../shared/billing/refunds.ts";
import { addDays, type Day, daysBetween, LAST_DAY } from "../../shared/day.ts";
import { currencies } from "../../shared/money.ts";
import { omit } from "../../shared/omit.ts";
import { checkReminder, checkScreens, recordsOf, START } from "../browser/money-screens.ts";
import { checkInvoices, invoicesAfter } from "./invoices.ts";
import { changeBoth, decidedFrom } from "./open-accounts.ts";
import { payableEverywhere } from "./payable.ts";

const frequencies = ["monthly", "quarterly", "semi-annual", "yearly"] as const;

const operation = fc.record({
  name: fc.constantFrom(
    ...(["add", "pay", "pay", "pay", "pay to", "undo", "correct", "price", "date", "frequency"] as const),
    ...(["pause", "inactive", "resume", "waive", "amount", "client", "refund", "daily run", "wait"] as const),
    ...(["move", "move", "undo refund", "currency", "tax", "start", "pay ahead"] as const),
    ...(["price from", "price from", "no price", "end", "end", "no end", "come back"] as const),
    ...(["charge", "charge", "due", "due", "due", "waive part", "remove charge"] as const),
    // Most of the others need subscriptions, and days that pass.
    ...(["add", "add", "add", "resume", "resume", "daily run", "daily run", "daily run", "wait"] as const),
  ),
  /** Which of two clients. */
  client: fc.constantFrom(0, 0, 1),
  index: fc.nat(20),
  other: fc.nat(20),
  days: fc.nat(40),
  cents: fc.integer({ min: 1, max: 60_000 }),
  currency: fc.constantFrom(...currencies),
  flag: fc.boolean(),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length];

/** Money that came in and went back, by payment: added up by the test, not by the account. */
type Books = Map<string, { currency: string; cents: number }>;

type Refund = { currency: string; parts: RefundedPart[] };
/** `movedOn` are the days on which subscriptions came from the other client. */
type Client = {
  account: Account;
  books: Books;
  refunds: Refund[];
  movedOn: Map<string, Day>;
  papers: NewPaper[];
};
const newClient = (): Client => ({
  account: { active: true, subscriptions: [], charges: [], payments: [] },
  books: new Map(),
  refunds: [],
  movedOn: new Map(),
  papers: [],
});

/** Applies an operation to a copy of the clients; a refused one changes nothing. */
function apply(clients: readonly Client[], operation: Operation, today: Day, count: number): Client[] {
  const next = structuredClone(clients) as [Client, Client];
  const [client, otherClient] = operation.client === 0 ? next : next.toReversed();
  try {
    perform(client as Client, otherClient as Client, operation, today, count);
    return next;
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    return [...clients];
  }
}

function perform(
  { account, books, refunds, movedOn }: Client,
  next: Client,
  operation: Operation,
  today: Day,
  count: number,
): void {
  const { name, index, other, cents, currency, days, flag } = operation;
  const subscription = pick(account.subscriptions, index);
  const payment = pick(
    account.payments.filter(({ undone }) => !undone),
    other,
  );
  const charge = pick(account.charges, other);
  const open = pick(account.charges.filter(isOpen), other);
  const id = `payment-${String(count).padStart(3, "0")}`;
  const why = pick(loweringReasons, index);
  const change = (values: Partial<Parameters<typeof changeSubscription>[2]>) => {
    if (!subscription) return;
    const present = omit(
      subscription,
      ...(["id", "billing_anchor", "next_charge", "paused_on", "next_price", "ends_on"] as const),
    );
    changeSubscription(
      account,
      subscription.id,
      { ...present, ...values },
      { open_charges: pick(openCharges, other), charge_gap: flag, charge_from: addDays(today, days) },
      today,
    );
  };
  const sum = (more: number) => books.set(id, { currency, cents: more });
  if (name === "add" && account.subscriptions.length < 4) {
    const date = addDays(today, days - 20);
    const added: BilledSubscription = {
      id: `subscription-${count}`,
      status: "active",
      currency,
      cents: flag ? cents : 10_000,
      start_date: date,
      frequency: frequencies[other % 4] as string,
      billing_anchor: date,
      next_charge: date,
    };
    addSubscription(account, added, today);
  } else if (name === "pay") {
    const is_tax = index % 4 === 0 || undefined;
    changeBoth(account, today, (draft) =>
      recordPayment(draft, { id, currency, cents, allocations: [], is_tax }, { credit: flag }, today),
    );
    sum(cents);
  } else if (name === "pay to" && charge) {
    const part = Math.min(cents, charge.cents);
    const to = [{ charge_id: charge.id, cents: part }];
    changeBoth(account, today, (draft) =>
      recordPayment(
        draft,
        { id, currency: charge.currency, cents: part, allocations: [] },
        { to, in_full: flag, ...(index % 3 === 0 && { why: "reduced" }) },
        today,
      ),
    );
    books.set(id, { currency: charge.currency, cents: part });
  } else if (name === "pay ahead" && subscription?.next_charge) {
    const { id: subscription_id, next_charge: period, currency: of } = subscription;
    const part = Math.min(cents, subscription.cents);
    const to = [{ charge_id: chargeId({ subscription_id, period }), cents: part }];
    changeBoth(account, today, (draft) =>
      recordPayment(draft, { id, currency: of, cents: part, allocations: [] }, { to }, today),
    );
    books.set(id, { currency: of, cents: part });
  } else if (name === "undo" && payment) {
    undoPayment(account, payment.id, today);
    books.delete(payment.id);
  } else if (name === "correct" && payment) {
    correctPayment(account, payment.id, { cents, credit: flag }, today);
    books.set(payment.id, { ...(books.get(payment.id) as { currency: string; cents: number }), cents });
  } else if (name === "price") change({ cents: flag ? cents : 10_000, currency });
  else if (name === "date") {
    change({ next_billing_date: addDays(today, days - 15) });
    // A person may charge from an earlier day.
    movedOn.delete(subscription?.id ?? "");
  } else if (name === "start") change({ start_date: addDays(today, days - 60) });
  else if (name === "frequency") change({ frequency: frequencies[other % 4] as string });
  else if (name === "price from") {
    change({ next_price: { cents: other % 5 === 0 ? 0 : cents, from: addDays(today, days) } });
  } else if (name === "no price") change({ next_price: null });
  else if (name === "end") change({ ends_on: addDays(today, days) });
  else if (name === "no end") change({ ends_on: null });
  else if (name === "come back" && subscription && endedAsAgreed(subscription)) change({ status: "active" });
  else if (name === "pause") change({ status: "paused" });
  else if (name === "inactive") change({ status: "inactive" });
  else if (name === "resume") {
    const before = new Set(account.charges.map(({ id }) => id));
    change({ status: "active" });
    // The time of a pause is charged only from the day on which the subscription became this client's.
    const since = movedOn.get(subscription?.id ?? "") ?? "";
    for (const { id, subscription_id, due } of account.charges)
      if (subscription_id === subscription?.id && !before.has(id)) expect(due >= since).toBe(true);
  } else if (name === "waive" && charge)
    changeCharge(
      account,
      charge.id,
      { waived_cents: flag ? charge.cents - charge.paid_cents : 0, why },
      today,
    );
  else if (name === "waive part" && charge) {
    const waived_cents = Math.min(cents, charge.cents - charge.paid_cents);
    changeCharge(account, charge.id, { waived_cents, why, ...(flag && { cents: charge.cents }) }, today);
  } else if (name === "amount" && charge) changeCharge(account, charge.id, { cents, why: "reduced" }, today);
  else if (name === "due" && open) changeCharge(account, open.id, { due: addDays(today, days) }, today);
  else if (name === "charge") {
    // Also old debts. Some are due on the day of a period.
    const due = addDays(today, (flag ? 30 : days) - 20);
    const added = { id: `charge-${count}`, service: "Training", due, currency, cents };
    changeBoth(account, today, (draft) => addCharge(draft, added, today));
  } else if (name === "remove charge" && charge) removeCharge(account, charge.id, today);
  else if (name === "client")
    changeClientStatus(account, { active: flag, chargeGap: other % 2 === 0 }, today);
  else if (name === "refund") {
    const all = creditSums(account.payments)[currency] ?? 0;
    let parts: RefundedPart[] = [];
    changeBoth(account, today, (draft) => {
      parts = refundCredit(draft, currency, flag && all > 0 ? all : cents);
    });
    refunds.push({ currency, parts });
  } else if (name === "undo refund" && refunds.length > 0) {
    const [refund] = refunds.splice(other % refunds.length, 1);
    undoRefund(account, refund?.parts ?? []);
    bringUpToDate(account, today);
  } else if (name === "currency" && payment) {
    correctPayment(account, payment.id, { currency, credit: true, is_tax: payment.is_tax }, today);
    books.set(payment.id, { cents: payment.cents, currency });
  } else if (name === "tax" && payment) correctPayment(account, payment.id, { is_tax: true }, today);
  else if (name === "move" && subscription && next.account.active) {
    const isOfIt = ({ subscription_id }: Charge) => subscription_id === subscription.id;
    if (flag) for (const charge of account.charges.filter(isOfIt)) charge.told_on = today;
    const idsOf = (charges: readonly Charge[]) => new Set(charges.filter(isOfIt).map(({ id }) => id));
    const told = idsOf(account.charges.filter(({ told_on }) => told_on));
    const before = idsOf(next.account.charges);
    moveSubscription(account, next.account, subscription.id, today);
    const staying = idsOf(account.charges);
    // Nothing from before the move is the next client's, nor anything of which the former client was told.
    for (const { id, due, period = "" } of next.account.charges.filter(isOfIt))
      if (!before.has(id))
        expect([due >= today, period >= today, staying.has(id), told.has(id)]).toEqual([
          true,
          true,
          false,
          false,
        ]);
    next.movedOn.set(subscription.id, today);
  }
  if (name === "daily run")
    do changeBoth(account, today, (draft) => bringUpToDate(draft, today));
    while (isUnfinished(account, addDays(today, 7)));
}

function check(
  { account, books, refunds, movedOn }: Client,
  today: Day,
  { upToDate }: { upToDate: boolean },
): void {
  // Refunded money is still of its payments, in its currency, and was money that came in.
  const refunded = new Map<string, number>();
  for (const { currency, parts } of refunds)
    for (const { id, cents } of parts) {
      const payment = account.payments.find((payment) => payment.id === id);
      expect([payment?.currency, payment?.undone, payment?.is_tax]).toEqual([currency, undefined, undefined]);
      refunded.set(id, (refunded.get(id) ?? 0) + cents);
    }
  for (const { id, refunded_cents = 0 } of account.payments)
    expect(refunded_cents).toBe(refunded.get(id) ?? 0);
  // Each payment is on record with its sum, and is allocated, credit or refunded to the cent.
  const counting = account.payments.filter(({ undone }) => !undone);
  expect(counting.map(({ id, cents, currency }) => [id, { cents, currency }]).sort()).toEqual(
    [...books].map(([id, { cents, currency }]) => [id, { cents, currency }]).sort(),
  );
  for (const payment of account.payments) expect(creditOf(payment)).toBeGreaterThanOrEqual(0);
  const allocations = account.payments.flatMap((payment) =>
    payment.allocations.map((allocation) => ({ ...allocation, currency: payment.currency })),
  );
  const ids = account.charges.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { charge_id } of allocations) expect(ids).toContain(charge_id);
  const open = [];
  for (const charge of account.charges) {
    const own = allocations.filter(({ charge_id }) => charge_id === charge.id);
    expect(own.every(({ currency }) => currency === charge.currency)).toBe(true);
    expect(charge.paid_cents).toBe(own.reduce((sum, { cents }) => sum + cents, 0));
    const centsLeft = charge.cents - charge.paid_cents - (charge.waived_cents ?? 0);
    expect(centsLeft).toBeGreaterThanOrEqual(0);
    if (centsLeft > 0) open.push({ ...charge, left: centsLeft });
  }
  for (const currency of currencies) {
    const asked = open.filter((charge) => charge.currency === currency && !charge.on_hold);
    const sumDue = (first: number, last: number) =>
      asked
        .filter(({ due }) => daysBetween(today, due) >= first && daysBetween(today, due) <= last)
        .reduce((sum, { left }) => sum + left, 0);
    const credit = account.payments
      .filter((payment) => payment.currency === currency)
      .reduce((sum, payment) => sum + creditOf(payment), 0);
    const expected = {
      currency,
      overdue: sumDue(-100_000, -1),
      due_soon: sumDue(0, 7),
      on_hold: open
        .filter((charge) => charge.currency === currency && charge.on_hold)
        .reduce((sum, { left }) => sum + left, 0),
      credit,
      ages: [sumDue(-30, -1), sumDue(-60, -31), sumDue(-90, -61), sumDue(-100_000, -91)],
    };
    const payable = open
      .filter((charge) => charge.currency === currency)
      .sort((a, b) => Number(a.on_hold ?? 0) - Number(b.on_hold ?? 0) || compareCharges(a, b));
    if (upToDate) payableEverywhere(account, { currency, is_tax: true }, today);
    if (upToDate)
      expect(payableEverywhere(account, { currency }, today)).toEqual(
        payable.map(({ id, left }) => [id, left]),
      );
    const isNothing = Object.values(omit(expected, "ages", "currency")).every((sum) => sum === 0);
    const owed = owedOf(account.charges, creditSums(account.payments), today);
    expect(owed.find((debt) => debt.currency === currency)).toEqual(isNothing ? undefined : expected);
    // The client is not asked for money that is there already.
    if (upToDate && credit > 0) expect(sumDue(-100_000, 7)).toBe(0);
  }
  for (const subscription of account.subscriptions) {
    const own = open.filter(({ subscription_id }) => subscription_id === subscription.id);
    const { status, cents, next_charge = "", next_price, ends_on = LAST_DAY } = subscription;
    const first = own.map(({ due }) => due).sort()[0] ?? (next_charge > ends_on ? undefined : next_charge);
    expect(nextBillingDateOf(subscription, account.charges)).toBe(first);
    if (upToDate) {
      // An agreed price holds from its day on.
      expect(next_price === undefined || next_price.from > today).toBe(true);
      if (ends_on < today) expect(status).toBe("inactive");
    }
    // Nothing is owed for the time after the end, but what somebody made due before, and what the client was told before the
    // subscription went to another client and came back.
    if (status !== "inactive")
      for (const charge of own)
        expect(
          scheduledDay(charge) <= ends_on ||
            !isAhead(charge, today) ||
            (isTold(charge) && movedOn.has(subscription.id)),
        ).toBe(true);
    if (endedAsAgreed(subscription) && account.active)
      expect(own.filter(({ on_hold }) => on_hold)).toEqual([]);
    const billing = account.active && status === "active" && cents > 0 && next_charge <= ends_on;
    if (upToDate && billing) {
      const isFreeNext = next_price?.cents === 0 && next_charge >= next_price.from;
      // A charge whose due day moved keeps its place in the schedule.
      if (!isFreeNext) expect(own.some(({ period = "" }) => period > today)).toBe(true);
      expect(next_charge > today).toBe(true);
    }
  }
}

/** Writes the adjustments, invoices and credit notes as the ledger does. */
const written = (before: readonly Client[], after: readonly Client[], today: Day): Client[] =>
  after.map((client, at) => {
    const { account } = before[at] ?? client;
    const adjusted = withAdjustments(account, client.account, { day: today });
    const { papers, charges } = invoicesAfter(account, adjusted, today);
    return { ...client, account: { ...adjusted, charges }, papers: [...client.papers, ...papers] };
  });

const paying = ["pay", "pay to", "pay ahead", "undo", "correct", "currency", "tax", "refund", "undo refund"];
const changing = [
  "price",
  "date",
  "frequency",
  "start",
  "pause",
  "inactive",
  "resume",
  "price from",
  "no price",
  "end",
  "no end",
  "come back",
];
const openCharges = ["keep", "change", "remove"] as const;

/** A past day of a statement changes only by payments, and by charges of that day that are written late or removed. */
function expectPastToStay(before: Client, after: Client, today: Day, { name, other }: Operation): void {
  const linesOf = ({ account }: Client, isOf: (kind: string) => boolean) =>
    statementOf(recordsOf(account, today), { to: addDays(today, -1) })
      .entries.filter(({ kind }) => isOf(kind))
      .map(({ day, kind, currency, amount, due }) => [day, kind, currency, amount, due].join(" "))
      .sort();
  const isCharged = (kind: string) => kind === "charge";
  const isMoney = (kind: string) => kind === "payment" || kind === "refund";
  const isOther = (kind: string) => !isCharged(kind) && !isMoney(kind);
  if (!paying.includes(name)) {
    const [linesBefore, linesAfter] = [before, after].map((client) => linesOf(client, isMoney));
    // Releasing what an undone payment paid goes on with any change.
    if (!before.account.payments.some(({ undone }) => undone)) expect(linesAfter).toEqual(linesBefore);
  }
  if (name === "due") expectAgesToStay(before, after, today);
  // Somebody says that charges were wrong.
  if (changing.includes(name) && pick(openCharges, other) === "remove") return;
  expect(linesOf(after, isOther)).toEqual(linesOf(before, isOther));
  const [linesBefore, linesAfter] = [before, after].map((client) => linesOf(client, isCharged)) as [
    string[],
    string[],
  ];
  expect(
    linesBefore.filter((line) => !linesAfter.includes(line)),
    `${name} on ${today}`,
  ).toEqual([]);
}

/** A statement of a past day does not know of a due day that moved since. */
function expectAgesToStay(before: Client, after: Client, today: Day): void {
  // The change can also write what is missing and let it take credit, as every change does.
  const otherFacts = ({ account: { charges, payments } }: Client) =>
    JSON.stringify([payments.map(({ allocations }) => allocations), charges.map(({ id }) => id).sort()]);
  if (otherFacts(before) !== otherFacts(after)) return;
  for (const days of [1, 20, 45]) {
    const [earlier, later] = [before, after].map(({ account }) =>
      statementOf(recordsOf(account, today), { to: addDays(today, -days) }),
    );
    expect(later).toEqual(earlier);
  }
}

const daysOf = ({ account }: Client): DueDays => dueDaysOf(account.charges, creditSums(account.payments));

/** How many periods of a subscription both clients are charged. */
function chargedTwice(clients: readonly Client[]): number {
  const names = clients.flatMap(({ account }) => account.charges.map(({ id }) => id));
  return names.length - new Set(names).size;
}

/** Plays random histories of two clients and compares every screen after each operation. Returns the number of operations. */
export function playHistories(numRuns: number, seed: number): number {
  let count = 0;
  fc.assert(
    fc.property(fc.array(operation, { minLength: 5, maxLength: 60 }), (operations) => {
      let clients = [newClient(), newClient()];
      let days: DueDays[] = clients.map(() => new Map());
      let today: Day = START;
      for (const [index, operation] of operations.entries()) {
        const before = clients.map(daysOf);
        const earlier = clients;
        if (operation.name === "wait") today = addDays(today, operation.days);
        else clients = written(clients, apply(clients, operation, today, index), today);
        for (const [at, client] of clients.entries())
          expectPastToStay(earlier[at] as Client, client, today, operation);
        expect(chargedTwice(clients)).toBe(0);
        days = clients.map((client, at) =>
          sumOfDays([days[at] ?? new Map(), dueDayChanges(before[at] ?? new Map(), daysOf(client))]),
        );
        for (const [at, client] of clients.entries()) {
          check(client, today, { upToDate: operation.name === "daily run" && operation.client === at });
          checkScreens(client.account, days[at] ?? new Map(), today);
          const isRun = operation.name === "daily run" && operation.client === at;
          checkInvoices(client.account, client.papers, isRun ? today : undefined);
        }
        count += 1;
      }
      for (const { account } of clients) checkReminder(account, today);
    }),
    { numRuns, seed },
  );
  expect(decidedFrom.open, "changes decided from open charges").toBeGreaterThan(numRuns / 2);
  return count;
}
