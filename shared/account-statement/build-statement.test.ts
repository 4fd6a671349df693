import { describe, expect, test } from "vitest";
import { statementExport } from "../../frontend/admin/features/account/statement-file.ts";
import type { Account, BilledSubscription, Payment } from "../billing/account.ts";
import { withAdjustments } from "../billing/adjustments.ts";
import { changeCharge } from "../billing/change-charge.ts";
import { addSubscription, changeSubscription } from "../billing/change-subscription.ts";
import { type PaymentOptions, recordPayment, undoPayment } from "../billing/payments.ts";
import type { Client } from "../clients/client.ts";
import type { ClientStatement } from "../clients/client-statement.ts";
import type { Day } from "../day.ts";
import { statementOf } from "./build-statement.ts";
import { byCurrency } from "./statement.ts";
import { closingOf, entryName, serviceOf, servicesOf } from "./statement-texts.ts";

const today = "2026-12-24";

/** A client's account, changed as the ledger's door changes it. */
class Book {
  account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
  private readonly paidOn = new Map<string, Day>();
  today: Day;
  constructor(day: Day = today) {
    this.today = day;
  }

  act(change: (draft: Account) => void, why?: string): this {
    const draft = structuredClone(this.account);
    change(draft);
    this.account = withAdjustments(this.account, draft, { day: this.today, by: "Grace", why });
    return this;
  }
  on(day: Day): this {
    this.today = day;
    return this;
  }
  add(first: Day, more: Partial<BilledSubscription> = {}): this {
    const subscription: BilledSubscription = {
      id: "hosting",
      service: "Hosting",
      status: "active",
      currency: "USD",
      cents: 100_00,
      frequency: "monthly",
      start_date: first,
      billing_anchor: first,
      next_charge: first,
      ...more,
    };
    return this.act((draft) => addSubscription(draft, subscription, this.today));
  }
  pay(cents: number, paid_on: Day = this.today, options: PaymentOptions & Partial<Payment> = {}): this {
    const { to, credit, in_full, ...more } = options;
    const id = `p${this.account.payments.length}`;
    this.paidOn.set(id, paid_on);
    const payment: Payment = { id, currency: "USD", cents, allocations: [], ...more };
    return this.act((draft) => recordPayment(draft, payment, { to, credit, in_full }, this.today));
  }
  waive(charge: string, waived = true, why = "Server was down"): this {
    const { cents = 0 } = this.account.charges.find(({ id }) => id === charge) ?? {};
    const waived_cents = waived ? cents : 0;
    return this.act((draft) => changeCharge(draft, charge, { waived_cents }, this.today), why);
  }
  change(more: Partial<BilledSubscription>, open_charges?: "change" | "remove"): this {
    return this.act((draft) => {
      const [subscription] = draft.subscriptions as [BilledSubscription];
      const { id, status, currency, cents, service, frequency, start_date } = subscription;
      const values = { status, currency, cents, service, frequency, start_date, ...more };
      changeSubscription(draft, id, values, { open_charges }, this.today);
    });
  }

  statement(span: { from?: Day; to?: Day } = {}): ClientStatement {
    const payments = this.account.payments.filter(({ undone }) => !undone);
    return statementOf(
      {
        charges: this.account.charges,
        subscriptions: this.account.subscriptions,
        payments: payments.map((payment) => ({
          ...payment,
          paid_on: this.paidOn.get(payment.id) ?? "",
          reference: "SK12ABC",
          method: payment.is_tax ? "withholding_tax" : "mpesa",
        })),
        today: this.today,
      },
      { to: this.today, ...span },
    );
  }
  /** `2026-12-20 charge 100 100`: what the balance moves by, and the balance. */
  lines(span: { from?: Day; to?: Day } = {}): string[] {
    return byCurrency(this.statement(span)).flatMap(({ lines }) =>
      lines.map(({ day, kind, cents, balance }) => `${day} ${kind} ${cents / 100} ${balance / 100}`),
    );
  }
}

