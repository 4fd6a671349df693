import { useEffect, useReducer } from "react";
import type { ServerTime } from "../../queries/messages.ts";

const TICK_MS = 60_000;

/**
 * The server's time, updated every minute. It continues with `performance.now()`, so a wrong clock in the browser does
 * not matter.
 */
export function useServerClock(time: ServerTime | undefined): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return time ? Date.parse(time.now) + performance.now() - time.receivedAt : 0;
}
