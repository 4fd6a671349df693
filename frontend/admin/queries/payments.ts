import type { Span } from "../../../shared/span.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";
import { spanQuery } from "./span-query.ts";

/** What came in between two days, or this month so far. */
export const paymentsOf = (asked?: Span) =>
  spanQuery(keyOf("renewals", "paid"), asked, async (query, signal) => {
    const { payments, ...page } = await request("GET /api/v1/payments", { query }, signal);
    return { ...page, rows: payments };
  });
