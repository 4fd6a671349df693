import { expect } from "vitest";
import { payNowPart } from "../../shared/account-page/pay-now.ts";
import type { Account } from "../../shared/billing/account.ts";
import { propose } from "../../shared/billing/matching/proposal.ts";
import { payableCharges } from "../../shared/billing/payable.ts";
import { previewPayment } from "../../shared/billing/payment-preview.ts";
import { bringUpToDate, MAX_ALLOCATIONS, recordPayment } from "../../shared/billing/payments.ts";
import { formatDay } from "../../shared/dates.ts";
import type { Day } from "../../shared/day.ts";
import type { Currency } from "../../shared/money.ts";

type Listed = [charge: string, left: number];

/**
 * Returns what can be paid in a currency, and compares it with what the dialog shows and records, with what an unnamed payment
 * pays, with what a line of a statement would pay, and with the prompt of the client's own page.
 */
export function payableEverywhere(
  account: Account,
  { currency, is_tax }: { currency: Currency; is_tax?: true | undefined },
  today: Day,
): Listed[] {
  const present = structuredClone(account);
  bringUpToDate(present, today);
  const payable = payableCharges(present.charges, { currency, is_tax });
  const listed = payable.map(({ charge, left }): Listed => [charge.id, left]);
  const paid = listed.slice(0, MAX_ALLOCATIONS);
  const cents = paid.reduce((sum, [, left]) => sum + left, 0);

  const { charges } = previewPayment(structuredClone(present), { currency, cents, is_tax }, currency, today);
  const shown = charges.filter(({ ahead }) => !ahead);
  expect(shown.map(({ id, left }): Listed => [id, left])).toEqual(listed);
  const pays = shown.flatMap(({ id, pays }): Listed[] => (pays > 0 ? [[id, pays]] : []));
  expect(pays).toEqual(paid);

  const money = { id: "payment", currency, cents };
  const payment = { ...money, is_tax, allocations: [] as { charge_id: string; cents: number }[] };
  recordPayment(structuredClone(present), payment, { credit: true }, today);
  expect(payment.allocations.map(({ charge_id, cents }) => [charge_id, cents])).toEqual(paid);
  if (is_tax) return listed;
  for (const chosen of paid.length > 1 ? [paid.slice(0, 1), paid] : [paid]) {
    const sum = chosen.reduce((cents, [, left]) => cents + left, 0);
    const { to, says } = propose(present, { ...money, cents: sum, paid_on: today }, today);
    expect(to.map(({ charge_id, cents }) => [charge_id, cents])).toEqual(chosen);
    const [first] = payable;
    if (first && chosen.length === 1)
      expect(says).toContain(`It pays the charge due ${formatDay(first.charge.due)}`);
    if (chosen.length > 1) expect(says).toBe(`It pays the ${chosen.length} oldest open charges in whole.`);
  }
  const prompt = payNowPart({}, { charges: present.charges, asked: {}, language: "en" });
  if (currency === "KES") expect(Boolean(prompt)).toBe(paid.length > 0);
  return listed;
}
