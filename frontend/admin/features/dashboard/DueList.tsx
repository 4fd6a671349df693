import { Button, Group } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Link } from "react-router";
import { dueSoonDays } from "../../../../shared/billing.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { ListUnreadable } from "../../components/table/ListState.tsx";
import type { Sorting } from "../../components/table/order.ts";
import { SortButton } from "../../components/table/SortButton.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { moneyOrder } from "../../words/amount.ts";
import { count } from "../../words/count.ts";
import classes from "./DueList.module.css";
import { DueRow, toneOf } from "./DueRow.tsx";
import { type Data, useDue } from "./use-due.ts";

/** More than these have a scroll bar of their own, so that what stands below stays near. */
const mostAtOnce = 10;
/** A row's height before it is drawn and measured, in pixels. */
const likelyHeight = 62;

/** The day's work: what is overdue, before all that falls due in the window, which is what "Revenue Due" adds up. */
export function DueList({ data }: { data: Data }) {
  const { today, stats, unreadable, upcomingRenewals } = data;
  const { due, sorting, awaited, error, retry } = useDue(data);
  const place = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: due.length,
    getScrollElement: () => place.current,
    estimateSize: () => likelyHeight,
    getItemKey: (index) => due[index]?.id ?? index,
    // Nothing that could be pressed moves away once the rest is here.
    paddingStart: awaited * likelyHeight,
    overscan: mostAtOnce,
  });
  const all = due.length + awaited;
  const long = all > mostAtOnce;
  const title = stats.overdueSubscriptions > 0 ? "Overdue and upcoming renewals" : "Upcoming renewals";
  return (
    <section aria-labelledby="due">
      <h2 id="due">{title}</h2>
      <Group justify="space-between" gap="0 16px" mih={36}>
        <p className="quiet small">
          {upcomingRenewals.length > mostAtOnce ? `${count(upcomingRenewals.length)} due` : "Due"} today or
          within {dueSoonDays} days{stats.overdueSubscriptions > 0 && ", after what is overdue"}.
        </p>
        {all > 1 && <Order {...sorting} mixed={new Set(due.map(currencyOf)).size > 1} />}
      </Group>
      <ListUnreadable unreadable={unreadable} />
      {all === 0 && (
        <p className="quiet" style={{ padding: "48px 0" }}>
          Nothing falls due in the next {dueSoonDays} days.
        </p>
      )}
      <div
        ref={place}
        className={classes.scroll}
        {...(long && { tabIndex: 0, role: "group", "aria-label": `${title}, scrollable` })}
      >
        {awaited > 0 && (
          <div className={classes.awaited} role={error ? "alert" : "status"}>
            {error ? "What is overdue could not be loaded." : `Loading the ${count(awaited)} overdue...`}
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
