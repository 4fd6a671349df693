import { expect, test } from "vitest";
import { csvBatches } from "../../../../shared/csv.ts";
import type { NamedPayment } from "../../../../shared/payments/payment.ts";
import { taxFile, taxLines, taxTotals } from "./tax-file.ts";

const names = {
  clientOf: (id = "") => (id === "a" ? { name: "Amani", company: "", kra_pin: "P051234567X" } : undefined),
};
const payment = (id: string, amount: number, more: Partial<NamedPayment> = {}): NamedPayment => ({
  id,
  amount,
  client_id: "a",
  client_name: "Amani",
  paid_on: "2026-12-24",
  reference: `REF${id}`,
  recorded_at: `2026-12-24T06:00:0${id}.000Z`,
  currency: "KES",
  method: "mpesa",
  ...more,
});

test("each payment is one line with PIN and receipt number; refunds are negative, tax is apart, samples are left out", () => {
  const lines = taxLines(
    [
      payment("3", -200, { refund: true, method: "bank" }),
      payment("2", 5_000.1, { method: "withholding_tax", client_id: "b", client_name: "=Baraka" }),
      payment("1", 1_000.1, { receipt_number: "2026-000007" }),
      payment("1", 2_000.2, { receipt_number: "2026-000007", credit: true }),
      payment("4", 99, { currency: "USD", method: undefined, paid_on: "2026-12-01" }),
      payment("5", 0),
      payment("6", 7, { sample: true }),
    ],
    names,
  );
  expect([...csvBatches(taxFile("2026-12"), lines)].join("").trim().split("\r\n").slice(1)).toEqual([
    "P051234567X,Amani,,REF4,2026-12-01,Payment,,USD,99,0",
    "P051234567X,Amani,2026-000007,REF1,2026-12-24,Payment,M-Pesa,KES,3000.3,0",
    ",'=Baraka,,REF2,2026-12-24,Withheld tax,Withholding tax,KES,0,5000.1",
    "P051234567X,Amani,,REF3,2026-12-24,Refund,Bank,KES,-200,0",
  ]);
  expect(taxTotals(lines)).toEqual({
    received: { USD: 99_00, KES: 3_000_30 },
    refunded: { USD: 0, KES: -200_00 },
    withheld: { USD: 0, KES: 5_000_10 },
  });
});
