import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Client } from "../../../../shared/clients/client.ts";
import type { TimelineEntry as Entry } from "../../../../shared/clients/timeline.ts";
import { type Day, dayAt } from "../../../../shared/day.ts";
import { ListFailure, ListLoading, ListUnreadable } from "../../components/table/ListState.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { formatLongDay } from "../../labels/dates.ts";
import { timeline } from "../../queries/client-page.ts";
import classes from "./ClientPage.module.css";
import { TimelineEntry } from "./TimelineEntry.tsx";

const failed = ["Failed to fetch the timeline", "An error occurred while fetching the timeline"] as const;

/** A client's events by day, newest first. */
export function Timeline({ client, today }: { client: Client; today: Day }) {
  const query = useInfiniteQuery(timeline(client.id));
  const pages = query.data?.pages;
  const days = byDay(pages?.flatMap(({ entries }) => entries) ?? []);
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      {query.error && (
        <ListFailure
          error={query.error}
          words={failed}
          some={pages !== undefined}
          retry={() => void query.refetch()}
        />
      )}
      <ListUnreadable unreadable={pages?.reduce((sum, { unreadable = 0 }) => sum + unreadable, 0)} />
      {query.isPending && <ListLoading>Loading the timeline...</ListLoading>}
      {pages && days.length === 0 && (
        <p className="quiet">
          Nothing yet. Payments, emails, changes, notes and messages from their address are listed here.
        </p>
      )}
      {days.map(({ day, entries }) => (
        <section key={day} aria-labelledby={`on-${day}`}>
          <h3 id={`on-${day}`} className={classes.day}>
            {day === today ? `Today, ${formatLongDay(day)}` : formatLongDay(day)}
          </h3>
          <ul>
            {entries.map((entry) => (
              <BrokenRow key={entry.id} of={entry}>
                <TimelineEntry client={client} entry={entry} today={today} />
              </BrokenRow>
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <Button
          variant="default"
          mt={16}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

function byDay(entries: Entry[]) {
  const days: { day: Day; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const day = dayAt(Date.parse(entry.at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
