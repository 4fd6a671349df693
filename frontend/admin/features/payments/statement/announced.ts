import { referencesIn } from "../../../../../shared/billing/matching/references.ts";
import { counted } from "../../../../../shared/count.ts";
import { toCents } from "../../../../../shared/money.ts";
import { ANNOUNCED_DAYS, PULL_BACK_HOURS } from "../../../../../shared/paybill/connection.ts";
import type { Payment } from "../../../../../shared/payments/payment.ts";
import { searchable } from "../../../../../shared/search.ts";
import type { Tone } from "../../../../../shared/tone.ts";
import type { ListRules } from "../../../rules/list-rules.ts";

/** A payment that M-Pesa announced and has not confirmed. `client` is whose account number was typed. */
export type Announced = Payment & {
  id: string;
  client?: { id: string; name: string } | undefined;
  text: string;
};

type State = "waiting" | "disputed" | "unconfirmed";
const states: Record<State, { name: string; tone: Tone; next: string }> = {
  waiting: { name: "Waiting", tone: "quiet", next: "We ask M-Pesa within 15 minutes." },
  disputed: { name: "Two accounts", tone: "soon", next: "We ask M-Pesa within 15 minutes." },
  unconfirmed: { name: "Not confirmed", tone: "overdue", next: "Check it in the M-Pesa portal." },
};

export const isUnconfirmed = ({ doubts = [] }: Payment): boolean => doubts.includes("unconfirmed");

/** Tells what happens next, and what is unusual. */
export function stateOf(payment: Payment) {
  const { doubts = [] } = payment;
  const isDisputed = doubts.includes("disputed");
  const note = doubts.includes("unknown_source") ? "Sent from an unknown address." : undefined;
  return { ...states[isUnconfirmed(payment) ? "unconfirmed" : isDisputed ? "disputed" : "waiting"], note };
}

/** Advises about payments that M-Pesa has not confirmed in time. */
export const unconfirmedText = (payments: number): string =>
  `M-Pesa has not confirmed ${counted(payments, "payment")} in ${PULL_BACK_HOURS} hours. Look for the code in the M-Pesa portal. If it is there, record the payment with its code. If not, nobody paid, and it leaves this list after ${ANNOUNCED_DAYS} days.`;

type ClientOf = (reference: string) => { id: string; name: string } | undefined;

export function announcedOf(payment: Payment, clientOf: ClientOf): Announced {
  const { reference, payer = "", account = "", doubts = [] } = payment;
  const { references, mistyped } = referencesIn(account);
  const isSure = references.length === 1 && mistyped.length === 0 && !doubts.includes("disputed");
  const client = isSure ? clientOf(references[0] ?? "") : undefined;
  const text = searchable(reference, payer, account, client?.name ?? "");
  return { ...payment, id: reference, client, text };
}

export const announcedRules: ListRules<Announced> = {
  textOf: ({ text }) => text,
  filters: {},
  sortKeys: {
    recorded_at: ({ recorded_at }) => recorded_at,
    payer: ({ payer = "" }) => searchable(payer),
    amount: ({ amount }) => toCents(amount),
  },
  defaultOrder: { id: "recorded_at", desc: true },
};
