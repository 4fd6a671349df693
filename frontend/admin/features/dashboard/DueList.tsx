import { Box, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import { Link } from "react-router";
import { moneyOrder } from "../../../../shared/amount.ts";
import type { AllRoutes } from "../../../../shared/api.ts";
import { dueList, dueOf } from "../../../../shared/billing/due-list.ts";
import { DUE_SOON_DAYS } from "../../../../shared/billing/renewal-state.ts";
import { count } from "../../../../shared/count.ts";
import type { Sorting } from "../../../../shared/lists/order.ts";
import { currencyOf } from "../../../../shared/money.ts";
import type { ResponseOf } from "../../../../shared/route.ts";
import { ListUnreadable } from "../../components/table/ListState.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { SortButton } from "../../components/table/SortButton.tsx";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { clientList, subscriptionList } from "../../queries/lists.ts";
import classes from "./DashboardPage.module.css";

import { DueRow, toneOf } from "./DueRow.tsx";

/** Longer lists scroll on their own, so that the content below stays near. */
const MAX_VISIBLE_ROWS = 10;
/** The estimated row height, until it is measured. */
const ROW_HEIGHT_PX = 62;

/** Overdue renewals, then those due soon, whose sum is "Revenue Due". */
export function DueList({ data }: { data: Data }) {
  const { today, stats, unreadable, upcomingRenewals } = data;
  const { due, sorting, loading, error, retry } = useDue(data);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: due.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => due[index]?.id ?? index,
    // Reserves space for rows that are still loading, so that nothing moves.
    paddingStart: loading * ROW_HEIGHT_PX,
    overscan: MAX_VISIBLE_ROWS,
  });
  const all = due.length + loading;
  const long = all > MAX_VISIBLE_ROWS;
  const title = stats.overdueSubscriptions > 0 ? "Overdue and upcoming renewals" : "Upcoming renewals";
  return (
    <section aria-labelledby="due">
      <h2 id="due">{title}</h2>
      <Group justify="space-between" gap="0 16px" mih={36}>
        <p className="quiet small">
          {upcomingRenewals.length > MAX_VISIBLE_ROWS ? `${count(upcomingRenewals.length)} due` : "Due"} today
          or within {DUE_SOON_DAYS} days{stats.overdueSubscriptions > 0 && ", after the overdue ones"}.
        </p>
        {all > 1 && <Order {...sorting} mixed={new Set(due.map(currencyOf)).size > 1} />}
      </Group>
      <ListUnreadable unreadable={unreadable} />
      {all === 0 && (
        <p className="quiet" style={{ padding: "48px 0" }}>
          Nothing is due in the next {DUE_SOON_DAYS} days.
        </p>
      )}
      <Box
        ref={scroller}
        className={classes.scroll}
        pos="relative"
        {...(long && { tabIndex: 0, role: "group", "aria-label": `${title}, scrollable` })}
      >
        <Box
          component="ul"
          className={`plain ruled ${classes.due}`}
          pos="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const renewal = due[index];
            return (
              renewal && (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className="row tinted"
                  data-row
                  data-tone={toneOf(renewal, today)}
                  tabIndex={-1}
                  aria-setsize={due.length}
                  aria-posinset={index + 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <BrokenRow of={renewal} inItem>
                    <DueRow renewal={renewal} today={today} />
                  </BrokenRow>
                </li>
              )
            );
          })}
        </Box>
        {loading > 0 && (
          <Box className="quiet" pos="absolute" inset="20px 12px auto" role={error ? "alert" : "status"}>
            {error
              ? "Overdue renewals could not be loaded."
              : `Loading ${count(loading)} overdue renewals...`}
            {error && (
              <Button size="compact-sm" variant="subtle" onClick={retry}>
                Try again
              </Button>
            )}
          </Box>
        )}
      </Box>
      {long && (
        <p style={{ paddingBlock: 12 }}>
          <Link to="/admin/subscriptions?due=due-soon">
            Search and sort all {count(upcomingRenewals.length)} upcoming
          </Link>
        </p>
      )}
    </section>
  );
}

const orders = [
  ["day", "Day"],
  ["amount", "Amount"],
] as const;

const Order = ({ order, change, mixed }: Sorting & { mixed: boolean }) => (
  <Group component="fieldset" gap={16} className="quiet small" aria-label="Order">
    {orders.map(([id, header]) => {
      const sorted = order.id === id ? (order.desc ? "descending" : "ascending") : undefined;
      return (
        <SortButton
          key={id}
          header={header}
          title={mixed && id === "amount" ? moneyOrder : undefined}
          sorted={sorted}
          onClick={() => change({ id, desc: sorted === "ascending" })}
        />
      );
    })}
  </Group>
);

export type Data = ResponseOf<AllRoutes["GET /api/v1/dashboard/stats"]>;

/** The sorted due list. Overdue renewals are added when the lists are complete. */
function useDue({ stats, upcomingRenewals, today }: Data) {
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
  const { shown = due, sorting } = useList(dueList, due, useAddress());
  /** The number of overdue renewals that are still loading. */
  const loading = all ? 0 : stats.overdueSubscriptions;
  return { due: shown, sorting, loading, error: loading > 0 ? error : null, retry };
}
