import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { type Box, boxOf, type Message } from "../../../../shared/messages.ts";
import { ApiError, failureText } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { clientList } from "../../queries/clients.ts";
import { formatMoment } from "../../words/dates.ts";
import { callLink, chatLink, replyLink } from "../../words/links.ts";
import { Assignee } from "./Assignee.tsx";
import { answerClock } from "./clock.ts";
import classes from "./MessagesPage.module.css";
import { MessageText } from "./MessageText.tsx";
import { useMove } from "./queries.ts";

/** What was done, by the box the message came to. */
const done: Record<Box, string> = {
  waiting: "Back among the waiting",
  answered: "Marked as answered",
  aside: "Kept aside",
};

type Props = {
  message: Message;
  /** The list it stands in; a message that was just moved to another stays as a line that can undo it. */
  box: Box;
  now: number;
  onMoved: (message: Message) => void;
};

export function MessageItem({ message, box, now, onMoved }: Props) {
  const move = useMove(message);
  const item = useRef<HTMLLIElement>(null);
  const here = boxOf(message.state) === box;
  const before = useRef(here);
  // What was pressed is gone with the row it stood in: the focus goes to what took its place.
  useEffect(() => {
    if (before.current !== here) item.current?.querySelector<HTMLElement>("[data-next]")?.focus();
    before.current = here;
  }, [here]);

  function moveTo(target: Box) {
    if (move.isPending) return;
    move.mutate(target, {
      onSuccess: (moved) => {
        onMoved(moved);
        announce(`${done[target]}: ${message.name}.`);
      },
      onError: (error) => {
        // The row may be gone by the time somebody looks.
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
      <p>{failureText(move.error, "The message could not be moved.", "The server did not reply.")}</p>
      <p>The message stands where it was last seen. Trying again does nothing twice.</p>
    </Notice>
  );

  if (!here) {
    const now = boxOf(message.state);
    return (
      <li ref={item} className={classes.moved}>
        <Group justify="space-between" gap="8px 16px">
          <span>
            <strong>{message.name}</strong>: {done[now].toLowerCase()}.
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
          {message.state === "pending" && <Badge tone="soon">not mailed yet</Badge>}
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
          {box === "waiting" && action("aside", "Keep aside", `Keep the message from ${name} aside`, false)}
          {box === "answered" && action("waiting", "Not answered", `${name} is not answered yet`, true)}
          {box === "aside" && action("waiting", "Move to inbox", `Move ${name} to the inbox`, true)}
        </Group>
        {failure}
      </div>
    </li>
  );
}

/** Leads to the client whose address it is; of nobody else's, a client can be made. */
function FromClient({ message: { id, name, email, phone } }: { message: Message }) {
  const clients = useQuery(clientList).data;
  const address = email.toLowerCase();
  const client = clients?.rows.find((one) => !one.sample && one.email.toLowerCase() === address);
  // Who is not there yet may be on their way.
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
      aria-label={client ? `${client.name}, the client with this address` : `Make ${name} a client`}
    >
      {client ? client.name : "Make client"}
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
