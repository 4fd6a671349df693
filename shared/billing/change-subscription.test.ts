import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type Day, LAST_DAY } from "../day.ts";
import {
  type Account,
  type BilledSubscription,
  type Charge,
  compareCharges,
  creditOf,
  creditSums,
  isOpen,
  leftOf,
} from "./account.ts";
import { changeCharge } from "./change-charge.ts";
import {
  addSubscription,
  type BillingChange,
  type ChangeOptions,
  changeClientStatus,
  changeSubscription,
  MAX_PERIODS_BACK,
} from "./change-subscription.ts";
import { AccountError, AccountInputError, nextBillingDateOf } from "./charges.ts";
import { startBilling } from "./next-billing-date.ts";
import { bringUpToDate, recordPayment, undoPayment } from "./payments.ts";
import { isOnSchedule } from "./schedule.ts";

const today = "2026-12-24";
const frequencies = ["monthly", "quarterly", "semi-annual", "yearly"] as const;

/** The account of a client with one subscription. */
function accountWith(date: Day, more: Partial<BilledSubscription> = {}, on = today): Account {
  const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
  const common = {
    id: "one",
    status: "active",
    currency: "USD",
    cents: 100_00,
    frequency: "monthly",
  } as const;
  addSubscription(
    account,
    { ...common, start_date: date, billing_anchor: date, next_charge: date, ...more },
    on,
  );
  return account;
}
const only = ({ subscriptions: [subscription] }: Account) => subscription as BilledSubscription;
const dateOf = (account: Account) => nextBillingDateOf(only(account), account.charges);
const periodsOf = ({ charges }: Account) => charges.map(({ period }) => period);
const owedPeriods = (account: Account) => account.charges.filter(isOpen).map(({ period }) => period);
function change(account: Account, values: Partial<BillingChange>, on = today, options: ChangeOptions = {}) {
  const { status, currency, cents, service, frequency, start_date } = only(account);
  const present = { status, currency, cents, service, frequency, start_date };
  changeSubscription(account, "one", { ...present, ...values }, options, on);
}
const pay = (account: Account, cents: number) =>
  recordPayment(
    account,
    { id: `p${account.payments.length}`, currency: "USD", cents, allocations: [] },
    {},
    today,
  );

test("a change of the price leaves a charge alone that somebody changed or waived in part", () => {
  const account = accountWith("2026-11-20");
  const [first, second] = account.charges.map(({ id }) => id);
  if (!first || !second) throw new Error("There are no charges.");
  pay(account, 1_00);
  changeCharge(account, first, { waived_cents: 99_00 }, today);
  undoPayment(account, "p0", today);
  changeCharge(account, second, { cents: 70_00 }, today);
  change(account, { cents: 50_00 }, today, { open_charges: "change" });
  expect(account.charges.map(leftOf)).toEqual([1_00, 70_00, 50_00]);
});

test("a subscription that came back by mistake ends again on its day, without what was written since, and nothing is on hold", () => {
  const account = accountWith("2026-11-24", { ends_on: "2026-11-30" });
  expect([only(account).status, owedPeriods(account)]).toEqual(["inactive", ["2026-11-24"]]);
  change(account, { status: "active" });
  expect(owedPeriods(account)).toEqual(["2026-11-24", "2026-12-24", "2027-01-24"]);
  change(account, { status: "inactive" }, today, { ended_on: "2026-11-30" });
  expect(only(account)).toMatchObject({ status: "inactive", ends_on: "2026-11-30", paused_on: undefined });
  expect(account.charges.map(({ period, on_hold }) => [period, on_hold])).toEqual([
    ["2026-11-24", undefined],
  ]);
});

test("a change of the price leaves the charge that is due today alone, and not the one to come", () => {
  const account = accountWith(today);
  change(account, { cents: 50_00 });
  expect(account.charges.map(leftOf)).toEqual([100_00, 50_00]);
});

const termsOf = ({ charges }: Account) =>
  charges
    .toSorted(compareCharges)
    .map(({ period, cents, currency, paid_cents }) => [period, cents / 100, currency, paid_cents / 100]);
const credit = ({ payments }: Account) => (creditSums(payments).USD ?? 0) / 100;

