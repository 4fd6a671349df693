import { queryOptions } from "@tanstack/react-query";
import type { Span } from "../../../shared/day-span.ts";
import type { Payment } from "../../../shared/payments/payment.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";
import { listQuery, spanQuery } from "./list-query.ts";

export const clientList = listQuery(keyOf("clients"), async (query, signal) => {
  const { clients, ...page } = await request("GET /api/v1/clients", { query }, signal);
  return { rows: clients, ...page };
});

export const subscriptionList = listQuery(keyOf("subscriptions"), async (query, signal) => {
  const { subscriptions, ...page } = await request("GET /api/v1/subscriptions", { query }, signal);
  return { rows: subscriptions, ...page };
});

/** The recorded payments of one subscription, newest first. */
export const renewalsOf = (id: string) =>
  queryOptions({
    queryKey: keyOf("renewals", id),
    queryFn: ({ signal }) =>
      request("GET /api/v1/subscriptions/{id}/renewals", { params: { id } }, signal).then(
        (answer) => answer.renewals,
      ),
  });

/** The payments that nobody has. */
export const unmatchedPayments = (state: "unmatched" | "ignored" = "unmatched") =>
  queryOptions({
    queryKey: keyOf("renewals", state),
    queryFn: async ({ signal }) => {
      const rows: Payment[] = [];
      let cursor: string | undefined;
      do {
        const page = await request("GET /api/v1/payments", { query: { state, cursor } }, signal);
        rows.push(...page.payments);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return rows;
    },
  });

/** What is recorded with an M-Pesa code, in any month. */
export const paymentsWithCode = (code: string | undefined) =>
  queryOptions({
    queryKey: keyOf("renewals", "code", code ?? ""),
    queryFn: ({ signal }) =>
      request("GET /api/v1/payments", { query: { code } }, signal).then(({ payments }) => payments),
    enabled: code !== undefined,
  });

/** Payments between two days, or of this month. */
export const paymentsOf = (span?: Span) =>
  spanQuery(keyOf("renewals", "paid"), span, async (query, signal) => {
    const { payments, ...page } = await request("GET /api/v1/payments", { query }, signal);
    return { ...page, rows: payments };
  });

/** The staff, and whether everyone needs a second factor. */
export const staffList = queryOptions({
  queryKey: keyOf("staff", "members"),
  queryFn: async ({ signal }) => {
    const { members: rows, second_factor_demanded } = await request("GET /api/v1/staff/members", {}, signal);
    return { rows, second_factor_demanded };
  },
});
