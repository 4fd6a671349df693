import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AllRoutes } from "../../../../shared/api.ts";
import type { AnswerOf } from "../../../../shared/route.ts";
import { statusOf } from "../../components/table/list-status.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { clientList } from "../../queries/clients.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { dayList, dueOf } from "./due.ts";

export type Data = AnswerOf<AllRoutes["GET /api/v1/dashboard/stats"]>;

/** The day's list in its order. What is overdue comes with the lists, of which halves would be wrong. */
export function useDue({ stats, upcomingRenewals, today }: Data) {
  const subscriptions = useQuery(subscriptionList);
  const clients = useQuery(clientList);
  const { error, retry } = statusOf(subscriptions, clients);
  const all = subscriptions.data?.complete && clients.data?.complete ? subscriptions.data.rows : undefined;
  const owners = clients.data?.rows;
  const samples = stats.realRecords === 0;
  const due = useMemo(
    () => dueOf(upcomingRenewals, { subscriptions: all ?? [], clients: owners ?? [] }, { today, samples }),
    [upcomingRenewals, all, owners, today, samples],
  );
  const { shown = due, sorting } = useList(dayList, due, useAddress());
  /** So many are still to come into the list. */
  const awaited = all ? 0 : stats.overdueSubscriptions;
  return { due: shown, sorting, awaited, error: awaited > 0 ? error : null, retry };
}
