import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped, INSTALMENT, ledger, settle, shillings } from "./payment.ts";

test("every shilling of a payment is an entry, oldest instalment and interest first", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 250_000 }), (amount) => {
      const { instalments, interest, principal, held } = settle(amount);
      const paid = instalments.reduce((sum, instalment) => sum + instalment.paid, 0);
      expect(interest + principal + held).toBe(amount);
      const accounts = ledger(amount);
      expect(accounts.mpesa).toBe(INSTALMENT + amount);
      expect(accounts.interest + accounts.principal + accounts.held).toBe(accounts.mpesa);
      expect(interest + principal).toBe(paid);
      expect(Math.min(interest, principal, held)).toBeGreaterThanOrEqual(0);
      // None is paid before an earlier one is complete.
      for (const [at, instalment] of instalments.entries())
        if (at > 0 && instalment.paid > 0) expect(instalments[at - 1]?.paid).toBe(INSTALMENT);
      if (held > 0) expect(instalments.at(-1)?.paid).toBe(INSTALMENT);
    }),
  );
  expect(ledger(0)).toEqual({ mpesa: 1_500, interest: 150, principal: 1_350, held: 0 });
  expect(ledger(5_000)).toEqual({ mpesa: 6_500, interest: 600, principal: 5_400, held: 500 });
  expect(settle(100)).toMatchObject({ interest: 100, principal: 0, held: 0 });
  expect(settle(1_500)).toMatchObject({ interest: 150, principal: 1_350, held: 0 });
  expect(settle(5_000)).toMatchObject({ interest: 450, principal: 4_050, held: 500 });
});

test("an amount is whole shillings that M-Pesa takes at once, in any usual spelling", () => {
  for (const typed of ["1500", "1,500", " 1 500 ", "KES 1,500", "Ksh. 1,500.00", "1500/="])
    expect(shillings(typed), typed).toBe(1_500);
  expect(shillings("250,000")).toBe(250_000);
  for (const typed of ["", " ", "0", "-5", "250,001", "1.5", "1,500.50", "1e3", "fifty", "1500 USD"])
    expect(shillings(typed), typed).toBeUndefined();
  expect([0, 999, 1_500, 250_000].map(grouped)).toEqual(["0", "999", "1,500", "250,000"]);
});
