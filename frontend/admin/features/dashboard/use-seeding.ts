import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Day } from "../../../../shared/day.ts";
import { refresh, refreshRecords } from "../../queries/cache.ts";
import { clientList } from "../../queries/clients.ts";
import { latestRows } from "../../queries/list-query.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
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
        latestRows(queryClient, clientList),
        latestRows(queryClient, subscriptionList),
      ]);
      await seed(today, { clients, subscriptions }, say);
      setSeeding({ state: "done", text: seedingTexts.success });
      setTimeout(async () => {
        await refreshRecords(queryClient);
        setSeeding(idle);
      }, reloadAfter);
    } catch {
      setSeeding({ state: "failed", text: seedingTexts.failure });
      // What was made all the same can be finished, or taken back.
      void refresh(queryClient, "dashboard");
    } finally {
      working.current = false;
    }
  }
  return { seeding, start, forget: () => setSeeding(idle) };
}