describe("a statement", () => {
  test("lists charges on their due days and payments on theirs", () => {
    const book = new Book().add("2026-10-20").pay(100_00, "2026-10-22").pay(40_00, "2026-12-01");
    expect(book.lines()).toEqual([
      "2026-10-20 charge 100 100",
      "2026-10-22 payment -100 0",
      "2026-11-20 charge 100 100",
      "2026-12-01 payment -40 60",
      "2026-12-20 charge 100 160",
    ]);
    const [first] = book.statement().entries;
    expect(first).toMatchObject({
      text: "Hosting, due Oct 20, 2026",
      covered: { from: "2026-10-20", to: "2026-11-19" },
    });
    const [{ byAge, coming }] = byCurrency(book.statement()) as [ReturnType<typeof byCurrency>[number]];
    expect(byAge).toEqual([0, 100_00, 60_00, 0, 0]);
    expect(coming).toMatchObject([{ day: "2027-01-20", amount: 100, service: "Hosting" }]);
  });

  test("names what does not recur a one-off, in either language, in payments and in the file", () => {
    const fee = {
      id: "fee",
      due: "2026-12-22",
      service: "Installation",
      currency: "USD",
      cents: 50_00,
    } as const;
    const book = new Book()
      .add("2026-12-20")
      .act((draft) => draft.charges.push({ ...fee, paid_cents: 0 }))
      .act((draft) => draft.charges.push({ ...fee, id: "later", due: "2027-01-04", paid_cents: 0 }))
      .pay(150_00);
    const { entries, coming } = book.statement();
    expect(entries.map(({ text }) => text).slice(0, 2)).toEqual([
      "Hosting, due Dec 20, 2026",
      "Installation (One-off), due Dec 22, 2026",
    ]);
    expect(entries.map((entry) => servicesOf(entry, "sw"))).toEqual([
      "Hosting",
      "Installation (Mara moja)",
      "Hosting, Installation (Mara moja)",
    ]);
    expect(coming.map((item) => serviceOf(item, "en"))).toEqual(["Installation (One-off)", "Hosting"]);
    const [{ columns }, rows] = statementExport({ id: "c" } as Client, byCurrency(book.statement()), {
      from: "2026-12-01",
      to: today,
    });
    const [, cell = () => undefined] = columns.find(([heading]) => heading === "One-off") ?? [];
    expect(rows.map((row) => cell(row) || "")).toEqual(["", "", "yes", ""]);
  });

  test("has what is paid ahead as credit until its day, and takes it from what is open longest", () => {
    const ahead = [{ charge_id: "hosting#2027-01-20", cents: 100_00 }];
    const book = new Book().add("2026-11-20").pay(130_00, today, { to: ahead });
    expect(book.lines()).toEqual([
      "2026-11-20 charge 100 100",
      "2026-12-20 charge 100 200",
      "2026-12-24 payment -130 70",
    ]);
    const [{ byAge, closing }] = byCurrency(book.statement()) as [ReturnType<typeof byCurrency>[number]];
    expect([byAge, closing]).toEqual([[0, 70_00, 0, 0, 0], 70_00]);
    expect(book.on("2027-01-20").lines().at(-1)).toBe("2027-01-20 charge 100 170");
  });

  test("gives a waiver a line of its own, with amount, reason and person, and one to its end", () => {
    const book = new Book().add("2026-10-01", { frequency: "yearly", cents: 10_000_00, currency: "KES" });
    const october = book.lines({ to: "2026-10-31" });
    book.waive("hosting#2026-10-01").on("2026-12-28").waive("hosting#2026-10-01", false, "By mistake");
    expect(book.lines({ to: "2026-10-31" })).toEqual(october);
    expect(october).toEqual(["2026-10-01 charge 10000 10000"]);
    expect(book.lines({ from: "2026-12-01" })).toEqual([
      "2026-12-24 waiver -10000 0",
      "2026-12-28 waiver 10000 10000",
    ]);
    expect(book.statement({ from: "2026-12-01" }).entries.map(({ text }) => text)).toEqual([
      "Waived: Server was down (Grace). Hosting, due Oct 1, 2026",
      "Charged again: By mistake (Grace). Hosting, due Oct 1, 2026",
    ]);
    const [{ columns }, rows] = statementExport({ id: "c" } as Client, byCurrency(book.statement()), {
      from: "2026-10-01",
      to: today,
    });
    const cells = (name: string) =>
      rows.map((row) => columns.find(([heading]) => heading === name)?.[1](row));
    expect(cells("Entry")).toEqual(["Brought forward", "Charge", "Waived", "Charged again"]);
    expect([cells("Reason"), cells("By")]).toEqual([
      [undefined, undefined, "Server was down", "By mistake"],
      [undefined, undefined, "Grace", "Grace"],
    ]);
    expect(cells("Charge")).toEqual([undefined, 10_000, -10_000, 10_000]);
  });

  test("has what became of a charge before it was due on its due day", () => {
    const book = new Book().add("2027-01-20").waive("hosting#2027-01-20");
    expect(book.lines()).toEqual([]);
    expect(book.on("2027-01-20").lines()).toEqual(["2027-01-20 charge 100 100", "2027-01-20 waiver -100 0"]);
  });

  test("of a past day stays what it was through prices, holds, an end, and a rest that a payment waived", () => {
    const book = new Book().add("2026-11-20").pay(30_00, "2026-11-25");
    const past = book.lines({ to: "2026-12-23" });
    const expectSame = () => expect(book.lines({ to: "2026-12-23" })).toEqual(past);
    book.change({ cents: 5_000_00, currency: "KES" }, "change");
    expectSame();
    book.on("2026-12-26").change({ status: "paused" });
    expectSame();
    book.on("2027-02-25").change({ status: "active" });
    expectSame();
    const to = [{ charge_id: "hosting#2026-11-20", cents: 50_00 }];
    book.pay(50_00, "2027-02-25", { to, in_full: true });
    expectSame();
    book.on("2027-02-26").act((draft) => undoPayment(draft, "p1", "2027-02-26"));
    book.change({ status: "inactive" });
    expectSame();
    // The client owed the period that fell due in the pause; the end of the pause waives it.
    expect(book.lines({ from: "2027-01-01" }).filter((line) => line.includes("2027-01-20"))).toHaveLength(1);
  });

  test("of another currency takes a charge out of one and writes it in the other", () => {
    const book = new Book().add("2026-12-20").change({ cents: 12_500_00, currency: "KES" }, "change");
    expect(book.lines()).toEqual([
      "2026-12-20 charge 100 100",
      "2026-12-24 change -100 0",
      "2026-12-24 change 12500 12500",
    ]);
    const closing = (span: { from?: Day; to: Day }) =>
      byCurrency(book.statement(span)).map((statement) => [statement.currency, statement.closing]);
    expect(closing({ from: "2026-12-25", to: today })).toEqual([["KES", 12_500_00]]);
    expect(closing({ from: "2026-12-22", to: "2026-12-22" })).toEqual([["USD", 100_00]]);
  });

  test("says what is on hold, on the day of the statement", () => {
    const book = new Book().add("2026-11-20").change({ status: "paused" });
    const heldOn = (to: Day) => byCurrency(book.statement({ to })).map(({ held, byAge }) => [held, byAge[0]]);
    expect(heldOn(today)).toEqual([[200_00, 200_00]]);
    expect(heldOn("2026-12-23")).toEqual([[0, 0]]);
    expect(book.statement().entries.map(({ on_hold }) => on_hold)).toEqual([true, true]);
  });

  test("begins with the balance before, and has nothing to come on a past day", () => {
    const book = new Book().add("2026-11-20").pay(100_00, "2026-12-01");
    const past = book.statement({ from: "2026-12-01", to: "2026-12-10" });
    expect([past.opening, past.closing, past.coming]).toEqual([
      [{ currency: "USD", amount: 100 }],
      [{ currency: "USD", amount: 0 }],
      [],
    ]);
    expect(book.statement({ to: "2099-01-01" }).to).toBe(today);
    expect(new Book().statement()).toMatchObject({ opening: [], entries: [], closing: [] });
  });

  test("names every subscription that a payment pays", () => {
    const book = new Book().add("2026-12-20").add("2026-12-20", { id: "payroll", service: "Payroll" });
    book.pay(225_00, today, { credit: true });
    const payment = book.statement().entries.at(-1);
    expect(payment).toMatchObject({ amount: -225, text: "Payment received: M-Pesa SK12ABC" });
    expect(payment?.items.map(({ service }) => service)).toEqual(["Hosting", "Payroll"]);
    const credit = { closing: -25_00 };
    expect(closingOf(credit, undefined, "en")).toEqual({ label: "Credit in your favour", cents: 25_00 });
    expect(closingOf(credit, "24 Dec 2026", "en").label).toBe("Credit in your favour on 24 Dec 2026");
    expect(closingOf({ closing: 5 }, undefined, "en")).toEqual({ label: "Balance due", cents: 5 });
    const tax = { kind: "payment", cents: 5_00, method: "withholding_tax" } as const;
    expect(entryName(tax, "sw")).toBe("Kodi iliyozuiwa");
    expect(entryName({ kind: "refund", cents: 5_00 }, "en")).toBe("Refund");
  });

  test("charges one period of an unknown frequency", () => {
    const book = new Book().add("2026-09-20", { frequency: "weekly" });
    expect(book.lines()).toEqual(["2026-09-20 charge 100 100"]);
  });
});
