import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AllRoutes } from "../../../../shared/api.ts";
import type { ResponseOf } from "../../../../shared/route.ts";
import { statusOf } from "../../components/table/list-status.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { clientList } from "../../queries/clients.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { dayList, dueOf } from "./due.ts";

export type Data = ResponseOf<AllRoutes["GET /api/v1/dashboard/stats"]>;

/** The sorted due list. Overdue renewals are added when the lists are complete. */
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
  /** The number of overdue renewals that are still loading. */
  const loading = all ? 0 : stats.overdueSubscriptions;
  return { due: shown, sorting, loading, error: loading > 0 ? error : null, retry };
}
