import { useEffect, useReducer } from "react";

const minute = 60_000;

/** The server's clock as an answer gave it, and when that was by the browser's stopwatch, in milliseconds. */
export type ServerTime = { now: string; receivedAt: number };

export const serverTime = (now: string): ServerTime => ({ now, receivedAt: performance.now() });

/**
 * The server's clock, ticking every minute. It is carried on by the stopwatch that counts from the opening of the
 * page, so a browser whose clock is wrong, or is set meanwhile, changes nothing.
 */
export function useServerClock(time: ServerTime | undefined): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, minute);
    return () => clearInterval(timer);
  }, []);
  return time ? Date.parse(time.now) + performance.now() - time.receivedAt : 0;
}
