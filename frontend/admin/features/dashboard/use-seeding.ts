import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Day } from "../../../../shared/day.ts";
import { refresh, refreshRecords } from "../../queries/cache.ts";
import { clientList } from "../../queries/clients.ts";
import { latestRows } from "../../queries/list-query.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { seed, seedingTexts } from "./seed.ts";

/** As specified. */
const RELOAD_DELAY_MS = 1_000;

export type Seeding = { state: "idle" | "working" | "done" | "failed"; text: string };

const idle: Seeding = { state: "idle", text: "" };

export function useSeeding(today: Day) {
  const queryClient = useQueryClient();
  const [seeding, setSeeding] = useState<Seeding>(idle);
  const working = useRef(false);

  async function start() {
    if (working.current) return;
    working.current = true;
    const report = (text: string) => setSeeding({ state: "working", text });
    report(seedingTexts.starting);
    try {
      const [clients, subscriptions] = await Promise.all([
        latestRows(queryClient, clientList),
        latestRows(queryClient, subscriptionList),
      ]);
      await seed(today, { clients, subscriptions }, report);
      setSeeding({ state: "done", text: seedingTexts.success });
      setTimeout(async () => {
        await refreshRecords(queryClient);
        setSeeding(idle);
      }, RELOAD_DELAY_MS);
    } catch {
      setSeeding({ state: "failed", text: seedingTexts.failure });
      // Shows the records that were created, to finish or remove them.
      void refresh(queryClient, "dashboard");
    } finally {
      working.current = false;
    }
  }
  return { seeding, start, reset: () => setSeeding(idle) };
}
