import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { type Box, boxOf, type Message } from "../../../../shared/messages/message.ts";
import { ApiError, failureText } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { formatMoment } from "../../labels/dates.ts";
import { callLink, chatLink, replyLink } from "../../labels/links.ts";
import { clientList } from "../../queries/clients.ts";
import { Assignee } from "./Assignee.tsx";
import { answerClock } from "./clock.ts";
import classes from "./MessagesPage.module.css";
import { MessageText } from "./MessageText.tsx";
import { useMove } from "./queries.ts";

/** The result of moving a message to a box. */
const moveResults: Record<Box, string> = {
  waiting: "Moved to the inbox",
  answered: "Marked as answered",
  aside: "Moved to spam",
};

type Props = {
  message: Message;
  /** The shown list. A message that was just moved out of it stays as a line with Undo. */
  box: Box;
  now: number;
  onMoved: (message: Message) => void;
};

export function MessageItem({ message, box, now, onMoved }: Props) {
  const move = useMove(message);
  const item = useRef<HTMLLIElement>(null);
  const isInBox = boxOf(message.state) === box;
  const wasInBox = useRef(isInBox);
  // Moving a message removes the pressed button, so the focus moves to the next one.
  useEffect(() => {
    if (wasInBox.current !== isInBox) item.current?.querySelector<HTMLElement>("[data-next]")?.focus();
    wasInBox.current = isInBox;
  }, [isInBox]);

  function moveTo(target: Box) {
    if (move.isPending) return;
    move.mutate(target, {
      onSuccess: (moved) => {
        onMoved(moved);
        announce(`${moveResults[target]}: ${message.name}.`);
      },
      onError: (error) => {
        // The row may disappear when the list is refreshed.
        if (error instanceof ApiError && error.status === 409) announce(error.message, "error");
      },
    });
  }
  const action = (target: Box, text: string, label: string, main: boolean) => (
    <Button
      size="xs"
      variant={main ? "default" : "subtle"}
      aria-label={label}
      aria-disabled={move.isPending}
      data-next={main || undefined}
      onClick={() => moveTo(target)}
    >
      {text}
    </Button>
  );
  const failure = move.error && (
    <Notice tone="error">
      <p>{failureText(move.error, "The message could not be moved.", "The server did not respond.")}</p>
      <p>The message is still here. Please try again.</p>
    </Notice>
  );

  if (!isInBox) {
    const now = boxOf(message.state);
    return (
      <li ref={item} className={classes.moved}>
        <Group justify="space-between" gap="8px 16px">
          <span>
            <strong>{message.name}</strong>: {moveResults[now].toLowerCase()}.
          </span>
          {action(box, "Undo", `Undo for ${message.name}`, true)}
          {failure}
        </Group>
      </li>
    );
  }

  const { name, email, phone, moved } = message;
  const clock = answerClock(message.received_at, now);
  const call = callLink(message);
  const chat = chatLink(message);
  return (
    <li ref={item} className={classes.item} data-tone={box === "waiting" ? clock.tone : undefined}>
      <div>
        <h3 style={{ fontSize: "1.0625rem" }}>{name}</h3>
        <Group gap={6} className={classes.badges}>
          {box === "waiting" && <Badge tone={clock.tone}>{clock.text}</Badge>}
          {message.state === "pending" && <Badge tone="soon">not emailed yet</Badge>}
          {box === "answered" && (
            <Badge tone="fine">{moved ? `answered by ${moved.name || "a colleague"}` : "answered"}</Badge>
          )}
        </Group>
        {box === "answered" && moved && <Moment at={moved.at}>Answered</Moment>}
        <Moment at={message.received_at}>Received</Moment>
        <div className="quiet small">{email}</div>
        {phone && <div className="quiet small">{call ? <a href={call}>{phone}</a> : phone}</div>}
        <div className={classes.assignee}>
          <Assignee message={message} />
        </div>
      </div>
      <div>
        <MessageText text={message.message} of={name} />
        <Group gap={8} mt={14} mb={failure ? 12 : 0} className={classes.actions}>
          <Button
            size="xs"
            component="a"
            href={replyLink(message)}
            variant={box === "waiting" ? "filled" : "default"}
            leftSection={<Icon name="send" size={15} />}
            aria-label={`Reply to ${name}`}
          >
            Reply
          </Button>
          {chat && (
            <Button
              size="xs"
              component="a"
              href={chat}
              target="_blank"
              rel="noopener"
              variant="default"
              leftSection={<Icon name="chat" size={15} />}
              aria-label={`WhatsApp to ${name}, opens in a new tab`}
            >
              WhatsApp
            </Button>
          )}
          <FromClient message={message} />
          {box === "waiting" && action("answered", "Mark as answered", `Mark ${name} as answered`, true)}
          {box === "waiting" &&
            action("aside", "Mark as spam", `Mark the message from ${name} as spam`, false)}
          {box === "answered" && action("waiting", "Not answered", `Mark ${name} as not answered`, true)}
          {box === "aside" && action("waiting", "Move to inbox", `Move ${name} to the inbox`, true)}
        </Group>
        {failure}
      </div>
    </li>
  );
}

/** Links to the client with this address, or adds the sender as a client. */
function FromClient({ message: { id, name, email, phone } }: { message: Message }) {
  const clients = useQuery(clientList).data;
  const address = email.toLowerCase();
  const client = clients?.rows.find((one) => !one.sample && one.email.toLowerCase() === address);
  // The client may not be loaded yet.
  if (!client && !clients?.complete) return null;
  const to = client ? `/admin/clients/${client.id}` : "/admin/clients?add=client";
  return (
    <Button
      size="xs"
      variant="default"
      component={Link}
      to={to}
      {...(!client && { state: { opened: true, prospect: { messageId: id, name, email, phone } } })}
      leftSection={<Icon name="clients" size={15} />}
      aria-label={client ? `${client.name}, the client with this address` : `Add ${name} as a client`}
    >
      {client ? client.name : "Add client"}
    </Button>
  );
}

const Moment = ({ at, children }: { at: string; children: string }) => (
  <div className="quiet small">
    {children}{" "}
    <time className="figures" dateTime={at}>
      {formatMoment(at)}
    </time>
  </div>
);
