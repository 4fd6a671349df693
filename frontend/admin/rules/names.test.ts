import { expect, test } from "vitest";
import type { Client } from "../../../shared/clients/client.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";
import { rowOf } from "../features/activity/list.ts";
import { namesIn, withNames } from "./names.ts";

const client_id = "5c8a3f0e-0000-4000-8000-000000000001";
const clients = [{ id: client_id, name: "Amani", sample: true } as Client];
const subscriptions = [{ id: "s", service: "Ledger" } as Subscription];
const namesOf = (complete: boolean, rows = clients) =>
  namesIn({ rows, complete }, { rows: subscriptions, complete: true });

test("payments and activity have the names of the lists; what is missing may still be loading", () => {
  const payment = { client_id, subscription_id: "s", paid_on: "2026-12-24", amount: 1, reference: "" };
  const named = (names = namesOf(true)) =>
    withNames([{ ...payment, recorded_at: "2026-12-24T09:00:00.000Z" }], names)[0];
  expect(named()).toMatchObject({ client_name: "Amani", service: "Ledger", sample: true });
  const once = { ...payment, subscription_id: undefined, service: "Installation" };
  expect(withNames([{ ...once, recorded_at: "2026-12-24T09:00:00.000Z" }], namesOf(true))[0]).toMatchObject({
    service: "Installation",
  });
  expect(named(namesOf(false, []))?.client_name).toBe("…");
  expect(named(namesOf(true, []))?.client_name).toBe("Unknown Client");

  const entry = {
    id: "1",
    at: "2026-12-24T09:00:00.000Z",
    name: "Grace",
    kind: "subscription-added",
  } as const;
  const sentence = (names = namesOf(true)) =>
    rowOf({ ...entry, client_id, subscription_id: "s" }, names).sentence;
  expect(sentence()).toContain("Ledger for Amani");
  expect(sentence(namesOf(false, []))).toContain("Ledger for …");
  expect(sentence(namesOf(true, []))).toContain("Ledger for a removed client");
});
