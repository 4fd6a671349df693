import { MPESA_MAX_SHILLINGS } from "../../shared/paybill/mpesa-limit.ts";

// The example of the first view: one payment, the loan that it pays, and its entries in the ledger. In shillings.

export const INSTALMENT = 1_500;
const INTEREST = 150;
const OPEN_INSTALMENTS = ["30 Nov", "31 Dec", "31 Jan"];

/** Whole shillings that M-Pesa takes in one transaction, as people type them: "1,500", "KES 1 500". */
export function shillings(typed: string): number | undefined {
  const [, digits = ""] =
    /^\s*(?:kes|ksh\.?)?\s*(\d[\d,\s]*)(?:\.0{0,2})?\s*(?:\/[=-])?\s*$/i.exec(typed) ?? [];
  const amount = Number(digits.replace(/\D/g, ""));
  return amount >= 1 && amount <= MPESA_MAX_SHILLINGS ? amount : undefined;
}

/** Pays the oldest instalments first, interest before principal. What remains is held for the member. */
export function settle(amount: number) {
  let rest = amount;
  let interest = 0;
  const instalments = OPEN_INSTALMENTS.map((due) => {
    const paid = Math.min(rest, INSTALMENT);
    rest -= paid;
    interest += Math.min(paid, INTEREST);
    return { due, paid };
  });
  return { instalments, interest, principal: amount - rest - interest, held: rest };
}

/** The loan's accounts after a payment: one instalment is in them already. */
export function ledger(amount: number) {
  const { interest, principal, held } = settle(amount);
  return {
    mpesa: INSTALMENT + amount,
    interest: INTEREST + interest,
    principal: INSTALMENT - INTEREST + principal,
    held,
  };
}

export const grouped = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, ",");
