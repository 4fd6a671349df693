import { Button, Checkbox, Group, Box as MantineBox, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { formatMoment } from "../../../../shared/dates.ts";
import { type Box, boxOf, type Message } from "../../../../shared/messages/message.ts";
import { ApiError } from "../../../api.ts";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import type { Selected } from "../../components/many/use-selection.ts";
import { type RowAction, RowActionsWithMenu } from "../../components/table/RowActions.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import type { IconName } from "../../components/ui/Icon.tsx";
import { ClientLink } from "../../components/ui/Lines.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { clientList, colleagues } from "../../queries/lists.ts";
import { companyBeside, companyOf } from "../../rules/client-company.ts";
import { chatLink, replyLink } from "../../rules/contact-links.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { answerClock } from "./answer-clock.ts";
import classes from "./MessagesPage.module.css";
import { nameIn, OpenedMessage } from "./OpenedMessage.tsx";
import { useMove } from "./queries.ts";

type Move = { to: Box; name: string; label: (name: string) => string; icon: IconName };

const toAnswered: Move = {
  to: "answered",
  name: "Mark as answered",
  label: (name) => `Mark ${name} as answered`,
  icon: "check",
};
const toSpam: Move = {
  to: "spam",
  name: "Mark as spam",
  label: (name) => `Mark the message from ${name} as spam`,
  icon: "close",
};

/** Where a message of a box can be moved to, and the result of a move to the box. */
const boxMoves: Record<Box, { moves: readonly Move[]; result: string }> = {
  waiting: { moves: [toAnswered, toSpam], result: "Moved to the inbox" },
  answered: {
    moves: [
      {
        to: "waiting",
        name: "Not answered",
        label: (name) => `Mark ${name} as not answered`,
        icon: "messages",
      },
    ],
    result: "Marked as answered",
  },
  spam: {
    moves: [
      {
        to: "waiting",
        name: "Move to inbox",
        label: (name) => `Move ${name} to the inbox`,
        icon: "messages",
      },
    ],
    result: "Moved to spam",
  },
};

type Props = {
  message: Message;
  /** The sender's name, and what differs from other messages of the same name. */
  distinctName: string;
  /** The shown list. A message that was just moved out of it stays as a line with Undo. */
  box: Box;
  now: number;
  onMoved: (message: Message) => void;
  /** Only administrators select and delete messages. */
  selected: Selected | undefined;
  onDelete: (() => void) | undefined;
};

/** A message in one line; its first line of text opens the rest. */
export function MessageItem({ message, distinctName, box, now, onMoved, selected, onDelete }: Props) {
  const { name, email } = message;
  const move = useMove(message);
  const clients = useQuery(clientList).data;
  const client = clients?.rows.find(
    (client) => !client.sample && client.email.toLowerCase() === email.toLowerCase(),
  );
  const assignee = useAssigneeName(message);
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const isInBox = boxOf(message.state) === box;
  const wasInBox = useRef(isInBox);
  // Moving a message removes the row's buttons, so the focus moves to Undo, and back.
  useEffect(() => {
    if (wasInBox.current !== isInBox) item.current?.querySelector<HTMLElement>("[data-next]")?.focus();
    wasInBox.current = isInBox;
  }, [isInBox]);

  function moveTo(target: Box) {
    if (move.isPending) return;
    move.mutate(target, {
      onSuccess: (moved) => {
        onMoved(moved);
        announce(`${boxMoves[target].result}: ${name}.`);
      },
      onError: (error) => {
        // The row may disappear when the list is refreshed.
        if (error instanceof ApiError && error.status === 409) announce(error.message, "error");
      },
    });
  }
  const failure = move.error && (
    <ErrorNotice
      error={move.error}
      texts={["The message could not be moved.", "The server did not respond."]}
      advice="The message is still here. Please try again."
    />
  );
  if (!isInBox)
    return (
      <MantineBox component="li" ref={item} className={`row wrap ${classes.address}`} bg="var(--hover)">
        <strong>{name}</strong>
        <span>{`: ${boxMoves[boxOf(message.state)].result.toLowerCase()}.`}</span>
        <Button
          variant="subtle"
          size="compact-md"
          ml="auto"
          aria-label={`Undo for ${distinctName}`}
          aria-disabled={move.isPending}
          data-next
          onClick={() => moveTo(box)}
        >
          Undo
        </Button>
        {failure}
      </MantineBox>
    );

  const chat = chatLink(message);
  const state = { opened: true, prospect: { messageId: message.id, name, email, phone: message.phone } };
  const more = () => {
    const actions = boxMoves[box].moves.map(
      ({ to, label, ...shown }): RowAction => ({
        ...shown,
        label: label(distinctName),
        act: () => moveTo(to),
      }),
    );
    if (chat)
      actions.push({ name: "WhatsApp", label: `WhatsApp to ${distinctName}`, icon: "chat", href: chat });
    const icon = "clients";
    if (client)
      actions.push({
        name: "Open client",
        label: `Open ${client.name}`,
        icon,
        to: `/admin/clients/${client.id}`,
      });
    // Until all clients are loaded, the sender may be one of them.
    else if (clients?.complete)
      actions.push({
        name: "Add client",
        label: `Add ${distinctName} as a client`,
        icon,
        to: "/admin/clients?add=client",
        state,
      });
    const label = `the message from ${distinctName}`;
    actions.push({ name: "Assign...", label: `Assign ${label}`, icon: "staff", act: () => setOpen(true) });
    if (onDelete) actions.push({ name: "Delete...", label: `Delete ${label}`, icon: "close", act: onDelete });
    return actions;
  };
  const company = client && companyBeside(name, companyOf(client));
  const second = [company, assignee ? `For ${assignee}` : !narrow && email].filter(Boolean).join(" · ");
  const firstLine = message.message.trim().split("\n", 1)[0];
  const clock = answerClock(message.received_at, now);
  return (
    <li
      ref={item}
      className={`row ${classes.item}`}
      data-row
      data-open={open || undefined}
      data-tone={box === "waiting" ? clock.tone : undefined}
    >
      <Group wrap="nowrap" gap={10}>
        {selected && (!narrow || selected.choosing) && (
          <Checkbox
            aria-label={`Select the message from ${distinctName}`}
            checked={selected.ids.has(message.id)}
            onChange={({ nativeEvent }) =>
              selected.select(message.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        )}
        <MantineBox miw={0} lh={1.3}>
          <MantineBox component="h3" ff="text" fw={600}>
            <ClientLink id={client?.id} name={name} />
          </MantineBox>
          {second && <p className="cut quiet smaller">{second}</p>}
        </MantineBox>
      </Group>
      <button
        type="button"
        className={`printed cut ${classes.first}`}
        aria-expanded={open}
        aria-label={
          open
            ? `Show less of the message from ${distinctName}`
            : `Show the message from ${distinctName}: ${firstLine}`
        }
        data-next
        onClick={() => setOpen(!open)}
      >
        {open ? <span className="quiet">Show less</span> : firstLine}
      </button>
      <Stack className="wrap" gap={0} align="flex-start">
        {message.state === "pending" && <Badge tone="soon">not emailed yet</Badge>}
        {box === "waiting" && <Badge tone={clock.tone}>{clock.text}</Badge>}
        {box === "answered" && (
          <Badge tone="fine">
            {message.moved ? `answered by ${message.moved.name || "a colleague"}` : "answered"}
          </Badge>
        )}
        {box === "spam" && (
          <time className="quiet small figures" dateTime={message.received_at}>
            {formatMoment(message.received_at)}
          </time>
        )}
      </Stack>
      <div className={classes.actions}>
        <RowActionsWithMenu
          name={distinctName}
          main={{ name: "Reply", label: `Reply to ${distinctName}`, icon: "send", href: replyLink(message) }}
          more={more}
        />
      </div>
      {open && <OpenedMessage message={message} box={box} />}
      {failure && <div className={classes.opened}>{failure}</div>}
    </li>
  );
}

/** Who has to answer: "me" for this person. */
function useAssigneeName({ assigned }: Message): string | undefined {
  const { id: me } = usePerson();
  const staff = useQuery(colleagues).data;
  if (!assigned) return undefined;
  return assigned.to === me ? "me" : nameIn(staff, assigned.to);
}
