import { Box, Button, Center, Group, Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { differences } from "../../../../shared/activity/changes.ts";
import { activityNames } from "../../../../shared/activity/fields.ts";
import { money } from "../../../../shared/amount.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import type { TimelineEntry as Entry } from "../../../../shared/clients/timeline.ts";
import { formatDay, formatLongDay, formatMoment, formatTime } from "../../../../shared/dates.ts";
import { type Day, dayAt } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { reasonText } from "../../../../shared/reminders/email-failures.ts";
import { emailKindNames } from "../../../../shared/reminders/fields.ts";
import { deliveryStatuses } from "../../../../shared/reminders/labels.ts";
import { methodName } from "../../../../shared/subscriptions/subscription.ts";
import type { Tone } from "../../../../shared/tone.ts";
import { ListFailure, ListLoading, ListUnreadable } from "../../components/table/ListState.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { Icon, type IconName } from "../../components/ui/Icon.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { timeline, useSettleNote } from "../../queries/client-page.ts";

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
          <Box component="h3" id={`on-${day}`} className="quiet" mt={20} mb={4} fz="0.9375rem">
            {day === today ? `Today, ${formatLongDay(day)}` : formatLongDay(day)}
          </Box>
          <ul className="ruled">
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

const tones: Partial<Record<Entry["kind"], Tone>> = { payment: "fine", note: "soon" };
const icons: Record<Entry["kind"], IconName> = {
  payment: "check",
  email: "reminders",
  change: "edit",
  message: "messages",
  note: "note",
};

type Props = { client: Client; entry: Entry; today: Day };

function TimelineEntry({ client, entry, today }: Props) {
  const { title, badge, by, below } = contentOf(entry, today);
  return (
    <Group component="li" gap={8} wrap="nowrap" align="flex-start" py={10} lh={1.45}>
      <Center
        w={26}
        h={26}
        mr={6}
        flex="none"
        bdrs="50%"
        bg="var(--tone-soft, var(--hover))"
        c="var(--tone, var(--quiet))"
        data-tone={tones[entry.kind]}
      >
        <Icon name={icons[entry.kind]} size={16} />
      </Center>
      <Stack className="wrap" gap={2} flex={1} miw={0}>
        <Group gap="4px 10px">
          <strong>
            <Money>{title}</Money>
          </strong>
          {badge}
        </Group>
        {below}
        <div className="quiet smaller">
          {[entry.service, by].filter(Boolean).join(" · ")}
          {entry.kind === "note" && entry.due_on && !entry.done && <Settle client={client} note={entry} />}
        </div>
      </Stack>
      <time className="quiet smaller figures" dateTime={entry.at} title={formatMoment(entry.at)}>
        {formatTime(entry.at)}
      </time>
    </Group>
  );
}

type Content = { title: string; badge?: ReactNode; by?: string | undefined; below?: ReactNode };

function contentOf(entry: Entry, today: Day): Content {
  switch (entry.kind) {
    case "payment":
      return {
        title: `Paid ${money(entry.amount, currencyOf(entry))}${entry.part ? " in part" : ""}`,
        below: (
          <Quiet>
            {[
              `For the period due ${formatDay(entry.period)}, paid on ${formatDay(entry.paid_on)}`,
              methodName(entry.method),
              entry.reference,
            ]
              .filter(Boolean)
              .join(" · ")}
          </Quiet>
        ),
      };
    case "email": {
      const { name, tone, meaning } = deliveryStatuses[entry.state];
      return {
        title: emailKindNames[entry.email],
        badge: (
          <span title={meaning}>
            <Badge tone={tone}>{name}</Badge>
          </span>
        ),
        below: (
          <Quiet>
            {[`Due ${formatDay(entry.period)}`, entry.resend && "sent by hand", reasonText(entry.reason)]
              .filter(Boolean)
              .join(" · ")}
          </Quiet>
        ),
      };
    }
    case "change":
      return {
        title: activityNames[entry.what],
        by: entry.name,
        below: differences({ ...entry, kind: entry.what }).map((text) => <Quiet key={text}>{text}</Quiet>),
      };
    case "message":
      return {
        title: "Message from their address",
        badge: (
          <Link to={`/admin/messages${entry.box === "waiting" ? "" : `?box=${entry.box}`}`}>
            Open messages
          </Link>
        ),
        below: <p className="lines">{entry.text}</p>,
      };
    case "note":
      return {
        title: "Note",
        badge: entry.due_on && (
          <Badge tone={entry.done || entry.due_on > today ? "quiet" : "soon"} dot={false}>
            {entry.done ? "Done" : `For ${formatDay(entry.due_on)}`}
          </Badge>
        ),
        by: entry.name,
        below: <p className="lines">{entry.text || "The text was erased."}</p>,
      };
  }
}

const Quiet = ({ children }: { children: string }) => (
  <p className="quiet small">
    <Money>{children}</Money>
  </p>
);

function Settle({ client, note }: { client: Client; note: { id: string; text: string } }) {
  const settle = useSettleNote();
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      ml={8}
      aria-label={`Done: ${note.text.slice(0, 60)}`}
      aria-disabled={settle.isPending}
      onClick={() =>
        !settle.isPending &&
        settle.mutate(
          { id: client.id, note: note.id },
          {
            onSuccess: () => announce("The note is done."),
            onError: () => announce("The note could not be marked as done. Try again.", "error"),
          },
        )
      }
    >
      Done
    </Button>
  );
}
