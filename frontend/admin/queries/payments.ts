import { queryOptions } from "@tanstack/react-query";
import { firstDay } from "../../../shared/day.ts";
import type { Span } from "../../../shared/span.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";
import { spanQuery } from "./span-query.ts";

/** The payment on record under a receipt number of M-Pesa, of whichever month; null where none is known. */
export const receiptOf = (number: string | undefined) =>
  queryOptions({
    queryKey: keyOf("renewals", "receipt", number ?? ""),
    queryFn: async ({ signal }) => {
      // By its number alone: day and amount tell apart only what banks name.
      const line = { number: number ?? "", method: "mpesa", paid_on: firstDay, amount: 0.01 } as const;
      const { lines } = await request(
        "POST /api/v1/payments/lines/known",
        { body: { lines: [line] } },
        signal,
      );
      return lines[0]?.recorded ?? null;
    },
    enabled: number !== undefined,
  });

/** What came in between two days, or this month so far. */
export const paymentsOf = (asked?: Span) =>
  spanQuery(keyOf("renewals", "paid"), asked, async (query, signal) => {
    const { payments, ...page } = await request("GET /api/v1/payments", { query }, signal);
    return { ...page, rows: payments };
  });
