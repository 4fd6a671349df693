import { VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { timeLeft } from "./clock.ts";
import classes from "./MessagesPage.module.css";
import { messageList } from "./queries.ts";

const REFRESH_MS = 120_000;

/** The number of waiting messages, for the menu. */
export function WaitingCount() {
  const { data, hasNextPage } = useInfiniteQuery({ ...messageList("waiting"), refetchInterval: REFRESH_MS });
  const waiting = data?.pages.flatMap(({ messages }) => messages) ?? [];
  const [oldest] = waiting;
  if (!oldest) return null;
  const late = timeLeft(oldest.received_at, Date.parse(data?.pages[0]?.time.now ?? "")) <= 0;
  return (
    <span className={`figures smaller ${classes.count}`} data-tone={late ? "overdue" : undefined}>
      {`${waiting.length}${hasNextPage ? "+" : ""}`}
      <VisuallyHidden>{late ? " waiting, some overdue" : " waiting"}</VisuallyHidden>
    </span>
  );
}
