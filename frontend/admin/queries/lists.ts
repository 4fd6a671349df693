import { queryOptions } from "@tanstack/react-query";
import { FIRST_DAY } from "../../../shared/day.ts";
import type { Span } from "../../../shared/day-span.ts";
import type { WaitingLine } from "../../../shared/payments/statement-line.ts";
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

/** Statement lines that wait to be assigned to a client. */
export const waitingLines = queryOptions({
  queryKey: keyOf("renewals", "lines"),
  queryFn: async ({ signal }) => {
    const lines: WaitingLine[] = [];
    let cursor: string | undefined;
    do {
      const page = await request("GET /api/v1/payments/lines", { query: { cursor } }, signal);
      lines.push(...page.lines);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return lines;
  },
});

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

/** The staff, and whether everyone needs a second factor. */
export const staffList = queryOptions({
  queryKey: keyOf("staff", "members"),
  queryFn: async ({ signal }) => {
    const { members: rows, second_factor_demanded } = await request("GET /api/v1/staff/members", {}, signal);
    return { rows, second_factor_demanded };
  },
});
