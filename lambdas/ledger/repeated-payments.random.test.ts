import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { ClientPayment } from "../../shared/payments/client-account.ts";
import { paidPeriods } from "../../test/product/pay-periods.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();
const today = "2026-12-24";
const periods = ["2026-10-20", "2026-11-20"] as const;
const price = 10;
let clientId: string;
beforeAll(async () => {
  clientId = (await on.asStaff("POST /api/v1/clients", { body: aClient })).body.client.id;
});

/** Few values of each, so that requests often differ in one of them or none. */
const request = fc.record({
  id: fc.constantFrom(0, 0, 1, 2),
  period: fc.constantFrom(periods[0], periods[0], periods[1]),
  reference: fc.constantFrom(undefined, "A", "B"),
  amount: fc.constantFrom(undefined, undefined, price, 4),
  method: fc.constantFrom(undefined, "mpesa"),
  paid_on: fc.constantFrom(undefined, today, "2026-12-23"),
});
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;

/** Requests of one step are sent at the same moment. */
const steps = fc.array(fc.array(request, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 });

test("a payment that differs from the one on record is never answered with success, and every success is stored", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const ids = [randomUUID(), randomUUID(), randomUUID()];
      const { id } = (
        await on.asStaff("POST /api/v1/subscriptions", {
          body: {
            client_id: clientId,
            start_date: "2026-01-20",
            frequency: "monthly",
            amount: price,
            next_billing_date: periods[0],
          },
        })
      ).body.subscription;
      const send = ({ period, amount = price, ...request }: Request) =>
        on.asStaff("POST /api/v1/clients/{id}/payments", {
          params: { id: clientId },
          body: { ...request, id: ids[request.id], amount, to: [{ subscription_id: id, period, amount }] },
        });
      const stored = () => paidPeriods(on.asStaff, id);

      const successes: { asked: Request; payment: ClientPayment }[] = [];
      for (const step of steps) {
        const answers = await Promise.all(step.map(send));
        for (const [index, { status, body }] of answers.entries()) {
          const request = step[index] as Request;
          if (status === 201) successes.push({ asked: request, payment: body.payment });
          else expect([status, body.error]).toEqual([409, expect.stringMatching(/\.$/)]);
        }
      }

      const onRecord = await stored();
      for (const { asked, payment } of successes) {
        // The stored payment has the values of its request.
        const { period, reference = "", method, paid_on = today, amount = price } = asked;
        const expected = { id: ids[asked.id], reference, paid_on, ...(method && { method }) };
        expect(payment.method).toBe(method);
        expect(payment).toMatchObject({ ...expected, amount, allocations: [{ period, amount }] });
        expect(onRecord).toContainEqual(expect.objectContaining({ ...expected, period, amount }));
      }
      expect(new Set(onRecord.map((row) => row.id))).toEqual(
        new Set(successes.map(({ payment }) => payment.id)),
      );

      // A repeat after a lost response succeeds and adds nothing.
      for (const { asked } of successes) expect((await send(asked)).status).toBe(201);
      expect(await stored()).toEqual(onRecord);
    }),
    { numRuns: 20, endOnFailure: true },
  );
}, 120_000);
