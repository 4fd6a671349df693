import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Client, NewClient } from "../../../../../shared/clients/client.ts";
import { addDays, type Day } from "../../../../../shared/day.ts";
import { sampleClients, sampleSubscriptions } from "../../../../../shared/samples/records.ts";
import { NewSubscription, type Subscription } from "../../../../../shared/subscriptions/subscription.ts";
import { request } from "../../../../api.ts";
import { refresh, refreshRecords } from "../../../queries/cache.ts";
import { latestRows } from "../../../queries/list-query.ts";
import { clientList, subscriptionList } from "../../../queries/lists.ts";

const seedingTexts = {
  starting: "Starting data seeding...",
  clients: "Creating sample clients...",
  subscriptions: "Creating sample subscriptions...",
  success: "Data seeding completed successfully!",
  failure: "Failed to seed data. Please try again.",
} as const;

/** The records that exist before this attempt. */
type Existing = { clients: Client[]; subscriptions: Subscription[] };

/**
 * Creates the sample clients, then subscriptions for the created clients. A retry creates only what is missing.
 * @throws when a record could not be idByEmail.
 */
async function seed(today: Day, existing: Existing, report: (text: string) => void): Promise<void> {
  let failure: unknown;
  const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      failure ??= error;
      return undefined;
    }
  };

  report(seedingTexts.clients);
  const idByEmail = new Map(
    existing.clients.filter(({ sample }) => sample).map((client) => [client.email, client.id]),
  );
  for (const sample of sampleClients) {
    if (idByEmail.has(sample.email)) continue;
    const body = NewClient.parse({ ...sample, sample: true });
    const answer = await attempt(request("POST /api/v1/clients", { body }));
    if (answer) idByEmail.set(sample.email, answer.client.id);
  }

  report(seedingTexts.subscriptions);
  for (const { id, client, frequency, amount, start, due } of sampleSubscriptions) {
    const client_id = idByEmail.get(client);
    const exists = existing.subscriptions.some(
      (subscription) =>
        subscription.id === id || (subscription.client_id === client_id && subscription.amount === amount),
    );
    if (!client_id || exists) continue;
    const body = NewSubscription.parse({
      id,
      client_id,
      start_date: addDays(today, start),
      frequency,
      amount,
      sample: true,
      ...(due !== undefined && { next_billing_date: addDays(today, due) }),
    });
    await attempt(request("POST /api/v1/subscriptions", { body }));
  }
  if (failure) throw failure;
}

/** So that people can read that it worked. */
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
