import { Button, Group } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { answerHours } from "../../../../shared/contact-form.ts";
import { Box, boxOf, type Message } from "../../../../shared/messages.ts";
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
import { colleagues } from "../../queries/staff.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { counted } from "../../words/count.ts";
import { arranged, type Conversation, conversationsOf } from "./arrangement.ts";
import { timeLeft } from "./clock.ts";
import { messagesExported } from "./exported.ts";
import { MessageItem } from "./MessageItem.tsx";
import classes from "./MessagesPage.module.css";
import { messageList } from "./queries.ts";
import { useServerClock } from "./use-server-clock.ts";

const boxes: Record<Box, { title: string; empty: string; about: string }> = {
  waiting: {
    title: "Waiting",
    empty: "Nobody is waiting",
    about: "What visitors send from the contact form appears here until somebody marks it as answered.",
  },
  answered: {
    title: "Answered",
    empty: "Nothing answered yet",
    about: "A message you mark as answered moves here, with who did and when.",
  },
  aside: {
    title: "Kept aside",
    empty: "Nothing was kept aside",
    about: "Messages that look as if a robot sent them wait here, unmailed, in case a person did.",
  },
};
const options = Box.options.map((box) => [box === "waiting" ? "" : box, boxes[box].title] as const);

const nothingMine = [
  "Nothing here is yours",
  "What is given to you stands here; what is given to nobody is anybody's to answer.",
  "Show everybody's",
] as const;

const fetching = {
  loading: "Loading messages...",
  failed: ["Failed to fetch messages", "An error occurred while fetching messages"],
} as const;

const owners = [["", "Everybody's"] as const, ["mine", "Mine"] as const];

/** A box is shown in its own order: all of it, or what is one's own to answer. */
const rulesFor = (me: string): ListRules<Message> => ({
  textOf: ({ message }) => message,
  filters: { for: ({ assigned }) => (assigned?.to === me ? "mine" : "") },
  sortKeys: {},
  usualOrder: { id: "", desc: false },
});

export default function MessagesPage() {
  const address = useAddress();
  const box = Box.safeParse(address.get("box")).data ?? "waiting";
  const narrow = useNarrow();
  return (
    <>
      <PageHead
        title="Messages"
        lead={`What visitors wrote. The site promises an answer within ${answerHours} hours.`}
      />
      <Group mt={16} mb={24} gap="8px 24px" wrap={narrow ? "nowrap" : "wrap"}>
        <Choice
          label="Messages"
          value={box === "waiting" ? "" : box}
          options={options}
          onChange={(box) => address.set({ box })}
          compact={narrow}
        />
        <Choice
          label="Whose"
          value={address.get("for") === "mine" ? "mine" : ""}
          options={owners}
          onChange={(whose) => address.set({ for: whose })}
          compact={narrow}
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
  // Some of one's own may be among those that are not there yet.
  useEffect(() => {
    if (mine && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [mine, hasNextPage, isFetching, isError, fetchNextPage]);
  const inBox = arrangement?.filter(({ state }) => boxOf(state) === box) ?? [];
  const late = box === "waiting" ? inBox.filter((one) => timeLeft(one.received_at, now) <= 0).length : 0;
  const more = query.hasNextPage ? "+" : "";
  const staff = useQuery(colleagues).data;
  const [exporting, setExporting] = useState(false);
  /** What the filter leaves of the whole box, in the order shown. */
  async function exportAll() {
    setExporting(true);
    let all = query;
    let failed = false;
    while (all.hasNextPage && !failed) {
      all = await fetchNextPage();
      failed = all.isError;
    }
    setExporting(false);
    // What could not be fetched is said above the list.
    if (failed) return;
    const listed = all.data?.pages.flatMap(({ messages }) => messages) ?? [];
    const here = arranged(box, listed, moved).filter(({ state }) => boxOf(state) === box);
    const shown = conversationsOf(filtered(rules, here, list.chosen, ""));
    await saveCsv(
      messagesExported(boxes[box].title, staff),
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
          {pages && <Badge tone="quiet" dot={false}>{`${inBox.length}${more} in all`}</Badge>}
          {late > 0 && <Badge tone="overdue">{`${late} overdue`}</Badge>}
          {(list.shown?.length ?? 0) > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="down" size={16} />}
              aria-disabled={exporting}
              onClick={() => !exporting && void exportAll()}
            >
              {exporting ? "Fetching the rest..." : "Export CSV"}
            </Button>
          )}
        </>
      }
    >
      {(messages) => (
        <>
          {conversationsOf(messages).map((conversation) => (
            <Together key={conversation.address} conversation={conversation}>
              {conversation.messages.map((message) => (
                <BrokenRow key={message.id} of={message}>
                  <MessageItem message={message} box={box} now={now} onMoved={onMoved} />
                </BrokenRow>
              ))}
            </Together>
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

/** Where somebody wrote more than once, their address stands above, with how many wait. */
function Together({ conversation, children }: { conversation: Conversation; children: ReactNode }) {
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
