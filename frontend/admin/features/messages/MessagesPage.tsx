import { Button, Group } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { ANSWER_HOURS } from "../../../../shared/messages/contact-form.ts";
import { Box, boxOf, type Message } from "../../../../shared/messages/message.ts";
import { Choice } from "../../components/table/Choice.tsx";
import { saveCsv } from "../../components/table/export.ts";
import { ListPage } from "../../components/table/ListPage.tsx";
import { filtered, type ListRules } from "../../components/table/list.ts";
import { type Address, useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { counted } from "../../labels/count.ts";
import { colleagues } from "../../queries/staff.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { arranged, type Conversation, conversationsOf } from "./arrangement.ts";
import { timeLeft } from "./clock.ts";
import { messagesExport } from "./csv-export.ts";
import { MessageItem } from "./MessageItem.tsx";
import classes from "./MessagesPage.module.css";
import { messageList } from "./queries.ts";
import { useServerClock } from "./use-server-clock.ts";

const boxes: Record<Box, { title: string; empty: string; about: string }> = {
  waiting: {
    title: "Waiting",
    empty: "No messages are waiting",
    about: "Messages from the contact form are listed here until somebody marks them as answered.",
  },
  answered: {
    title: "Answered",
    empty: "No answered messages",
    about: "Messages that you mark as answered are listed here.",
  },
  aside: {
    title: "Spam",
    empty: "No spam",
    about: "Messages that look like spam are kept here, in case a person sent them. They are not emailed.",
  },
};
const options = Box.options.map((box) => [box === "waiting" ? "" : box, boxes[box].title] as const);

const nothingMine = [
  "No messages for you",
  "Messages assigned to you. Anyone can answer unassigned ones.",
  "Show all messages",
] as const;

const fetching = {
  loading: "Loading messages...",
  failed: ["Failed to fetch messages", "An error occurred while fetching messages"],
} as const;

const owners = [["", "All"] as const, ["mine", "Mine"] as const];

/** All messages of a box, or those assigned to this person. */
const rulesFor = (me: string): ListRules<Message> => ({
  textOf: ({ message }) => message,
  filters: { for: ({ assigned }) => (assigned?.to === me ? "mine" : "") },
  sortKeys: {},
  defaultOrder: { id: "", desc: false },
});

export default function MessagesPage() {
  const address = useAddress();
  const box = Box.safeParse(address.get("box")).data ?? "waiting";
  const narrow = useNarrow();
  return (
    <>
      <PageHead
        title="Messages"
        lead={`Messages from visitors. The site promises an answer within ${ANSWER_HOURS} hours.`}
      />
      <Group mt={16} mb={24} gap="8px 24px" wrap={narrow ? "nowrap" : "wrap"}>
        <Choice
          label="Messages"
          value={box === "waiting" ? "" : box}
          options={options}
          onChange={(box) => address.set({ box })}
        />
        <Choice
          label="Assigned to"
          value={address.get("for") === "mine" ? "mine" : ""}
          options={owners}
          onChange={(owner) => address.set({ for: owner })}
        />
      </Group>
      <MessageList key={box} box={box} address={address} />
    </>
  );
}

function MessageList({ box, address }: { box: Box; address: Address }) {
  const query = useInfiniteQuery(messageList(box));
  const pages = query.data?.pages;
  const now = useServerClock(pages?.at(-1)?.time);
  const [moved, setMoved] = useState<Message[]>([]);
  const arrangement = useMemo(
    () =>
      pages &&
      arranged(
        box,
        pages.flatMap(({ messages }) => messages),
        moved,
      ),
    [pages, box, moved],
  );
  const { id: me } = usePerson();
  const rules = useMemo(() => rulesFor(me), [me]);
  const list = useList(rules, arrangement, address);
  const mine = list.chosen.for === "mine";
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // More of the person's messages may be on the next pages.
  useEffect(() => {
    if (mine && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [mine, hasNextPage, isFetching, isError, fetchNextPage]);
  const inBox = arrangement?.filter(({ state }) => boxOf(state) === box) ?? [];
  const late = box === "waiting" ? inBox.filter((one) => timeLeft(one.received_at, now) <= 0).length : 0;
  const more = query.hasNextPage ? "+" : "";
  const staff = useQuery(colleagues).data;
  const [exporting, setExporting] = useState(false);
  /** Exports all filtered messages of the box in the shown order. */
  async function exportAll() {
    setExporting(true);
    let all = query;
    let failed = false;
    while (all.hasNextPage && !failed) {
      all = await fetchNextPage();
      failed = all.isError;
    }
    setExporting(false);
    // The list shows the error.
    if (failed) return;
    const listed = all.data?.pages.flatMap(({ messages }) => messages) ?? [];
    const inBox = arranged(box, listed, moved).filter(({ state }) => boxOf(state) === box);
    const shown = conversationsOf(filtered(rules, inBox, list.chosen, ""));
    await saveCsv(
      messagesExport(boxes[box].title, staff),
      shown.flatMap(({ messages }) => messages),
    );
  }
  const onMoved = (after: Message) => setMoved((all) => [...all.filter(({ id }) => id !== after.id), after]);
  const { title, empty, about } = boxes[box];
  return (
    <ListPage
      id="messages"
      title={title}
      words={{ ...fetching, empty: [empty, about], noMatch: nothingMine }}
      status={{
        error: query.error,
        pending: query.isPending,
        loadingMore: query.isFetchingNextPage,
        complete: true,
        unreadable: pages?.reduce((sum, { unreadable }) => sum + unreadable, 0),
        retry: () => void query.refetch(),
      }}
      list={list}
      figures={
        <>
          {pages && <Badge tone="quiet" dot={false}>{`${inBox.length}${more} total`}</Badge>}
          {late > 0 && <Badge tone="overdue">{`${late} overdue`}</Badge>}
          {(list.shown?.length ?? 0) > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="down" size={16} />}
              aria-disabled={exporting}
              onClick={() => !exporting && void exportAll()}
            >
              {exporting ? "Loading the rest..." : "Export CSV"}
            </Button>
          )}
        </>
      }
    >
      {(messages) => (
        <>
          {conversationsOf(messages).map((conversation) => (
            <ConversationGroup key={conversation.address} conversation={conversation}>
              {conversation.messages.map((message) => (
                <BrokenRow key={message.id} of={message}>
                  <MessageItem message={message} box={box} now={now} onMoved={onMoved} />
                </BrokenRow>
              ))}
            </ConversationGroup>
          ))}
          {query.hasNextPage && (
            <Button
              variant="default"
              mt={24}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </ListPage>
  );
}

/** Several messages from one address, under a heading with the address. */
function ConversationGroup({ conversation, children }: { conversation: Conversation; children: ReactNode }) {
  const { address, messages, waiting } = conversation;
  if (messages.length === 1) return <ul className={classes.conversation}>{children}</ul>;
  return (
    <section className={classes.conversation} aria-label={`Conversation with ${address}`}>
      <p className={classes.address}>
        <strong>{address}</strong>
        <span className="quiet">{counted(messages.length, "message")}</span>
        {waiting > 0 && <Badge tone="soon">{`${waiting} waiting`}</Badge>}
      </p>
      <ul>{children}</ul>
    </section>
  );
}
