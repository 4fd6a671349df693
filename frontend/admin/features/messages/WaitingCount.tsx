import { Box, VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { messageList } from "../../queries/messages.ts";
import { timeLeft } from "./answer-clock.ts";

const REFRESH_MS = 120_000;

/** The number of waiting messages, for the menu. */
export function WaitingCount() {
  const { data, hasNextPage } = useInfiniteQuery({ ...messageList("waiting"), refetchInterval: REFRESH_MS });
  const waiting = data?.pages.flatMap(({ messages }) => messages) ?? [];
  const [oldest] = waiting;
  if (!oldest) return null;
  const late = timeLeft(oldest.received_at, Date.parse(data?.pages[0]?.time.now ?? "")) <= 0;
  return (
    <Box
      component="span"
      className="figures smaller"
      ml="auto"
      miw={24}
      py={1}
      bdrs={999}
      bg="var(--tone-soft, var(--hover))"
      c="var(--tone, var(--ink))"
      ta="center"
      data-tone={late ? "overdue" : undefined}
      data-waiting
    >
      <span>{`${waiting.length}${hasNextPage ? "+" : ""}`}</span>
      <VisuallyHidden>{late ? " waiting, some overdue" : " waiting"}</VisuallyHidden>
    </Box>
  );
}
