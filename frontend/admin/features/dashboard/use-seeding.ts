import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Day } from "../../../../shared/day.ts";
import { latestClients, latestSubscriptions } from "../../queries/lists.ts";
import { dashboardStats } from "./queries.ts";
import { seed, seedingTexts } from "./seed.ts";

/** So long the success stands before the dashboard takes its place. */
const reloadAfter = 1_000;

export type Seeding = { state: "idle" | "working" | "done" | "failed"; text: string };

const idle: Seeding = { state: "idle", text: "" };

export function useSeeding(today: Day) {
  const queryClient = useQueryClient();
  const [seeding, setSeeding] = useState<Seeding>(idle);
  const working = useRef(false);

  async function start() {
    if (working.current) return;
    working.current = true;
    const say = (text: string) => setSeeding({ state: "working", text });
    say(seedingTexts.starting);
    try {
      const [clients, subscriptions] = await Promise.all([
        latestClients(queryClient),
        latestSubscriptions(queryClient),
      ]);
      await seed(today, { clients, subscriptions }, say);
      setSeeding({ state: "done", text: seedingTexts.success });
      setTimeout(async () => {
        await queryClient.invalidateQueries();
        setSeeding(idle);
      }, reloadAfter);
    } catch {
      setSeeding({ state: "failed", text: seedingTexts.failure });
      // What was made all the same can be finished, or taken back.
      void queryClient.invalidateQueries({ queryKey: dashboardStats.queryKey });
    } finally {
      working.current = false;
    }
  }
  return { seeding, start, forget: () => setSeeding(idle) };
}