describe("a period of which the client was told", () => {
  const tell = ({ charges }: Account, ...days: Day[]) => {
    for (const charge of charges) if (days.includes(charge.due)) charge.told_on = "2026-12-21";
  };
  const toldAccount = () => {
    const account = accountWith("2026-12-28", { cents: 25_00, service: "Payroll" });
    tell(account, "2026-12-28");
    return account;
  };

  test("keeps its price, currency and service; the periods after it change", () => {
    const account = toldAccount();
    change(account, { cents: 99_99, currency: "KES", service: "Ledger" }, today);
    bringUpToDate(account, "2026-12-28");
    expect(account.charges).toMatchObject([
      { period: "2026-12-28", cents: 25_00, currency: "USD", service: "Payroll" },
      { period: "2027-01-28", cents: 99_99, currency: "KES", service: "Ledger" },
    ]);
  });

  test("keeps its price when the frequency, the start or the price of nothing comes with it", () => {
    for (const values of [{ frequency: "yearly" }, { start_date: "2026-12-10" }, { cents: 0 }]) {
      const account = toldAccount();
      change(account, { cents: 99_99, ...values }, today, { open_charges: "change" });
      expect(termsOf(account)[0]).toEqual(["2026-12-28", 25, "USD", 0]);
    }
  });

  test("moves with its date and keeps its price", () => {
    for (const date of ["2027-01-15", "2026-12-20"]) {
      const account = toldAccount();
      change(account, { cents: 99_99, next_billing_date: date }, today);
      expect(termsOf(account)[0]).toEqual([date, 25, "USD", 0]);
      expect(account.charges.slice(1).every(({ cents }) => cents === 99_99)).toBe(true);
    }
  });

  test("does not come back with another price after a payment was undone", () => {
    const account = accountWith("2026-12-28");
    pay(account, 100_00);
    tell(account, "2027-01-28");
    change(account, { cents: 150_00 }, today);
    undoPayment(account, "p0", today);
    expect(termsOf(account)).toEqual([
      ["2026-12-28", 100, "USD", 0],
      ["2027-01-28", 100, "USD", 0],
    ]);
  });

  test("stays when a payment was undone, so that a price after that does not touch it", () => {
    const account = accountWith("2026-12-28");
    pay(account, 100_00);
    tell(account, "2027-01-28");
    undoPayment(account, "p0", today);
    change(account, { cents: 150_00 }, today);
    expect(termsOf(account)).toEqual([
      ["2026-12-28", 150, "USD", 0],
      ["2027-01-28", 100, "USD", 0],
    ]);
  });

  test("goes when the subscription ends before it is due", () => {
    const account = toldAccount();
    change(account, { status: "inactive" }, today);
    expect(account.charges).toEqual([]);
  });
});

describe("a period to come that is paid in part", () => {
  test("follows a lower price, and what was paid beyond it becomes credit; a higher price leaves it", () => {
    const account = accountWith("2027-01-20");
    pay(account, 60_00);
    change(account, { cents: 120_00 });
    expect(termsOf(account)).toEqual([["2027-01-20", 100, "USD", 60]]);
    change(account, { cents: 80_00 });
    expect(termsOf(account)).toEqual([["2027-01-20", 80, "USD", 60]]);
    change(account, { cents: 50_00 });
    expect(termsOf(account)).toEqual([
      ["2027-01-20", 50, "USD", 50],
      ["2027-02-20", 50, "USD", 0],
    ]);
    expect(credit(account)).toBe(10);
    undoPayment(account, "p0", today);
    expect([leftOf(account.charges[0] as Charge), credit(account)]).toEqual([50_00, 0]);
  });

  test("gives back money before withheld tax, and the newest payment first", () => {
    const account = accountWith("2027-01-20");
    const tax = { id: "tax", currency: "USD" as const, cents: 30_00, allocations: [], is_tax: true as const };
    pay(account, 20_00);
    pay(account, 10_00);
    recordPayment(account, tax, {}, today);
    const free = structuredClone(account);
    change(account, { cents: 45_00 });
    expect(account.payments.map(creditOf)).toEqual([5_00, 10_00, 0]);
    change(free, { cents: 0 });
    expect(free.payments.map(creditOf)).toEqual([20_00, 10_00, 30_00]);
    expect(termsOf(free)).toEqual([]);
  });
});

