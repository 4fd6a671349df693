import { MPESA_MAX_SHILLINGS } from "../../../shared/paybill/mpesa-limit.ts";

/** The example in the first view. Its amounts are in payment.ts. */
export const strip = {
  form: "Try it: pay an instalment",
  phone: "Grace’s phone",
  paybill: "Paybill 400 200, loan 00418-3",
  amount: "Amount, KES",
  pay: "Pay",
  problem: `M-Pesa takes whole shillings, from 1 to ${MPESA_MAX_SHILLINGS / 1_000},000.`,
  before: "Press Pay and follow the money.",
  earlier: "31 Oct: 1,500 paid.",
  message: (amount: string) => `SLK8P2M4WD confirmed. KES ${amount} paid for loan 00418-3.`,
  loan: "Loan 00418-3",
  terms: "an example",
  paid: "Paid",
  part: (amount: string) => `${amount} paid`,
  ledger: "Ledger of this loan",
  debit: "Debit",
  credit: "Credit",
  mpesa: "M-Pesa paybill",
  interest: "Interest earned",
  principal: "Loan principal",
  held: "Held for Grace",
  total: "Total",
  agrees: "agrees",
  consulting: "Before: typed in three times, missed until month end.",
  implementation: "Nakuru, first day live: 214 of 214 loans agree.",
  received: (amount: string) => `M-Pesa confirmed KES ${amount}.`,
  instalmentPaid: (due: string, amount: string, { inPart }: { inPart: boolean }) =>
    inPart ? `${amount} of the instalment of ${due} is paid.` : `The instalment of ${due} is paid.`,
  equal: (amount: string) => `Debit ${amount} equals credit ${amount}.`,
} as const;
