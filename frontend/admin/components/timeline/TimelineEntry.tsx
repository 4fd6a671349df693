import { Box, Button, type ButtonProps, Center, Group, Stack } from "@mantine/core";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { TimelineEntry as Entry, EntryOf } from "../../../../shared/clients/timeline.ts";
import { formatDay, formatInstant, formatMoment, formatTime } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import type { Tone } from "../../../../shared/tone.ts";
import { useSettleNote } from "../../queries/client-page.ts";
import { lineOf } from "../../rules/timeline-lines.ts";
import { Badge } from "../ui/Badge.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { usePhone } from "../ui/use-narrow.ts";

const tones: Partial<Record<Entry["kind"], Tone>> = { payment: "fine", note: "soon" };
const icons: Record<Entry["kind"], IconName> = {
  payment: "check",
  email: "reminders",
  change: "edit",
  message: "messages",
  note: "note",
};

type Props = {
  /** The client's id. */
  client: string;
  entry: Entry;
  today: Day;
  /** The entry names its subscription: the client has several. */
  named: boolean;
  /** Buttons that continue the line. */
  actions?: ReactNode;
  /** No heading says the day, so the line does. */
  dated?: boolean;
};

/** One event in one line. Long notes and the values of a change open below it. */
export function TimelineEntry({ client, entry, today, named, actions, dated = false }: Props) {
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
            <Money>{[...(dated ? [formatInstant(entry.at)] : []), ...facts].join(" · ")}</Money>
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
          {actions}
        </div>
        {open &&
          details.map((detail) => (
            <p key={detail} className="lines small">
              <Money>{detail}</Money>
            </p>
          ))}
      </Stack>
      {hasTime && !dated && (
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
export function LineButton(props: ButtonProps & ComponentProps<"button">) {
  const size = usePhone() ? { size: "sm", px: 8, my: -10 } : { size: "compact-sm" };
  return <Button variant="transparent" fz="sm" {...size} {...props} />;
}

const NoteDay = ({ note: { due_on, done }, today }: { note: EntryOf<"note">; today: Day }) =>
  due_on && (
    <Badge tone={done || due_on > today ? "quiet" : "soon"} dot={false}>
      {done ? "Done" : `For ${formatDay(due_on)}`}
    </Badge>
  );

function Settle({ client: id, note }: { client: string; note: { id: string; text: string } }) {
  const settle = useSettleNote("The note", { id, note: note.id });
  return (
    <LineButton aria-label={`Done: ${note.text.slice(0, 60)}`} {...settle}>
      Done
    </LineButton>
  );
}