const payAhead = (account: Account, ...periods: Day[]) => {
  const to = periods.map((period) => ({ charge_id: `one#${period}`, cents: 100_00 }));
  const cents = 100_00 * periods.length;
  recordPayment(account, { id: "p", currency: "USD", cents, allocations: [] }, { to }, today);
};

describe("what is paid ahead when a subscription ends or becomes free", () => {
  test("stays paid, or becomes credit if somebody asks for it; what is due stays owed", () => {
    for (const values of [{ status: "inactive" }, { cents: 0 }])
      for (const open_charges of ["keep", "credit", "change", "remove"] as const) {
        const account = accountWith("2027-01-20");
        payAhead(account, "2027-01-20", "2027-02-20");
        change(account, values, today, { open_charges });
        const isKept = open_charges === "keep";
        expect(account.charges.map((charge) => charge.paid_cents)).toEqual(isKept ? [100_00, 100_00] : []);
        expect(credit(account)).toBe(isKept ? 0 : 200);
      }
    const account = accountWith("2026-12-20");
    payAhead(account, "2027-01-20");
    change(account, { status: "inactive" }, today, { open_charges: "credit" });
    expect(termsOf(account)).toEqual([["2026-12-20", 100, "USD", 0]]);
    expect(credit(account)).toBe(100);
  });

  test("is charged again when the subscription comes back", () => {
    const account = accountWith("2027-01-20");
    payAhead(account, "2027-01-20", "2027-02-20");
    change(account, { status: "inactive" }, today, { open_charges: "credit" });
    change(account, { status: "active" });
    expect(termsOf(account)).toEqual([["2027-01-20", 100, "USD", 0]]);
    expect(credit(account)).toBe(200);
  });

  test("is not credit while it goes on", () => {
    const account = accountWith("2027-01-20");
    expect(() => change(account, {}, today, { open_charges: "credit" })).toThrow("only if the subscription");
  });
});

