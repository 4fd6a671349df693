import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { counted } from "../../../../shared/count.ts";
import { formatMoment } from "../../../../shared/dates.ts";
import { ANSWER_HOURS } from "../../../../shared/messages/contact-form.ts";
import { Box, boxOf, type Message } from "../../../../shared/messages/message.ts";
import { ListPage } from "../../components/table/ListPage.tsx";
import { ShowMore } from "../../components/table/ListState.tsx";
import { type Address, useAddress, useList } from "../../components/table/use-list.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { colleagues } from "../../queries/lists.ts";
import { messageList } from "../../queries/messages.ts";
import { distinctNames } from "../../rules/distinct-names.ts";
import { filtered } from "../../rules/list-rules.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { timeLeft } from "./answer-clock.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { arranged, type Conversation, conversationsOf, messageRules, messagesExport } from "./list.ts";
import { MessageItem } from "./MessageItem.tsx";
import classes from "./MessagesPage.module.css";
import { useServerClock } from "./use-server-clock.ts";

const boxes: Record<Box, { title: string; empty: string; about: string }> = {
  waiting: {
    title: "Inbox",
    empty: "No messages are waiting",
    about: "Messages from the contact form are listed here until somebody marks them as answered.",
  },
  answered: {
    title: "Answered",
    empty: "No answered messages",
    about: "Messages that you mark as answered are listed here.",
  },
  spam: {
    title: "Spam",
    empty: "No spam",
    about: "Messages that look like spam are kept here, in case a person sent them. They are not emailed.",
  },
};

const nothingMine = [
  "No messages for you",
  "Messages assigned to you. Anyone can answer unassigned ones.",
  "Show all messages",
] as const;

const nothingFound = [
  "No messages found",
  "No message in this box has these words.",
  nothingMine[2],
] as const;

const fetching = {
  loading: "Loading messages...",
  failed: ["Failed to fetch messages", "An error occurred while fetching messages"],
} as const;

const owners = [
  ["", "All messages"],
  ["mine", "Assigned to me"],
] as const;

export default function MessagesPage() {
  const address = useAddress();
  const box = Box.safeParse(address.get("box")).data ?? "waiting";
  return <MessageList key={box} box={box} address={address} />;
}

type Keep = (messages: readonly Message[]) => void;

