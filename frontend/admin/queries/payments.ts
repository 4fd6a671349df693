import { queryOptions } from "@tanstack/react-query";
import { FIRST_DAY } from "../../../shared/day.ts";
import type { Span } from "../../../shared/day-span.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";
import { spanQuery } from "./span-query.ts";

/** The recorded payment with an M-Pesa receipt number, of any month; null if there is none. */
export const receiptOf = (number: string | undefined) =>
  queryOptions({
    queryKey: keyOf("renewals", "receipt", number ?? ""),
    queryFn: async ({ signal }) => {
      // M-Pesa numbers are unique; day and amount only matter for bank references.
      const line = { number: number ?? "", method: "mpesa", paid_on: FIRST_DAY, amount: 0.01 } as const;
      const { lines } = await request(
        "POST /api/v1/payments/lines/known",
        { body: { lines: [line] } },
        signal,
      );
      return lines[0]?.recorded ?? null;
    },
    enabled: number !== undefined,
  });

/** Payments between two days, or of this month. */
export const paymentsOf = (span?: Span) =>
  spanQuery(keyOf("renewals", "paid"), span, async (query, signal) => {
    const { payments, ...page } = await request("GET /api/v1/payments", { query }, signal);
    return { ...page, rows: payments };
  });
