import { Box, Group } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import type { Client } from "../../../../shared/clients/client.ts";
import { formatLongDay } from "../../../../shared/dates.ts";
import { type Day, dayAt } from "../../../../shared/day.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ListLoading, ListUnreadable, QueryFailure, ShowMore } from "../../components/table/ListState.tsx";
import { PaymentActions } from "../../components/timeline/PaymentActions.tsx";
import { TimelineEntry } from "../../components/timeline/TimelineEntry.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { timeline } from "../../queries/client-page.ts";
import {
  matchesFilter,
  paymentNames,
  type TimelineFilter,
  timelineFilterOf,
  timelineFilters,
} from "../../rules/timeline-lines.ts";

const failed = ["Failed to fetch the timeline", "An error occurred while fetching the timeline"] as const;

/** A filter loads older pages until it shows this number of lines. */
const MIN_LINES = 10;

/**
 * A client's events by day, newest first. The filter is in the address. `named` events name their subscription: the
 * client has several.
 */
export function Timeline({ client, today, named }: { client: Client; today: Day; named: boolean }) {
  const filter = timelineFilterOf(useSearchParams()[0].get("show") ?? "");
  const query = useInfiniteQuery(timeline(client.id));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const pages = query.data?.pages;
  const shown = pages?.flatMap(({ entries }) => entries.filter((entry) => matchesFilter(entry, filter)));
  const nameOf = paymentNames(shown ?? []);
  const { open } = useDialog();
  const days = [...Map.groupBy(shown ?? [], ({ at }) => dayAt(Date.parse(at)))];
  const isShort =
    filter !== "" && shown !== undefined && shown.length < MIN_LINES && hasNextPage && !query.error;
  useEffect(() => {
    if (isShort && !isFetchingNextPage) void fetchNextPage();
  }, [isShort, isFetchingNextPage, fetchNextPage]);
  return (
    <section aria-labelledby="timeline">
      <Group justify="space-between" gap="4px 24px" align="baseline">
        <h2 id="timeline">Timeline</h2>
        <FilterTabs filter={filter} />
      </Group>
      <QueryFailure query={query} texts={failed} />
      <ListUnreadable unreadable={pages?.reduce((sum, { unreadable = 0 }) => sum + unreadable, 0)} />
      {query.isPending && <ListLoading>Loading the timeline...</ListLoading>}
      {pages && days.length === 0 && !isShort && (
        <Box component="p" className="quiet" mt={16} role="status">
          {filter === ""
            ? "Nothing yet. Payments, emails, changes, notes and messages from their address are listed here."
            : "Nothing of this kind."}
        </Box>
      )}
      {days.map(([day, entries]) => (
        <section key={day} aria-labelledby={`on-${day}`}>
          <Box component="h3" id={`on-${day}`} className="quiet" mt={20} mb={4} fz="text">
            {day === today ? `Today, ${formatLongDay(day)}` : formatLongDay(day)}
          </Box>
          <ul className="ruled">
            {entries.map((entry) => (
              <BrokenRow key={entry.id} of={entry}>
                <TimelineEntry
                  client={client.id}
                  entry={entry}
                  today={today}
                  named={named}
                  actions={
                    entry.kind === "payment" && (
                      <PaymentActions
                        client={client.id}
                        payment={entry}
                        name={nameOf(entry)}
                        today={today}
                        onCorrect={() => open("pay", `${client.id}..${entry.id}`)}
                      />
                    )
                  }
                />
              </BrokenRow>
            ))}
          </ul>
        </section>
      ))}
      <ShowMore query={query} mt={16} />
    </section>
  );
}

const FilterTabs = ({ filter }: { filter: TimelineFilter }) => (
  <Group component="nav" aria-label="Timeline filter" className="tabs" gap="0 20px" fz="text">
    {timelineFilters.map(([value, name]) => (
      <Link
        key={value}
        to={{ search: value && `?show=${value}` }}
        replace
        preventScrollReset
        aria-current={value === filter ? "true" : undefined}
        // High enough for a finger.
        style={{ paddingBlock: 11 }}
      >
        {name}
      </Link>
    ))}
  </Group>
);
