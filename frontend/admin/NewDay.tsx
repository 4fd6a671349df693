import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { dayAt } from "../../shared/day.ts";
import { messageList } from "./features/messages/queries.ts";
import { useServerClock } from "./features/messages/use-server-clock.ts";
import { refreshRecords } from "./queries/cache.ts";

/**
 * Fetches records again after midnight (business time) on a page that stays open. The server's time comes with the
 * messages that the menu counts.
 */
export function NewDay() {
  const queryClient = useQueryClient();
  const { data } = useInfiniteQuery(messageList("waiting"));
  const time = data?.pages[0]?.time;
  const now = useServerClock(time);
  const today = time && dayAt(now);
  const before = useRef(today);
  useEffect(() => {
    if (today && before.current && today !== before.current) void refreshRecords(queryClient);
    before.current = today ?? before.current;
  }, [today, queryClient]);
  return null;
}
