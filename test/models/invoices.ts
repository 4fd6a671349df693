import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Account, Charge } from "../../shared/billing/account.ts";
import { isInvoiced, type NewPaper, papersOf } from "../../shared/billing/invoicing.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { START } from "../browser/money-screens.ts";

const BEGINNING = addDays(START, 15);
const RATE = 16;

export const invoicesAfter = (before: Account, after: Account, today: Day) =>
  papersOf(before, after, {
    terms: { from: BEGINNING, until: today, rate: RATE },
    today,
    newId: randomUUID,
  });

/**
 * What invoices and credit notes say together is what has to be invoiced of each charge in its currency, added up by the test.
 * Nothing stays of a charge that is gone, nor in a currency that it had before. `today`: the
 * account is up to date on that day, so no invoice is missing.
 */
export function checkInvoices(
  { charges }: Pick<Account, "charges">,
  papers: readonly NewPaper[],
  today: Day | undefined,
): void {
  const invoiced = new Map<string, number>();
  const left = new Map<string, number>();
  const currencies = new Map<string, string>();
  for (const paper of papers) {
    const sign = paper.kind === "invoice" ? 1 : -1;
    for (const { charge, net_cents, vat_cents, gross_cents, rate } of paper.lines) {
      expect(net_cents + vat_cents).toBe(gross_cents);
      expect(gross_cents).toBeGreaterThan(0);
      expect(rate).toBe(RATE);
      // Not where several credit notes share the cents of one invoice.
      const exact = (gross_cents * RATE) / (100 + RATE);
      expect(Math.abs(vat_cents - exact)).toBeLessThanOrEqual(sign > 0 ? 0.5 : 1);
      const sum = `${charge.id} ${paper.currency}`;
      invoiced.set(sum, (invoiced.get(sum) ?? 0) + sign * gross_cents);
      const name = `${paper.kind === "invoice" ? paper.id : paper.of} ${charge.id}`;
      left.set(name, (left.get(name) ?? 0) + sign * gross_cents);
    }
    if (paper.kind === "credit_note") expect(paper.currency).toBe(currencies.get(paper.of));
    else {
      currencies.set(paper.id, paper.currency);
      expect(paper.due >= BEGINNING).toBe(true);
      expect(new Set(paper.lines.map(({ charge }) => `${charge.due} ${charge.currency}`)).size).toBe(1);
    }
  }
  // No credit note takes back more than its invoice says.
  for (const cents of left.values()) expect(cents).toBeGreaterThanOrEqual(0);
  const present = new Map(charges.map((charge) => [nameOf(charge), charge]));
  for (const [name, cents] of invoiced) {
    const charge = present.get(name);
    // A period that went with its invoice and was written again has none until it needs one.
    expect(cents, name).toBe(charge && isInvoiced(charge) ? expectedOf(charge) : 0);
  }
  for (const charge of charges) {
    const { waived_cents = 0, not_collectible_cents = 0 } = charge;
    expect(not_collectible_cents).toBeLessThanOrEqual(waived_cents);
    const isDue = today !== undefined && charge.due <= today;
    const needsOne = charge.due >= BEGINNING && !charge.on_hold && (isDue || charge.paid_cents > 0);
    if (needsOne) expect(invoiced.get(nameOf(charge)) ?? 0, charge.id).toBe(expectedOf(charge));
  }
}

const nameOf = ({ id, currency }: Charge) => `${id} ${currency}`;

const expectedOf = ({ cents, waived_cents = 0, not_collectible_cents = 0 }: Charge): number =>
  cents - waived_cents + not_collectible_cents;
