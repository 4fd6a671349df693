import type { Browser, Page } from "playwright-core";

/** What a slow laptop has of this machine's speed. */
const SLOWDOWN = 4;

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ph: string;
  tdur?: number;
  args?: { name?: string };
};

/**
 * How long the page is busy at most with one task while somebody works, on a slow laptop: in the processor time of its own
 * thread, so that other programs do not count.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await work();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ ph, tdur, pid, tid }) => ph === "X" && tdur && isMain.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error("The trace has no tasks of the page.");
  return (Math.max(...tasks.map(({ tdur = 0 }) => tdur)) * SLOWDOWN) / 1_000;
}
