import type { Client } from "../../clients/client.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { withCheckDigit } from "../payment-reference.ts";
import type { Line } from "./read.ts";

export const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
export const client = (n: number, more: Partial<Client> = {}): Client => ({
  id: idOf(n),
  name: `Client ${n}`,
  email: "",
  phone: "",
  company: "",
  address: "",
  status: "active",
  payment_reference: withCheckDigit(String(100_000 + 12_347 * n)),
  created_at: "",
  version: 1,
  ...more,
});
export const subscription = (
  n: number,
  of: Client,
  amount: number,
  more: Partial<Subscription> = {},
): Subscription => ({
  id: idOf(1_000 + n),
  client_id: of.id,
  start_date: "2026-01-20",
  frequency: "monthly",
  amount,
  status: "active",
  next_billing_date: "2026-11-20",
  billing_anchor: "2026-01-20",
  created_at: "",
  version: 1,
  ...more,
});
export const line = (cents: number, more: Partial<Line> = {}): Line => ({
  id: "X",
  number: "SJK4H7L2M9",
  method: "mpesa",
  paid_on: "2026-11-18",
  cents,
  amount: cents / 100,
  currency: "USD",
  payer: "",
  phone: "",
  account: "",
  details: "",
  ...more,
});

export const acme = client(1, { name: "Acme Traders", phone: "0799 000 111" });

export const ref = (of: Client) => of.payment_reference ?? "";
