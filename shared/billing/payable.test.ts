import { expect, test } from "vitest";
import { payableEverywhere } from "../../test/models/payable.ts";
import type { Currency } from "../money.ts";
import { type Account, type Charge, ofPeriod } from "./account.ts";
import { payableCharges } from "./payable.ts";

const today = "2026-12-24";

/** A charge of a subscription, due on a day. */
const charge = (id: string, due: string, more: Partial<Charge> = {}): Charge => ({
  ...ofPeriod(id, due),
  currency: "KES",
  cents: 100,
  paid_cents: 0,
  ...more,
});

/** A subscription whose next charge is to be written. */
const subscription = (id: string, more: Partial<Account["subscriptions"][number]> = {}) => ({
  id,
  status: "active",
  currency: "KES" as Currency,
  cents: 100,
  frequency: "monthly",
  start_date: "2026-01-20",
  billing_anchor: "2026-01-20",
  next_charge: "2027-02-20",
  ...more,
});

const account = (more: Partial<Account>): Account => ({
  active: true,
  subscriptions: [],
  charges: [],
  payments: [],
  ...more,
});

const cases: [name: string, account: Account, asked: { currency?: Currency; is_tax?: true }, string[]][] = [
  [
    "a charge on hold is last, although it is the oldest",
    account({
      subscriptions: [subscription("held", { status: "paused" }), subscription("b")],
      charges: [charge("held", "2026-10-20"), charge("b", "2026-12-20"), charge("b", "2027-01-20")],
    }),
    {},
    ["b#2026-12-20 100", "b#2027-01-20 100", "held#2026-10-20 100"],
  ],
  [
    "of an inactive client, what is on hold can be paid",
    account({ active: false, charges: [charge("a", "2026-12-20"), charge("a", "2026-11-20")] }),
    {},
    ["a#2026-11-20 100", "a#2026-12-20 100"],
  ],
  [
    "of a charge that is waived and paid in part, what is left",
    account({ charges: [charge("a", "2026-12-20", { waived_cents: 30, paid_cents: 20 })] }),
    {},
    ["a#2026-12-20 50"],
  ],
  [
    "nothing of a charge that is waived",
    account({ charges: [charge("a", "2026-12-20", { waived_cents: 100 })] }),
    {},
    [],
  ],
  [
    "withheld tax pays first what was waived with a payment",
    account({
      charges: [
        charge("a", "2026-10-20"),
        charge("a", "2026-12-20", { paid_cents: 95, waived_cents: 5, waived_by: "p", paid_by: ["p"] }),
      ],
    }),
    { is_tax: true },
    ["a#2026-12-20 5", "a#2026-10-20 100"],
  ],
  [
    "other money does not",
    account({
      charges: [
        charge("a", "2026-10-20"),
        charge("a", "2026-12-20", { paid_cents: 95, waived_cents: 5, waived_by: "p", paid_by: ["p"] }),
      ],
    }),
    {},
    ["a#2026-10-20 100"],
  ],
  [
    "withheld tax pays no waiver that somebody decided",
    account({ charges: [charge("a", "2026-12-20", { waived_cents: 5, paid_cents: 95 })] }),
    { is_tax: true },
    [],
  ],
  [
    "withheld tax pays a charge once that was waived with a payment and made dearer since",
    account({
      charges: [charge("a", "2026-12-20", { cents: 120, paid_cents: 95, waived_cents: 5, waived_by: "p" })],
    }),
    { is_tax: true },
    ["a#2026-12-20 25"],
  ],
  [
    "of two currencies, one",
    account({ charges: [charge("a", "2026-12-20"), charge("b", "2026-11-20", { currency: "USD" })] }),
    {},
    ["a#2026-12-20 100"],
  ],
  [
    "of two currencies, the other",
    account({ charges: [charge("a", "2026-12-20"), charge("b", "2026-11-20", { currency: "USD" })] }),
    { currency: "USD" },
    ["b#2026-11-20 100"],
  ],
  ["of dollars no shillings", account({ charges: [charge("b", "2026-11-20", { currency: "USD" })] }), {}, []],
  [
    "what a former client owes for a subscription that moved to another",
    account({
      subscriptions: [subscription("own")],
      charges: [charge("moved", "2026-09-20"), charge("own", "2027-01-20")],
    }),
    {},
    ["moved#2026-09-20 100", "own#2027-01-20 100"],
  ],
  [
    "a charge without a subscription, by its day",
    account({
      subscriptions: [subscription("a")],
      charges: [
        charge("a", "2026-11-20"),
        charge("a", "2027-01-20"),
        { id: "one-off", due: "2026-12-01", currency: "KES", cents: 70, paid_cents: 0 },
      ],
    }),
    {},
    ["a#2026-11-20 100", "one-off 70", "a#2027-01-20 100"],
  ],
  [
    "a charge to come, of the subscription that has nothing due",
    account({ subscriptions: [subscription("a", { next_charge: "2027-01-20" })] }),
    {},
    ["a#2027-01-20 100"],
  ],
  [
    "what credit left of what is due; a charge to come takes none",
    account({
      subscriptions: [subscription("a")],
      charges: [charge("a", "2026-12-20"), charge("a", "2027-01-20")],
      payments: [{ id: "credit", currency: "KES", cents: 40, allocations: [] }],
    }),
    {},
    ["a#2026-12-20 60", "a#2027-01-20 100"],
  ],
  [
    "charges of one day in the order of their ids",
    account({ charges: [charge("b", "2026-12-20"), charge("a", "2026-12-20")] }),
    {},
    ["a#2026-12-20 100", "b#2026-12-20 100"],
  ],
  [
    "more charges than one payment pays",
    account({
      charges: Array.from({ length: 17 }, (_, at) => charge("a", `2026-11-${String(at + 10)}`)),
    }),
    {},
    Array.from({ length: 17 }, (_, at) => `a#2026-11-${at + 10} 100`),
  ],
];

test.each(cases)("panel, payment, statement and prompt pay alike: %s", (_, account, asked, expected) => {
  const lists = payableEverywhere(account, { currency: "KES", ...asked }, today);
  expect(lists.map((list) => list.join(" "))).toEqual(expected);
});

test("a payment that was corrected pays first what it had waived; the first subscription comes before the others", () => {
  const charges = [
    charge("a", "2026-10-20"),
    charge("b", "2026-11-20", { paid_cents: 95, waived_cents: 5, waived_by: "p" }),
    charge("b", "2026-12-20"),
  ];
  const ids = (options: Parameters<typeof payableCharges>[1]) =>
    payableCharges(charges, options).map(({ charge, left }) => `${charge.id} ${left}`);
  expect(ids({ id: "p" })).toEqual(["b#2026-11-20 5", "a#2026-10-20 100", "b#2026-12-20 100"]);
  expect(ids({ id: "q", first: "b" })).toEqual(["b#2026-12-20 100", "a#2026-10-20 100"]);
});
