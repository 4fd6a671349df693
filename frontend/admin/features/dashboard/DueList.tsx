import { Button, Group } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Link } from "react-router";
import { DUE_SOON_DAYS } from "../../../../shared/billing/renewal-state.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { ListUnreadable } from "../../components/table/ListState.tsx";
import type { Sorting } from "../../components/table/order.ts";
import { SortButton } from "../../components/table/SortButton.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { moneyOrder } from "../../labels/amount.ts";
import { count } from "../../labels/count.ts";
import classes from "./DueList.module.css";
import { DueRow, toneOf } from "./DueRow.tsx";
import { type Data, useDue } from "./use-due.ts";

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
      <div
        ref={scroller}
        className={classes.scroll}
        {...(long && { tabIndex: 0, role: "group", "aria-label": `${title}, scrollable` })}
      >
        {loading > 0 && (
          <div className={classes.awaited} role={error ? "alert" : "status"}>
            {error
              ? "Overdue renewals could not be loaded."
              : `Loading ${count(loading)} overdue renewals...`}
            {error && (
              <Button size="compact-sm" variant="subtle" onClick={retry}>
                Try again
              </Button>
            )}
          </div>
        )}
        <ul className={classes.due} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const renewal = due[index];
            return (
              renewal && (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
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
        </ul>
      </div>
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
