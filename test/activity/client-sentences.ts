import { client, type Entry, subscription } from "./sample-entries.ts";

const payment = {
  amount: 15_500,
  currency: "KES",
  period: "2026-11-14",
  paid_on: "2026-12-02",
  method: "mpesa",
};

/** Entries about clients, their subscriptions and payments, each with its sentence. */
export const clientSentences: [Entry, string][] = [
  [{ kind: "client-added", ...client, after: { name: "Umoja SACCO" } }, "added the client Umoja SACCO"],
  [{ kind: "client-added", ...client, after: { sample: true } }, "added the sample client Umoja SACCO"],
  [{ kind: "client-added", client_id: client.client_id, after: {} }, "added the client a removed client"],
  [
    { kind: "client-changed", ...client, before: { email: "a@x.ke" }, after: { email: "b@x.ke" } },
    "changed the email of Umoja SACCO: a@x.ke → b@x.ke",
  ],
  [
    { kind: "client-changed", ...client, before: {}, after: { phone: "0711 222333" } },
    "added the phone of Umoja SACCO: 0711 222333",
  ],
  [
    { kind: "client-changed", ...client, before: { phone: "0711 222333" }, after: {} },
    "removed the phone of Umoja SACCO: 0711 222333",
  ],
  [
    {
      kind: "client-changed",
      ...client,
      before: { address: "Moi Avenue\nNairobi" },
      after: { address: "Kisumu" },
    },
    "changed the address of Umoja SACCO",
  ],
  [
    {
      kind: "client-changed",
      ...client,
      before: { name: "a", email: "b", phone: "c", status: "active" },
      after: { name: "b", email: "c", phone: "d", status: "inactive" },
    },
    "changed the name, email, phone and 1 more of Umoja SACCO",
  ],
  [
    {
      kind: "client-changed",
      ...client,
      before: { email: "a@x.ke", mail_problem: { kind: "bounced", at: "2026-12-02T08:00:00.000Z" } },
      after: { email: "b@x.ke" },
    },
    "changed the email of Umoja SACCO: a@x.ke → b@x.ke",
  ],
  [
    { kind: "client-changed", ...client, before: {}, after: { muted: true } },
    "muted reminders to Umoja SACCO",
  ],
  [
    { kind: "client-changed", ...client, before: { muted: true }, after: { muted: false } },
    "unmuted reminders to Umoja SACCO",
  ],
  [
    { kind: "client-changed", ...client, before: { language: "en" }, after: { language: "sw" } },
    "changed the language of Umoja SACCO: English → Swahili",
  ],
  [
    { kind: "client-changed", ...client, before: {}, after: { language: "sw" } },
    "changed the language of Umoja SACCO: English → Swahili",
  ],
  [
    { kind: "client-changed", ...client, after: { mail_problem: "bounced" } },
    "stopped emails to Umoja SACCO: one bounced",
  ],
  [
    { kind: "client-changed", ...client, after: { mail_problem: "returned" } },
    "stopped emails to Umoja SACCO: several came back",
  ],
  [
    {
      kind: "client-changed",
      ...client,
      before: { mail_problem: { kind: "returned", at: "2026-12-02T08:00:00.000Z" } },
      after: {},
    },
    "allowed emails to Umoja SACCO again",
  ],
  [
    {
      kind: "client-changed",
      ...client,
      before: { copies: [{ email: "a@x.ke" }] },
      after: { copies: [{ email: "a@x.ke", name: "Asha" }, { email: "b@x.ke" }] },
    },
    "changed the copies of Umoja SACCO: a@x.ke → Asha <a@x.ke>, b@x.ke",
  ],
  [
    {
      kind: "client-changed",
      ...client,
      before: { blocked_copies: [{ email: "b@x.ke", problem: "bounced" }] },
      after: {
        blocked_copies: [
          { email: "b@x.ke", problem: "bounced" },
          { email: "a@x.ke", name: "Asha", problem: "complained" },
        ],
      },
    },
    "stopped copies to Asha <a@x.ke> for Umoja SACCO: one was marked as spam",
  ],
  [
    {
      kind: "client-changed",
      ...client,
      before: { blocked_copies: [{ email: "b@x.ke", problem: "bounced" }] },
    },
    "allowed copies to b@x.ke for Umoja SACCO again",
  ],
  [
    { kind: "client-changed", ...client, after: { copies: "a@x.ke", blocked_copies: 7 } },
    "changed the details of Umoja SACCO",
  ],
  [{ kind: "client-erased", client_id: client.client_id }, "erased the personal data of a client"],
  [{ kind: "client-exported", ...client }, "downloaded all data of Umoja SACCO"],
  [{ kind: "link-renewed", ...client }, "renewed the link to the account of Umoja SACCO"],
  [
    { kind: "payment-requested", ...client, after: { amount: 300, currency: "KES" } },
    "asked for KES 300.00 by M-Pesa on the phone of Umoja SACCO",
  ],
  [
    {
      kind: "subscription-added",
      ...subscription,
      after: { amount: 149.99, frequency: "monthly", start_date: "2026-11-14" },
    },
    "added Loan ledger for Umoja SACCO: $149.99 monthly from Nov 14, 2026",
  ],
  [
    { kind: "subscription-changed", ...subscription, before: { amount: 149.99 }, after: { amount: 200 } },
    "changed the amount of Loan ledger for Umoja SACCO: $149.99 → $200.00",
  ],
  [
    {
      kind: "subscription-changed",
      ...client,
      before: { amount: 149.99, currency: "USD" },
      after: { amount: 200, currency: "KES" },
    },
    "changed the amount of the subscription of Umoja SACCO: $149.99 → KES 200.00",
  ],
  [
    {
      kind: "subscription-changed",
      ...subscription,
      before: { status: "active" },
      after: { status: "paused" },
    },
    "changed the status of Loan ledger for Umoja SACCO: Active → Paused",
  ],
  [
    {
      kind: "subscription-changed",
      ...subscription,
      before: { currency: "KES" },
      after: { next_price: { amount: 5000, from: "2027-02-01" }, currency: "KES" },
    },
    "agreed KES 5,000.00 from Feb 1, 2027 for Loan ledger for Umoja SACCO",
  ],
  [
    {
      kind: "subscription-changed",
      ...subscription,
      before: { next_price: { amount: 200, from: "2027-02-01" } },
      after: {},
    },
    "withdrew $200.00 from Feb 1, 2027 for Loan ledger for Umoja SACCO",
  ],
  [
    {
      kind: "subscription-changed",
      ...subscription,
      before: {},
      after: { ends_on: "2027-03-31", end_reason: "price" },
    },
    "agreed the end of Loan ledger for Umoja SACCO on Mar 31, 2027: Price",
  ],
  [
    {
      kind: "subscription-changed",
      ...subscription,
      before: { ends_on: "2027-03-31", end_reason: "price" },
      after: {},
    },
    "withdrew the end of Loan ledger for Umoja SACCO on Mar 31, 2027",
  ],
  [
    { kind: "subscription-changed", ...subscription, before: {}, after: { muted: true } },
    "muted reminders of Loan ledger for Umoja SACCO",
  ],
  [
    {
      kind: "subscription-changed",
      ...subscription,
      before: { service: "Ledger" },
      after: { service: "Loan ledger" },
    },
    "changed the service of the subscription of Umoja SACCO: Ledger → Loan ledger",
  ],
  [
    { kind: "subscription-changed", ...subscription, before: { client_id: "a" }, after: { client_id: "b" } },
    "moved Loan ledger from another client to Umoja SACCO",
  ],
  [
    { kind: "payment-recorded", ...subscription, after: payment },
    "recorded KES 15,500.00 from Umoja SACCO for Nov 14, 2026, paid Dec 2, 2026 by M-Pesa",
  ],
  [
    {
      kind: "payment-recorded",
      ...subscription,
      after: {
        amount: 40.5,
        part: true,
        period: "2026-11-14",
        paid_on: "2027-01-02",
        method: "cash",
        reference: "R-7",
      },
    },
    "recorded a part payment of $40.50 from Umoja SACCO for Nov 14, 2026, paid Jan 2, 2027 in cash, reference R-7",
  ],
  [
    { kind: "payment-recorded", ...subscription, after: { ...payment, periods: 3, method: "card" } },
    "recorded KES 15,500.00 from Umoja SACCO for 3 charges from Nov 14, 2026, paid Dec 2, 2026 by card",
  ],
  [
    {
      kind: "payment-recorded",
      ...subscription,
      after: { amount: 19_500, currency: "KES", periods: 2, paid_on: "2026-12-02" },
    },
    "recorded KES 19,500.00 from Umoja SACCO for 2 charges, paid Dec 2, 2026",
  ],
  // Whatever an old record has.
  [
    { kind: "payment-recorded", ...subscription, after: { amount: "?" } },
    "recorded a payment from Umoja SACCO",
  ],
  [
    { kind: "payment-undone", ...subscription, before: payment, after: { next_billing_date: "2026-11-14" } },
    "undid KES 15,500.00 from Umoja SACCO for Nov 14, 2026, paid Dec 2, 2026 by M-Pesa",
  ],
  [
    {
      kind: "payment-corrected",
      ...subscription,
      before: payment,
      after: { ...payment, amount: 15_000 },
    },
    "corrected KES 15,500.00 to KES 15,000.00 from Umoja SACCO for Nov 14, 2026, paid Dec 2, 2026 by M-Pesa",
  ],
  [
    { kind: "payment-corrected", ...subscription, before: { reference: "A" }, after: { reference: "B" } },
    "corrected a payment from Umoja SACCO, reference B",
  ],
  [
    { kind: "client-changed", ...client, before: { phone: "1" }, after: { phone: "2", muted: false } },
    "changed the phone of Umoja SACCO: 1 → 2",
  ],
  [
    {
      kind: "charge-changed",
      ...subscription,
      after: { period: "2026-11-14", waived: true, amount: 50, currency: "USD", reason: "Server was down" },
    },
    "waived $50.00 of the period due Nov 14, 2026 of Umoja SACCO: Server was down",
  ],
  [
    {
      kind: "charge-changed",
      ...subscription,
      after: { period: "2026-11-14", waived: false, amount: 50, currency: "USD", reason: "By mistake" },
    },
    "charged $50.00 of the period due Nov 14, 2026 again of Umoja SACCO: By mistake",
  ],
  [
    {
      kind: "charge-changed",
      ...subscription,
      after: { period: "2026-11-14", amount: 120.5, currency: "USD", reason: "Fewer users" },
    },
    "changed the amount of the period due Nov 14, 2026 to $120.50 of Umoja SACCO: Fewer users",
  ],
  [
    {
      kind: "charge-changed",
      ...subscription,
      after: { period: "2026-11-14", new_due: "2026-12-01", reason: "Paid at month's end" },
    },
    "moved the period due Nov 14, 2026, to Dec 1, 2026 of Umoja SACCO: Paid at month's end",
  ],
  [
    {
      kind: "charge-added",
      ...client,
      before: {},
      after: { service: "Installation", amount: 250, currency: "USD", due: "2026-12-20" },
    },
    "charged Umoja SACCO $250.00 for Installation, due Dec 20, 2026",
  ],
  [
    {
      kind: "charge-changed",
      ...client,
      after: { service: "Installation", due: "2026-12-20", waived: true, amount: 50, reason: "Late" },
    },
    "waived $50.00 of Installation, due Dec 20, 2026 of Umoja SACCO: Late",
  ],
  [
    {
      kind: "charge-removed",
      ...client,
      before: { service: "Installation", amount: 250, currency: "USD", due: "2026-12-20" },
      after: {},
    },
    "removed the charge of $250.00 for Installation, due Dec 20, 2026 from Umoja SACCO",
  ],
  [
    { kind: "credit-refunded", ...subscription, after: { amount: 40, currency: "USD", method: "mpesa" } },
    "refunded $40.00 to Umoja SACCO, by M-Pesa",
  ],
  [
    { kind: "refund-undone", ...subscription, before: { amount: 40, currency: "USD", reference: "EFT 1" } },
    "undid the refund of $40.00 to Umoja SACCO, reference EFT 1",
  ],
  [
    {
      kind: "control-unit-recorded",
      ...client,
      after: { invoice: "INV-2026-000123", control_unit: "KRACU0100000001/77" },
    },
    "recorded the control unit number of invoice INV-2026-000123 of Umoja SACCO: KRACU0100000001/77",
  ],
  [
    {
      kind: "control-unit-recorded",
      ...client,
      before: { control_unit: "KRACU0100000001/76" },
      after: { invoice: "INV-2026-000123", control_unit: "KRACU0100000001/77" },
    },
    "corrected the control unit number of invoice INV-2026-000123 of Umoja SACCO: KRACU0100000001/77",
  ],
  [
    {
      kind: "control-unit-recorded",
      ...client,
      before: { control_unit: "KRACU0100000001/77" },
      after: { invoice: "INV-2026-000123" },
    },
    "removed the control unit number of invoice INV-2026-000123 of Umoja SACCO",
  ],
  [
    { kind: "promise-changed", ...subscription, after: { promised_until: "2027-01-05" } },
    "recorded the promise to pay by Jan 5, 2027 of Umoja SACCO",
  ],
  [
    { kind: "promise-changed", ...subscription, before: { promised_until: "2027-01-05" }, after: {} },
    "removed the promise to pay of Umoja SACCO",
  ],
  [{ kind: "lines-kept", after: { lines: 2 } }, "saved 2 unmatched payments from a statement"],
  [
    {
      kind: "line-ignored",
      after: { amount: 500, currency: "KES", paid_on: "2026-12-02", reason: "Refund" },
    },
    "ignored KES 500.00 from a statement, paid Dec 2, 2026: Refund",
  ],
  [
    { kind: "line-restored", after: { amount: 500, currency: "KES", paid_on: "2026-12-02" } },
    "took back that KES 500.00 from a statement is ignored, paid Dec 2, 2026",
  ],
  [
    { kind: "line-reversed", after: { amount: 500, currency: "KES", paid_on: "2026-12-02" } },
    "noted the reversal of KES 500.00 from a statement, paid Dec 2, 2026",
  ],
];