describe("a change of the schedule", () => {
  test("keeps a charge far ahead that is paid in part; paying its rest writes no others", () => {
    const account = accountWith("2026-12-20", { frequency: "yearly" });
    const to = [{ charge_id: "one#2029-12-20", cents: 40_00 }];
    recordPayment(account, { id: "p", currency: "USD", cents: 40_00, allocations: [] }, { to }, today);
    change(account, { frequency: "monthly" });
    const before = periodsOf(account);
    const rest = to.map((allocation) => ({ ...allocation, cents: 60_00 }));
    recordPayment(account, { id: "q", currency: "USD", cents: 60_00, allocations: [] }, { to: rest }, today);
    expect(periodsOf(account).sort()).toEqual(before.sort());
  });

  test("that changes neither start, frequency nor date changes nothing, on any day and however often", () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(60), fc.constantFrom(...frequencies), (back, later, frequency) => {
        const account = accountWith(addDays(today, -back), { frequency });
        const on = addDays(today, later);
        bringUpToDate(account, on);
        const before = structuredClone(account);
        change(account, {}, on);
        change(account, { next_billing_date: dateOf(account) }, on);
        expect(account).toEqual(before);
      }),
    );
  });

  test("leaves the next charge on the schedule of its anchor, and after what is paid", () => {
    const wanted = fc.record({
      back: fc.nat(90),
      start: fc.nat(800),
      frequency: fc.constantFrom(...frequencies),
      typed: fc.option(fc.nat(500), { nil: undefined }),
      paid: fc.boolean(),
    });
    fc.assert(
      fc.property(wanted, ({ back, start, frequency, typed, paid }) => {
        const account = accountWith(addDays(today, -back));
        if (paid) pay(account, 100_00);
        const last = account.charges.filter((charge) => charge.paid_cents > 0).at(-1)?.period ?? "";
        const date = typed === undefined ? undefined : addDays(today, typed - 250);
        try {
          change(account, {
            start_date: addDays("2025-06-01", start),
            frequency,
            ...(date && { next_billing_date: date }),
          });
        } catch (error) {
          if (!(error instanceof AccountError)) throw error;
          return;
        }
        const { billing_anchor: anchor, next_charge = "" } = only(account);
        expect(isOnSchedule({ anchor, frequency }, next_charge)).toBe(true);
        expect(next_charge > last).toBe(true);
        expect((dateOf(account) ?? "") > last).toBe(true);
      }),
    );
  });

  test("to another frequency counts from the next date once something is charged, else from the start", () => {
    const charged = accountWith("2026-12-15");
    change(charged, { frequency: "yearly" });
    expect(periodsOf(charged)).toEqual(["2026-12-15", "2027-01-15"]);
    expect(only(charged)).toMatchObject({ billing_anchor: "2027-01-15", next_charge: "2028-01-15" });
    const fresh = accountWith("2027-01-15", { start_date: "2026-01-15", billing_anchor: "2026-01-15" });
    change(fresh, { frequency: "yearly" });
    expect([dateOf(fresh), only(fresh).billing_anchor]).toEqual(["2027-01-15", "2026-01-15"]);
  });

  /** The next due days, each paid in turn. */
  function nextDates(account: Account, count: number, on: Day): (Day | undefined)[] {
    return Array.from({ length: count }, (_, index) => {
      const date = dateOf(account);
      const id = `next ${index}`;
      recordPayment(account, { id, currency: "USD", cents: 100_00, allocations: [] }, {}, on);
      return date;
    });
  }

  test("keeps the original day of month through every frequency, also where no month has it", () => {
    const paidTo = (start: Day, frequency: string, periods: number) => {
      const account = accountWith(start, { frequency }, start);
      nextDates(account, periods, start);
      return account;
    };
    const on = "2027-02-10";
    const account = paidTo("2026-08-31", "monthly", 6);
    change(account, { frequency: "quarterly" }, on);
    expect(nextDates(account, 3, on)).toEqual(["2027-02-28", "2027-05-31", "2027-08-31"]);
    change(account, { frequency: "monthly" }, on);
    expect(nextDates(account, 4, on)).toEqual(["2027-11-30", "2027-12-31", "2028-01-31", "2028-02-29"]);

    const february = paidTo("2026-10-31", "monthly", 4);
    change(february, { frequency: "yearly" }, on);
    expect(only(february)).toMatchObject({ billing_anchor: "2024-02-29", billing_day: 31 });
    expect(nextDates(february, 2, on)).toEqual(["2027-02-28", "2028-02-29"]);
    change(february, { frequency: "semi-annual" }, on);
    expect(nextDates(february, 1, on)).toEqual(["2029-02-28"]);
    change(february, { frequency: "monthly" }, on);
    expect(nextDates(february, 3, on)).toEqual(["2029-08-31", "2029-09-30", "2029-10-31"]);

    const thirtieth = paidTo("2026-11-30", "quarterly", 1);
    change(thirtieth, { frequency: "monthly" }, "2026-12-24");
    expect(nextDates(thirtieth, 2, "2026-12-24")).toEqual(["2027-02-28", "2027-03-30"]);
  });

  test("to another frequency leaves a date that somebody typed", () => {
    const start_date = "2026-10-31";
    for (const [date, following] of [
      ["2027-02-28", "2027-05-31"],
      ["2027-02-10", "2027-05-10"],
      ["2027-04-30", "2027-07-31"],
    ] as const) {
      const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
      const billing = startBilling({ start_date, frequency: "monthly", next_billing_date: date }, today);
      const common = { id: "one", status: "active", currency: "USD", cents: 100_00 } as const;
      addSubscription(account, { ...common, ...billing, next_charge: date }, today);
      change(account, { frequency: "quarterly" });
      expect(nextDates(account, 2, today)).toEqual([date, following]);
      const copy = structuredClone(account);
      change(copy, { start_date: "2026-10-15" });
      expect((dateOf(copy) as Day) >= following).toBe(true);
    }
    const started = accountWith("2027-02-28", { start_date });
    change(started, { start_date: "2026-09-15" });
    expect(dateOf(started)).toBe("2027-03-15");
  });

  test("with a typed date keeps the day of month that the date stands for", () => {
    const account = accountWith("2026-12-31", { start_date: "2026-10-31", billing_anchor: "2026-10-31" });
    change(account, { frequency: "quarterly", next_billing_date: "2027-02-28" });
    expect(nextDates(account, 2, today)).toEqual(["2027-02-28", "2027-05-31"]);
    change(account, { next_billing_date: "2027-09-15" });
    expect(nextDates(account, 2, today)).toEqual(["2027-09-15", "2027-12-15"]);
  });

  test("to an earlier day of the schedule writes the charges from it; to another only without due charges", () => {
    const account = accountWith("2027-01-10");
    change(account, { next_billing_date: "2026-11-10" });
    expect(periodsOf(account).sort()).toEqual(["2026-11-10", "2026-12-10", "2027-01-10"]);
    for (const next_billing_date of ["2027-02-10", "2026-11-05"])
      expect(() => change(account, { next_billing_date })).toThrow("$200.00 is due already");
  });
});

