import { money } from "../../../../shared/amount.ts";
import { monthlyCents } from "../../../../shared/billing/recurring-revenue.ts";
import { addMonths, type Day } from "../../../../shared/day.ts";
import { addTo, type Currency, formatSums, type Sums, toCents } from "../../../../shared/money.ts";
import {
  MAX_PRICE_IDS,
  noticeProblem,
  type PriceRow,
} from "../../../../shared/subscriptions/price-change.ts";
import { isFrequency } from "../../../../shared/subscriptions/subscription.ts";
import type { Plan } from "../../components/many/ManyDialog.tsx";
import type { Entry } from "./portfolio.ts";

// A change of prices as it would be, by client and currency.

/** A client's subscriptions in one currency, which one request changes. */
export type ClientPrices = {
  id: string;
  client_name: string;
  currency: Currency;
  changes: { entry: Entry; row: PriceRow }[];
};

/** The first of the month after next. */
export const firstDayFor = (today: Day): Day => `${addMonths(`${today.slice(0, 7)}-01`, 2).slice(0, 7)}-01`;

/** Why the prices cannot hold from a day on. */
export function dayProblem(from: Day, today: Day, { notify }: { notify: boolean }): string | undefined {
  if (!from) return "Enter a date.";
  if (from <= today) return "The day must be after today.";
  return notify ? noticeProblem(from, today) : undefined;
}

/** The parts of a selection, each for one request. A client is in one of them, so that one email has everything. */
export function requestsOf(entries: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = [];
  for (const own of Map.groupBy(entries, ({ client_id }) => client_id).values())
    for (let start = 0; start < own.length; start += MAX_PRICE_IDS) {
      const part = own.slice(start, start + MAX_PRICE_IDS);
      const last = parts.at(-1);
      if (last && last.length + part.length <= MAX_PRICE_IDS) last.push(...part);
      else parts.push(part);
    }
  return parts;
}

export type PricePlan = Plan<ClientPrices> & { before: Sums; after: Sums };

export function pricePlanOf(entries: readonly Entry[], rows: readonly PriceRow[]): PricePlan {
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  const groups = new Map<string, ClientPrices>();
  const plan: PricePlan & { skipped: { row: ClientPrices; reason: string }[] } = {
    rows: [],
    skipped: [],
    before: {},
    after: {},
  };
  for (const row of rows) {
    const entry = entryOf.get(row.subscription_id);
    if (!entry) continue;
    const { currency = "USD", before = 0, after = 0, why } = row;
    const own = { client_name: entry.client_name, currency, changes: [{ entry, row }] };
    if (why !== undefined) {
      plan.skipped.push({ row: { ...own, id: entry.id }, reason: why });
      continue;
    }
    const id = `${entry.client_id} ${currency}`;
    const group = groups.get(id);
    if (group) group.changes.push({ entry, row });
    else groups.set(id, { ...own, id });
    if (!isFrequency(entry.frequency)) continue;
    addTo(plan.before, currency, monthlyCents({ [entry.frequency]: toCents(before) }));
    addTo(plan.after, currency, monthlyCents({ [entry.frequency]: toCents(after) }));
  }
  return { ...plan, rows: [...groups.values()] };
}

/** `$100.00 → $107.00, $50.00 → $54.00` */
export const changesText = ({ changes, currency }: ClientPrices): string =>
  changes
    .map(({ row: { before = 0, after = 0 } }) => `${money(before, currency)} → ${money(after, currency)}`)
    .join(", ");

/** `$100.00 a month becomes $107.00.` */
export const sumsText = ({ before, after }: PricePlan, usual: Currency): string =>
  `${formatSums(before, usual)} a month becomes ${formatSums(after, usual)}.`;
