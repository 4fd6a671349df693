import { expect, test } from "vitest";
import type { Payment } from "../../../../../shared/payments/payment.ts";
import { announcedOf, stateOf } from "./announced.ts";

const amani = { id: "1", name: "Amani Traders" };
const clientOf = (reference: string) => (reference === "4821072" ? amani : undefined);
const announced = (more: Partial<Payment>): Payment => ({
  id: "",
  paid_on: "2026-12-24",
  amount: 100,
  currency: "KES",
  reference: "TKB4H7L2QX",
  recorded_at: "2026-12-24T06:00:00Z",
  state: "announced",
  source: "mpesa",
  ...more,
});

test.each<[string | undefined, Payment["doubts"], typeof amani | undefined]>([
  ["4821072", [], amani],
  ["ACC 482 107 2", ["unknown_source"], amani],
  ["4821072", ["disputed"], undefined],
  ["4821073", [], undefined],
  ["4821072 or 4821073", [], undefined],
  ["Rent", [], undefined],
  [undefined, [], undefined],
])("the account %j with %j is the client %j", (account, doubts, client) => {
  expect(announcedOf(announced({ account, doubts }), clientOf).client).toEqual(client);
});

test.each<[Payment["doubts"], string, string | undefined]>([
  [[], "Waiting", undefined],
  [["disputed"], "Two accounts", undefined],
  [["unconfirmed", "disputed"], "Not confirmed", undefined],
  [["unknown_source"], "Waiting", "Sent from an unknown address."],
])("with %j its state is %s", (doubts, name, note) => {
  expect(stateOf(announced({ doubts }))).toMatchObject({ name, note });
});