test("as many unpaid periods as the limit says can be written at once, and no more", () => {
  expect(periodsOf(accountWith("2022-01-24"))).toHaveLength(MAX_PERIODS_BACK + 1);
  expect(() => accountWith("2021-12-24")).toThrow(`more than ${MAX_PERIODS_BACK} unpaid periods`);
});

test("what is unpaid for longer is no reason to refuse a change, unless the change adds to it", () => {
  const account = accountWith("2022-01-24");
  const later = "2028-01-24";
  bringUpToDate(account, later);
  expect(periodsOf(account)).toHaveLength(MAX_PERIODS_BACK + 14);
  change(account, { cents: 120_00 }, later, { open_charges: "change" });
  expect(new Set(account.charges.map(({ cents }) => cents))).toEqual(new Set([120_00]));
  change(account, { status: "paused" }, later);
  change(account, { status: "active" }, later);
  expect(periodsOf(account)).toHaveLength(MAX_PERIODS_BACK + 14);
  change(account, { status: "paused" }, later);
  expect(() => change(account, { status: "active" }, "2028-06-24", { charge_gap: true })).toThrow(
    `more than ${MAX_PERIODS_BACK} unpaid periods`,
  );
});

test("the charge that is due today is among those that can be removed, or get the new price", () => {
  const removed = accountWith(today);
  change(removed, {}, today, { open_charges: "remove" });
  expect(periodsOf(removed)).toEqual(["2027-01-24"]);
  const changed = accountWith(today);
  change(changed, { cents: 120_00 }, today, { open_charges: "change" });
  expect(changed.charges.map(({ period, cents }) => [period, cents])).toEqual([
    [today, 120_00],
    ["2027-01-24", 120_00],
  ]);
});

test("what came due in a pause is charged only if somebody asks for it", () => {
  for (const [options, charged] of [
    [{}, []],
    [{ charge_gap: true }, ["2027-01-20", "2027-02-20"]],
  ] as const) {
    const account = accountWith("2026-12-20");
    change(account, { status: "paused" });
    change(account, { status: "active" }, "2027-03-01", options);
    expect(owedPeriods(account)).toEqual(["2026-12-20", ...charged, "2027-03-20"]);
  }
  const account = accountWith(today);
  change(account, { status: "paused" });
  change(account, { status: "active" }, "2027-01-24");
  // The days of the pause and of its end are not within it.
  expect(owedPeriods(account)).toEqual([today, "2027-01-24", "2027-02-24"]);

  const partlyPaid = accountWith("2026-12-20");
  pay(partlyPaid, 150_00);
  change(partlyPaid, { status: "paused" });
  change(partlyPaid, { status: "active" }, "2027-03-01");
  expect(periodsOf(partlyPaid)).toEqual(["2026-12-20", "2027-01-20", "2027-03-20"]);
});

