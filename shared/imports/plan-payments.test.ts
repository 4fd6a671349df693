import { expect, test } from "vitest";
import {
  numberedClient,
  numberedId,
  numberedSubscription,
  planFile,
  resultOf,
} from "../../test/product/plan-file.ts";
import { chargeId } from "../billing/account.ts";
import { paymentFileFields } from "./payment-fields.ts";
import { paymentPlanner } from "./plan-payments.ts";

const kes = { currency: "KES" as const };
const subscriptions = [
  numberedSubscription(1, { ...kes, service: "Hosting" }),
  numberedSubscription(2, { ...kes, service: "Ledger" }),
  numberedSubscription(3, { client_id: numberedId(2), next_billing_date: "2026-10-15" }),
  numberedSubscription(4, { client_id: numberedId(4), sample: true }),
];
const clients = [
  numberedClient(1),
  numberedClient(2),
  numberedClient(3),
  numberedClient(4, { sample: true, name: "Four" }),
];
const charged = new Set([chargeId({ subscription_id: numberedId(1_003), period: "2025-05-05" })]);
const planRow = paymentPlanner({
  clients,
  subscriptions,
  recorded: new Set([numberedId(77)]),
  charged,
  today: "2026-12-20",
});
const plan = (head: string, ...rows: string[]) =>
  planFile([head, ...rows].join("\n"), paymentFileFields, planRow, ["paid_on", "period"]);

test("a payment of a past year is new with a charge of its own, the same, or wrong with the reason", () => {
  const rows = [
    "31/01/2025,Client 1,hosting,Sh 100,M-Pesa,R-1,,",
    "31/01/2025,Client 1,,100,,,,",
    "31/01/2025,Client 1,Other,100,,,,",
    `31/01/2025,,,100,,,,${numberedId(1_002)}`,
    `31/01/2025,Client 1,,100,,,,${numberedId(9)}`,
    "31/01/2025,Nobody,,100,,,,",
    "31/01/2025,Client 3,,100,,,,",
    "31/01/2025,Client 2,,,,,,",
    "31/01/2025,Client 2,,0,,,,",
    "soon,Client 2,,100,,,,",
    "31/12/1999,Client 2,,100,,,,",
    "01/02/2025,Client 2,,100,,,31/12/1999,",
    "21/12/2026,Client 2,,100,,,01/02/2025,",
    "15/10/2026,Client 2,,100,,,,",
    "14/10/2026,Client 2,,100,,,,",
    "05/05/2025,Client 2,,100,,,,",
    "06/05/2025,Client 2,,100,Withholding tax,,,",
    "01/01/2000,Client 2,,100,,,,",
    "31/01/2025,Four,,100,,,,",
  ];
  const planned = plan("Paid on,Client,Service,Amount,Method,Reference,Period,Subscription Id", ...rows);
  expect(planned.map(resultOf)).toEqual([
    "new",
    "Client 1 has several subscriptions. Enter the service or the subscription's Id of the right one.",
    "Client 1 has no subscription “Other”.",
    "new",
    "No subscription has this Id. Leave it empty, and name client and service.",
    expect.stringContaining("“Nobody”"),
    "Client 3 has no subscription. Import or add it first.",
    expect.stringContaining("amount"),
    "Enter the amount that was paid.",
    "Paid on: “soon” is not a date.",
    "Please give a date from Jan 1, 2000 to Dec 31, 2099.",
    "The first possible day is Jan 1, 2000.",
    expect.stringContaining("in the future"),
    "The period due Oct 15, 2026 is not past: the subscription is open from Oct 15, 2026 on. Record this payment on the page of the client, or enter the earlier period that it paid.",
    "new",
    "A period of this subscription is due May 5, 2025 already. Enter another period.",
    expect.stringContaining("certificate"),
    "new",
    expect.stringContaining("sample data"),
  ]);
  expect(planned[0]).toMatchObject({
    name: "Client 1, Hosting",
    write: {
      client_id: numberedId(1),
      subscription_id: numberedId(1_001),
      period: "2025-01-31",
      paid_on: "2025-01-31",
      amount: 100,
      currency: "KES",
      method: "mpesa",
      reference: "R-1",
    },
  });
  expect(planned[4]?.name).toBe("Client 1, 31/01/2025");
});

test("an Id names a payment on record; the currency can stand beside the amount, and is else the subscription's", () => {
  const planned = plan(
    "Paid on,Client,Service,Amount,Currency,Payment id",
    `31/01/2025,,,,,${numberedId(77)}`,
    `31/01/2025,Client 1,Ledger,100,,${numberedId(78)}`,
    "31/01/2025,Client 1,Ledger,KES 100,,",
    "31/01/2025,Client 1,Hosting,$ 100,,",
    "28/02/2025,Client 1,Hosting,100,,",
    "28/02/2025,Client 1,Ledger,100,pounds,",
  );
  expect(planned.map(resultOf)).toEqual([
    "same",
    "No payment has this Id. Leave it empty for a new one.",
    "new",
    "new",
    "new",
    "The currency must be USD or KES.",
  ]);
  expect(planned.slice(2, 5).map((row) => "write" in row && row.write.currency)).toEqual([
    "KES",
    "USD",
    "KES",
  ]);
  expect(planned[0]?.name).toBe("31/01/2025");
});
