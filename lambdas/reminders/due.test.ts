import { expect, test } from "vitest";
import { unsavedSettings } from "../../shared/settings/settings.ts";
import { type SeededSubscription, seededSubscription } from "../../test/product/seed-rows.ts";
import type { OwingRow } from "../subscriptions/store.ts";
import { dueKeysOf, notSeen } from "./due.ts";

const today = "2026-12-24";
const row = (more: Partial<SeededSubscription> = {}): OwingRow =>
  seededSubscription({
    id: crypto.randomUUID(),
    client_id: crypto.randomUUID(),
    start_date: "2026-01-28",
    amount_cents: 100_00,
    billing_anchor: "2026-01-28",
    next_billing_date: "2026-10-28",
    ...more,
  });
const entriesOf = (of: OwingRow) =>
  dueKeysOf(of, today, unsavedSettings).map(({ period, kind, more }) =>
    [period, kind, more].filter(Boolean).join("#"),
  );

test("each open period of a subscription is due for its kind until it is marked", () => {
  const all = ["2026-10-28#overdue", "2026-11-28#overdue", "2026-12-28#upcoming"];
  expect(entriesOf(row())).toEqual(all);
  expect(entriesOf(row({ reminded: { on: "2026-12-21", keys: all.slice(0, 2) } }))).toEqual(all.slice(2));
  expect(entriesOf(row({ reminded: { on: "2026-12-21", keys: all } }))).toEqual([]);
});

test("overdue periods are due again 14 days after the mark", () => {
  const late = { next_billing_date: "2026-11-30", billing_anchor: "2026-01-30" };
  const marked = (on: string) => row({ ...late, reminded: { on, keys: ["2026-11-30#overdue"] } });
  expect(entriesOf(marked("2026-12-11"))).toEqual(["2026-12-30#upcoming"]);
  const yearly = (on: string) =>
    row({ ...late, frequency: "yearly", reminded: { on, keys: ["2026-11-30#overdue"] } });
  expect(entriesOf(yearly("2026-12-11"))).toEqual([]);
  expect(entriesOf(yearly("2026-12-10"))).toEqual(["2026-11-30#overdue-repeat#2026-12-24"]);
});

test("a client on several pages is queued once", () => {
  const seen = new Set<string>();
  const page = (...ids: string[]) => ids.map((client_id) => ({ client_id, due: [] }));
  expect(notSeen(page("a", "b"), seen)).toEqual(page("a", "b"));
  expect(notSeen(page("b", "c"), seen)).toEqual(page("c"));
});