test("the time in which a client is inactive is a pause of their active subscriptions", () => {
  const account = accountWith("2026-12-20");
  const paused = { ...only(account), id: "two", status: "paused" as const, paused_on: "2026-12-01" };
  addSubscription(account, paused, today);
  const pauses = () => account.subscriptions.map(({ paused_on }) => paused_on);
  for (const day of [today, "2027-01-01"]) {
    changeClientStatus(account, { active: false }, day);
    expect(pauses()).toEqual([today, "2026-12-01"]);
  }
  changeClientStatus(account, { active: true }, "2027-03-01");
  expect(pauses()).toEqual([undefined, "2026-12-01"]);
  const charged = account.charges.filter(({ subscription_id }) => subscription_id === "one");
  expect(charged.filter(isOpen).map(({ period }) => period)).toEqual(["2026-12-20", "2027-03-20"]);
});

test("a charge is set to what is paid of it or more, and waived until somebody takes that back", () => {
  const account = accountWith("2026-12-20");
  pay(account, 40_00);
  const id = "one#2026-12-20";
  const set = (values: Parameters<typeof changeCharge>[2]) => {
    changeCharge(account, id, values, today);
    const [charge] = account.charges;
    return charge && [charge.cents, charge.waived_cents, leftOf(charge)];
  };
  expect(() => set({ cents: 39_99 })).toThrow("$40.00 of it is paid already");
  expect(set({ cents: 40_00 })).toEqual([40_00, undefined, 0]);
  expect(set({ cents: 90_00 })).toEqual([90_00, undefined, 50_00]);
  expect(set({ waived_cents: 50_00 })).toEqual([90_00, 50_00, 0]);
  expect(set({})).toEqual([90_00, 50_00, 0]);
  expect(set({ waived_cents: 0 })).toEqual([90_00, undefined, 50_00]);
  expect(() => changeCharge(account, "one#2026-12-21", {}, today)).toThrow("No period of this client is due");
});

test("a free subscription moves to the first date that is today or later, counted from the anchor", () => {
  const of = { cents: 0, start_date: "2026-01-31", billing_anchor: "2026-01-31" };
  const moved = (from: Day, on: Day, frequency = "monthly") =>
    dateOf(accountWith(from, { ...of, frequency }, on));
  expect(moved("2026-02-28", "2026-03-31")).toBe("2026-03-31");
  expect(moved("2026-02-28", "2026-04-01")).toBe("2026-04-30");
  expect(moved("2026-01-31", "2027-02-01", "yearly")).toBe("2028-01-31");
  for (const day of ["2026-12-31", "2027-01-31"]) expect(moved(day, "2026-12-31")).toBe(day);
});

test("after the end of the calendar a change is refused with a sentence", () => {
  const account = accountWith("2099-11-20", { start_date: "2099-11-20", billing_anchor: "2099-11-20" });
  expect(() => change(account, { start_date: "2099-12-01", frequency: "yearly" })).toThrow(AccountInputError);
  const last = accountWith(LAST_DAY);
  expect(only(last).next_charge).toBeUndefined();
});

test("an unknown frequency has one charge and no next date", () => {
  const account = accountWith("2026-12-20", { frequency: "weekly" });
  expect([periodsOf(account), only(account).next_charge]).toEqual([["2026-12-20"], undefined]);
});

test("another kind of VAT holds for what is open or to come and on no invoice, also for what is due, told or changed by hand", () => {
  const account = accountWith("2026-09-24", { vat: "standard" });
  changeCharge(account, "one#2026-12-24", { cents: 90_00 }, today);
  pay(account, 100_00);
  const [paid, invoiced, told] = account.charges as [Charge, Charge, Charge];
  invoiced.invoiced = [{ invoice: "i", day: today, cents: 100_00 }];
  told.told_on = "2026-11-20";
  expect(isOpen(paid)).toBe(false);
  const amounts = account.charges.map(({ cents }) => cents);
  change(account, { vat: "exempt" });
  expect(account.charges.map(({ period, vat }) => [period, vat])).toEqual([
    ["2026-09-24", "standard"],
    ["2026-10-24", "standard"],
    ["2026-11-24", "exempt"],
    ["2026-12-24", "exempt"],
    ["2027-01-24", "exempt"],
  ]);
  expect(account.charges.map(({ cents }) => cents)).toEqual(amounts);
  bringUpToDate(account, "2027-01-25");
  expect(account.charges.at(-1)).toMatchObject({ period: "2027-02-24", vat: "exempt" });
});
