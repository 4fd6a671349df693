import { Box, Button, type ButtonProps, Center, Group, Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Client } from "../../../../shared/clients/client.ts";
import type { TimelineEntry as Entry, EntryOf } from "../../../../shared/clients/timeline.ts";
import { formatDay, formatLongDay, formatMoment, formatTime } from "../../../../shared/dates.ts";
import { type Day, dayAt } from "../../../../shared/day.ts";
import type { Tone } from "../../../../shared/tone.ts";
import { ListLoading, ListUnreadable, QueryFailure, ShowMore } from "../../components/table/ListState.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { Icon, type IconName } from "../../components/ui/Icon.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { usePhone } from "../../components/ui/use-narrow.ts";
import { useSettleNote } from "../../queries/client-page.ts";
import { timeline } from "./queries.ts";
import {
  lineOf,
  matchesFilter,
  type TimelineFilter,
  timelineFilterOf,
  timelineFilters,
} from "./timeline-lines.ts";

const failed = ["Failed to fetch the timeline", "An error occurred while fetching the timeline"] as const;

/** A filter loads older pages until it shows this number of lines. */
const MIN_LINES = 10;

/**
 * A client's events by day, newest first. The filter is in the address. `named` events name their subscription: the
 * client has several.
 */
export function Timeline({ client, today, named }: Omit<Props, "entry">) {
  const filter = timelineFilterOf(useSearchParams()[0].get("show") ?? "");
  const query = useInfiniteQuery(timeline(client.id));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const pages = query.data?.pages;
  const shown = pages?.flatMap(({ entries }) => entries.filter((entry) => matchesFilter(entry, filter)));
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
          <Box component="h3" id={`on-${day}`} className="quiet" mt={20} mb={4} fz="0.9375rem">
            {day === today ? `Today, ${formatLongDay(day)}` : formatLongDay(day)}
          </Box>
          <ul className="ruled">
            {entries.map((entry) => (
              <BrokenRow key={entry.id} of={entry}>
                <TimelineEntry client={client} entry={entry} today={today} named={named} />
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
  <Group component="nav" aria-label="Timeline filter" className="tabs" gap="0 20px" fz="0.9375rem">
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

const tones: Partial<Record<Entry["kind"], Tone>> = { payment: "fine", note: "soon" };
const icons: Record<Entry["kind"], IconName> = {
  payment: "check",
  email: "reminders",
  change: "edit",
  message: "messages",
  note: "note",
};

type Props = { client: Client; entry: Entry; today: Day; named: boolean };

/** One event in one line. Long notes and the values of a change open below it. */
function TimelineEntry({ client, entry, today, named }: Props) {
  const [open, setOpen] = useState(false);
  const { title, text, problem, facts, details } = lineOf(entry, { named });
  const toggle = open ? "Show less" : entry.kind === "change" ? "Details" : "Show more";
  // Of a payment recorded on another day only the day is known.
  const hasTime = entry.kind !== "payment" || !entry.recorded_on;
  return (
    <Group component="li" gap={8} wrap="nowrap" align="flex-start" py={8} lh={1.45}>
      <Center
        w={26}
        h={26}
        mr={6}
        flex="none"
        bdrs="50%"
        bg="var(--tone-soft, var(--hover))"
        c="var(--tone, var(--quiet))"
        data-tone={problem ? "overdue" : tones[entry.kind]}
      >
        <Icon name={icons[entry.kind]} size={16} />
      </Center>
      <Stack className="wrap" gap={4} flex={1} miw={0} pt={2}>
        <div>
          <strong>
            <Money>{title}</Money>
          </strong>
          {/* The whole text of a note replaces its beginning. */}
          {(!open || entry.kind === "change") && <Money>{text}</Money>}{" "}
          {problem && <Badge tone="overdue">{problem}</Badge>}{" "}
          {entry.kind === "note" && <NoteDay note={entry} today={today} />}{" "}
          {/* Moves to the next line as a whole. */}
          <Box component="span" className="quiet smaller" display="inline-block">
            <Money>{facts.join(" · ")}</Money>
          </Box>
          {details.length > 0 && (
            <LineButton
              aria-expanded={open}
              aria-label={`${toggle}: ${title}${text}`}
              onClick={() => setOpen(!open)}
            >
              {toggle}
            </LineButton>
          )}
          {entry.kind === "note" && entry.due_on && !entry.done && <Settle client={client} note={entry} />}
          {entry.kind === "message" && (
            <Link
              className="small"
              to={`/admin/messages${entry.box === "waiting" ? "" : `?box=${entry.box}`}`}
            >
              Open messages
            </Link>
          )}
        </div>
        {open &&
          details.map((detail) => (
            <p key={detail} className="lines small">
              <Money>{detail}</Money>
            </p>
          ))}
      </Stack>
      {hasTime && (
        <Box
          component="time"
          className="quiet smaller figures"
          pt={3}
          dateTime={entry.at}
          title={formatMoment(entry.at)}
        >
          {formatTime(entry.at)}
        </Box>
      )}
    </Group>
  );
}

/** A button inside a line. On a phone a finger can hit it, and the line is no higher. */
function LineButton(props: ButtonProps & ComponentProps<"button">) {
  const size = usePhone() ? { size: "sm", px: 8, my: -10 } : { size: "compact-sm" };
  return <Button variant="transparent" fz="0.875rem" {...size} {...props} />;
}

const NoteDay = ({ note: { due_on, done }, today }: { note: EntryOf<"note">; today: Day }) =>
  due_on && (
    <Badge tone={done || due_on > today ? "quiet" : "soon"} dot={false}>
      {done ? "Done" : `For ${formatDay(due_on)}`}
    </Badge>
  );

function Settle({ client, note }: { client: Client; note: { id: string; text: string } }) {
  const settle = useSettleNote("The note", { id: client.id, note: note.id });
  return (
    <LineButton aria-label={`Done: ${note.text.slice(0, 60)}`} {...settle}>
      Done
    </LineButton>
  );
}