function MessageList({ box, address }: { box: Box; address: Address }) {
  const { query, arrangement, onMoved, loadBox } = useMessages(box);
  const pages = query.data?.pages;
  const now = useServerClock(pages?.at(-1)?.time);
  const { id: me, role } = usePerson();
  const [deleting, setDeleting] = useState<{ messages: readonly Message[]; keep?: Keep }>();
  const rules = useMemo(() => messageRules(me, address.get("box")), [me, address]);
  const list = useList(rules, arrangement, address);
  const searched = list.chosen.for === "mine" || list.search !== "";
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // More of them may be on the next pages.
  useEffect(() => {
    if (searched && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [searched, hasNextPage, isFetching, isError, fetchNextPage]);
  const inBox = arrangement?.filter(({ state }) => boxOf(state) === box) ?? [];
  const late =
    box === "waiting" ? inBox.filter((message) => timeLeft(message.received_at, now) <= 0).length : 0;
  const counts = useCounts(box);
  const staff = useQuery(colleagues).data;
  /** All filtered messages of the box in the shown order. */
  async function loadAll() {
    const all = await loadBox();
    return all && conversationsOf(filtered(rules, all, list.chosen, "")).flatMap(({ messages }) => messages);
  }
  const { title, empty, about } = boxes[box];
  return (
    <ListPage
      head={
        <PageHead
          title="Messages"
          lead={`Messages from visitors. The site promises an answer within ${ANSWER_HOURS} hours.`}
          brief
        />
      }
      id="messages"
      title={title}
      texts={{ ...fetching, empty: [empty, about], noMatch: list.search ? nothingFound : nothingMine }}
      status={{
        error: query.error,
        pending: query.isPending,
        loadingMore: query.isFetchingNextPage,
        complete: true,
        unreadable: pages?.reduce((sum, { unreadable }) => sum + unreadable, 0),
        retry: () => void query.refetch(),
      }}
      list={list}
      search="Search messages"
      filters={[
        {
          name: "box",
          label: "Messages",
          options: Box.options.map((option) => [
            option === "waiting" ? "" : option,
            [boxes[option].title, counts[option] && `(${counts[option]})`].filter(Boolean).join(" "),
          ]),
        },
        { name: "for", label: "Assigned to", options: owners },
      ]}
      figures={late > 0 && <Badge tone="overdue">{`${late} overdue`}</Badge>}
      exported={messagesExport(title, staff)}
      loadAll={loadAll}
      bulk={
        role === "admin"
          ? (chosen, keep) => [
              { name: "Delete...", icon: "close", act: () => setDeleting({ messages: chosen, keep }) },
            ]
          : undefined
      }
    >
      {(messages, selected) => (
        <>
          <Conversations messages={messages}>
            {(message, distinctName) => (
              <MessageItem
                message={message}
                distinctName={distinctName}
                box={box}
                now={now}
                onMoved={onMoved}
                selected={selected}
                onDelete={role === "admin" ? () => setDeleting({ messages: [message] }) : undefined}
              />
            )}
          </Conversations>
          <ShowMore query={query} mt={24} />
          {deleting && (
            <DeleteDialog
              messages={deleting.messages}
              onClose={(remaining) => {
                setDeleting(undefined);
                if (remaining) deleting.keep?.(remaining);
              }}
            />
          )}
        </>
      )}
    </ListPage>
  );
}

/** The loaded messages of a box in their order, and those that were just moved out of it. */
function useMessages(box: Box) {
  const query = useInfiniteQuery(messageList(box));
  const pages = query.data?.pages;
  const [moved, setMoved] = useState<Message[]>([]);
  const arrangement = useMemo(() => pages && arranged(box, messagesOf(pages), moved), [pages, box, moved]);
  return {
    query,
    arrangement,
    onMoved: (after: Message) => setMoved((all) => [...all.filter(({ id }) => id !== after.id), after]),
    /** Loads the pages that are left. The list shows the error of one that fails. */
    async loadBox(): Promise<Message[] | undefined> {
      let all = query;
      while (all.hasNextPage) {
        all = await query.fetchNextPage();
        if (all.isError) return undefined;
      }
      const listed = messagesOf(all.data?.pages ?? []);
      return arranged(box, listed, moved).filter(({ state }) => boxOf(state) === box);
    },
  };
}

const messagesOf = (pages: readonly { messages: Message[] }[]) => pages.flatMap(({ messages }) => messages);

/** How many messages each box has, as far as they are loaded: the inbox always is, for the menu. */
function useCounts(box: Box): Partial<Record<Box, string>> {
  const waiting = useInfiniteQuery({ ...messageList("waiting"), enabled: box === "waiting" });
  const shown = useInfiniteQuery(messageList(box));
  const countOf = ({ data, hasNextPage }: typeof shown) =>
    data && `${data.pages.reduce((sum, { messages }) => sum + messages.length, 0)}${hasNextPage ? "+" : ""}`;
  const inbox = countOf(waiting);
  return { ...(inbox && { waiting: inbox }), ...(countOf(shown) && { [box]: countOf(shown) }) };
}

type ConversationsProps = {
  messages: readonly Message[];
  /** Renders a message, which the name tells apart from others. */
  children: (message: Message, distinctName: string) => ReactNode;
};

function Conversations({ messages, children }: ConversationsProps) {
  const nameOf = distinctNames(
    messages,
    ({ name }) => name,
    ({ received_at }) => formatMoment(received_at),
  );
  return conversationsOf(messages).map((conversation) => (
    <ConversationGroup key={conversation.address} conversation={conversation}>
      {conversation.messages.map((message) => (
        <BrokenRow key={message.id} of={message}>
          {children(message, nameOf(message))}
        </BrokenRow>
      ))}
    </ConversationGroup>
  ));
}

/** Several messages from one address, under a heading with the address. */
function ConversationGroup({ conversation, children }: { conversation: Conversation; children: ReactNode }) {
  const { address, messages, waiting } = conversation;
  if (messages.length === 1) return <ul>{children}</ul>;
  return (
    <section className={classes.conversation} aria-label={`Conversation with ${address}`}>
      <p className={`row small wrap ${classes.address}`}>
        <strong>{address}</strong>
        <span className="quiet">{counted(messages.length, "message")}</span>
        {waiting > 0 && <Badge tone="soon">{`${waiting} waiting`}</Badge>}
      </p>
      <ul>{children}</ul>
    </section>
  );
}
