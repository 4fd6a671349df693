import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { answerHours } from "../../../../shared/contact-form.ts";
import { Box, boxOf, type Message } from "../../../../shared/messages.ts";
import { Choice } from "../../components/table/Filters.tsx";
import { ListHead } from "../../components/table/ListHead.tsx";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "../../components/table/ListState.tsx";
import toolbar from "../../components/table/Toolbar.module.css";
import { useAddress } from "../../components/table/use-address.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { arranged } from "./arrangement.ts";
import { timeLeft } from "./clock.ts";
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

export default function MessagesPage() {
  const { get, set } = useAddress();
  const box = Box.safeParse(get("box")).data ?? "waiting";
  const narrow = useNarrow();
  return (
    <>
      <PageHead
        title="Messages"
        lead={`What visitors wrote. The site promises an answer within ${answerHours} hours.`}
      />
      <div className={toolbar.toolbar}>
        <Choice
          label="Messages"
          value={box === "waiting" ? "" : box}
          options={options}
          onChange={(box) => set({ box })}
          compact={narrow}
        />
      </div>
      <MessageList key={box} box={box} />
    </>
  );
}

function MessageList({ box }: { box: Box }) {
  const list = useInfiniteQuery(messageList(box));
  const pages = list.data?.pages;
  const now = useServerClock(pages?.at(-1)?.time);
  const [moved, setMoved] = useState<Message[]>([]);
  const shown = useMemo(
    () =>
      pages &&
      arranged(
        box,
        pages.flatMap(({ messages }) => messages),
        moved,
      ),
    [pages, box, moved],
  );
  const inBox = shown?.filter(({ state }) => boxOf(state) === box) ?? [];
  const late = box === "waiting" ? inBox.filter((one) => timeLeft(one.received_at, now) <= 0).length : 0;
  const more = list.hasNextPage ? "+" : "";

  return (
    <section aria-labelledby="messages">
      {list.error && (
        <div className={classes.failure}>
          <ListFailure
            error={list.error}
            words={["Failed to fetch messages", "An error occurred while fetching messages"]}
            some={inBox.length > 0}
            retry={() => void list.refetch()}
          />
        </div>
      )}
      <ListHead
        id="messages"
        title={boxes[box].title}
        shown={0}
        total={0}
        loadingMore={list.isFetchingNextPage}
      >
        {pages && <Badge tone="quiet" dot={false}>{`${inBox.length}${more} in all`}</Badge>}
        {late > 0 && <Badge tone="overdue">{`${late} overdue`}</Badge>}
      </ListHead>
      <ListUnreadable unreadable={pages?.reduce((sum, { unreadable }) => sum + unreadable, 0)} />
      {list.isPending && <ListLoading>Loading messages...</ListLoading>}
      {shown?.length === 0 && !list.error && (
        <ListEmpty title={boxes[box].empty}>{boxes[box].about}</ListEmpty>
      )}
      <ul className={classes.list}>
        {shown?.map((message) => (
          <BrokenRow key={message.id} of={message}>
            <MessageItem
              message={message}
              box={box}
              now={now}
              onMoved={(after) => setMoved((all) => [...all.filter(({ id }) => id !== after.id), after])}
            />
          </BrokenRow>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          className={classes.next ?? ""}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}
