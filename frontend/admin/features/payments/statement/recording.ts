import type { QueryClient } from "@tanstack/react-query";
import { fromCents } from "../../../../../shared/money.ts";
import type { Subscription } from "../../../../../shared/subscriptions/subscription.ts";
import { request } from "../../../../api.ts";
import { refresh, refreshIndexed } from "../../../queries/cache.ts";
import { putRows } from "../../../queries/list-query.ts";
import { subscriptionList } from "../../../queries/subscriptions.ts";
import type { Entry } from "./entries.ts";
import type { Candidate } from "./match.ts";
import type { Line } from "./read.ts";

/** Records a line as a payment. The server refuses it if the due amount has changed or the line is already recorded. */
export async function record(
  { line, payment, match, waiting }: Pick<Entry, "line" | "payment" | "match" | "waiting">,
  { subscription, plan }: Candidate,
): Promise<Subscription> {
  const { number, method, paid_on, amount, currency } = line;
  // A person decided.
  const again = match.state !== "sure" || waiting;
  const answer = await request("POST /api/v1/subscriptions/{id}/renewals", {
    params: { id: subscription.id },
    body: {
      id: payment,
      period: plan.period,
      due: fromCents(plan.due),
      ...(plan.periods > 1 && { periods: plan.periods }),
      paid_on,
      amount,
      currency,
      method,
      reference: number,
      line: { number, ...(again && { again: true as const }) },
    },
  });
  return answer.subscription;
}

const bodyOf = ({ id: _, cents: __, ...line }: Line) => line;

export const keep = (entries: readonly Entry[]) =>
  request("POST /api/v1/payments/lines", { body: { lines: entries.map(({ line }) => bodyOf(line)) } });

export const ignoreLine = ({ line: { number, method, paid_on, amount, currency } }: Entry, reason: string) =>
  request("POST /api/v1/payments/lines/aside", {
    body: { number, method, paid_on, amount, currency, reason },
  });

/** Shows saved records and refreshes everything that depends on them. */
export function showStored(queryClient: QueryClient, saved: readonly Subscription[]): void {
  if (saved.length > 0) putRows(queryClient, subscriptionList, saved);
  void refresh(queryClient, "dashboard", "reminders", "activity");
  void refreshIndexed(queryClient, "renewals", "client");
}
