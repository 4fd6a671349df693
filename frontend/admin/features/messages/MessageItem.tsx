import { Button, Checkbox, Group, Box as MantineBox, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import type { Client } from "../../../../shared/clients/client.ts";
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
  const sender = useSender(email);
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const isInBox = boxOf(message.state) === box;
  const item = useFocusAfterMove(isInBox);

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
      <MovedItem
        ref={item}
        message={message}
        distinctName={distinctName}
        isMoving={move.isPending}
        undo={() => moveTo(box)}
      >
        {failure}
      </MovedItem>
    );

  const more = () => {
    const actions = boxMoves[box].moves.map(
      ({ to, label, ...shown }): RowAction => ({
        ...shown,
        label: label(distinctName),
        act: () => moveTo(to),
      }),
    );
    actions.push(...senderActions(message, distinctName, sender));
    const label = `the message from ${distinctName}`;
    actions.push({ name: "Assign...", label: `Assign ${label}`, icon: "staff", act: () => setOpen(true) });
    if (onDelete) actions.push({ name: "Delete...", label: `Delete ${label}`, icon: "close", act: onDelete });
    return actions;
  };
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
              selected.select(message.id, {
                asRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
              })
            }
          />
        )}
        <SenderCell message={message} client={sender.client} />
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
      <MessageState message={message} box={box} clock={clock} />
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

/** The line that stays of a message that was just moved, with Undo. */
const MovedItem = ({
  ref,
  message: { name, state },
  distinctName,
  isMoving,
  undo,
  children,
}: {
  ref: Ref<HTMLLIElement>;
  message: Message;
  distinctName: string;
  isMoving: boolean;
  undo: () => void;
  children: ReactNode;
}) => (
  <MantineBox component="li" ref={ref} className={`row wrap ${classes.address}`} bg="var(--hover)">
    <strong>{name}</strong>
    <span>{`: ${boxMoves[boxOf(state)].result.toLowerCase()}.`}</span>
    <Button
      variant="subtle"
      size="compact-md"
      ml="auto"
      aria-label={`Undo for ${distinctName}`}
      aria-disabled={isMoving}
      data-next
      onClick={undo}
    >
      Undo
    </Button>
    {children}
  </MantineBox>
);

/** Moving a message removes the row's buttons, so the focus moves to Undo, and back. */
function useFocusAfterMove(isInBox: boolean) {
  const item = useRef<HTMLLIElement>(null);
  const wasInBox = useRef(isInBox);
  useEffect(() => {
    if (wasInBox.current !== isInBox) item.current?.querySelector<HTMLElement>("[data-next]")?.focus();
    wasInBox.current = isInBox;
  }, [isInBox]);
  return item;
}

type Sender = { client: Client | undefined; isKnown: boolean };

/** The client with this address. Until all clients are loaded, the sender may be one of them. */
function useSender(email: string): Sender {
  const clients = useQuery(clientList).data;
  const client = clients?.rows.find(
    (client) => !client.sample && client.email.toLowerCase() === email.toLowerCase(),
  );
  return { client, isKnown: client !== undefined || clients?.complete === true };
}

/** The sender's name, the company, and who has to answer or the address. */
function SenderCell({ message, client }: { message: Message; client: Client | undefined }) {
  const { name, email } = message;
  const assignee = useAssigneeName(message);
  const narrow = useNarrow();
  const company = client && companyBeside(name, companyOf(client));
  const second = [company, assignee ? `For ${assignee}` : !narrow && email].filter(Boolean).join(" · ");
  return (
    <MantineBox miw={0} lh={1.3}>
      <MantineBox component="h3" ff="text" fw={600}>
        <ClientLink id={client?.id} name={name} />
      </MantineBox>
      {second && <p className="cut quiet smaller">{second}</p>}
    </MantineBox>
  );
}

/** Writing to the sender by WhatsApp, and opening or adding the client. */
function senderActions(message: Message, distinctName: string, { client, isKnown }: Sender): RowAction[] {
  const actions: RowAction[] = [];
  const chat = chatLink(message);
  if (chat)
    actions.push({ name: "WhatsApp", label: `WhatsApp to ${distinctName}`, icon: "chat", href: chat });
  if (client)
    actions.push({
      name: "Open client",
      label: `Open ${client.name}`,
      icon: "clients",
      to: `/admin/clients/${client.id}`,
    });
  else if (isKnown) {
    const { id, name, email, phone } = message;
    actions.push({
      name: "Add client",
      label: `Add ${distinctName} as a client`,
      icon: "clients",
      to: "/admin/clients?add=client",
      state: { opened: true, prospect: { messageId: id, name, email, phone } },
    });
  }
  return actions;
}

/** How long an answer may take, who answered, or when spam came. */
const MessageState = ({
  message: { state, moved, received_at },
  box,
  clock,
}: {
  message: Message;
  box: Box;
  clock: ReturnType<typeof answerClock>;
}) => (
  <Stack className="wrap" gap={0} align="flex-start">
    {state === "pending" && <Badge tone="soon">not emailed yet</Badge>}
    {box === "waiting" && <Badge tone={clock.tone}>{clock.text}</Badge>}
    {box === "answered" && (
      <Badge tone="fine">{moved ? `answered by ${moved.name || "a colleague"}` : "answered"}</Badge>
    )}
    {box === "spam" && (
      <time className="quiet small figures" dateTime={received_at}>
        {formatMoment(received_at)}
      </time>
    )}
  </Stack>
);

/** Who has to answer: "me" for this person. */
function useAssigneeName({ assigned }: Message): string | undefined {
  const { id: me } = usePerson();
  const staff = useQuery(colleagues).data;
  if (!assigned) return undefined;
  return assigned.to === me ? "me" : nameIn(staff, assigned.to);
}
