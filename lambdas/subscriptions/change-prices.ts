import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { formatDay } from "../../shared/dates.ts";
import { formatCents, MAX_CENTS } from "../../shared/money.ts";
import {
  newCents,
  noticeProblem,
  type PriceChange,
  type PriceChanges,
  type PriceRow,
} from "../../shared/subscriptions/price-change.ts";
import { Reading } from "../ledger/account-reading.ts";
import { asAgreed } from "../ledger/billed-subscription.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { UnreadableRow } from "../platform/dynamo/read-rows.ts";
import {
  Conflict,
  Invalid,
  Refusal,
  storedWithOtherContent,
  Unavailable,
  unreadable,
} from "../platform/http/refusals.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as prices from "../stores/price-change-store.ts";
import * as store from "../stores/subscription-store.ts";
import { priceDecision, type Repriced, withNextPrice } from "./price-decision.ts";
import { noticeOf } from "./price-notices.ts";
import { accountToChange, presentRow } from "./update.ts";

type Change = Omit<PriceChange, "id" | "ids" | "preview"> & { id: string };

/** Each with its record and its charges fits into one transaction. */
export const SUBSCRIPTIONS_AT_ONCE = 12;
/** More would wait for each other at the sums by due day. */
export const CLIENTS_AT_ONCE = 4;

const toldText =
  "The client was told about this change already, without this subscription. Change it with a change of its own.";
export const takenBackText = "This change of prices was taken back.";

/**
 * Agrees new prices from a day on. What is refused for a subscription leaves the others alone. A repeat completes what an
 * interrupted request left out.
 */
export async function changePrices(request: PriceChange, context: ChangeContext): Promise<PriceChanges> {
  const { ids, preview, ...content } = request;
  const change: Change = { ...content, id: content.id ?? randomUUID() };
  const isTakenBack = await refuseOther(change, context, preview);
  const unique = [...new Set(ids)];
  const done = await prices.rowsFor(change.id, unique);
  const rows = new Map<string, PriceRow>(
    [...done.values()].map((row) => [
      row.row,
      { ...prices.onWire(row), ...(row.taken_back && { why: takenBackText }) },
    ]),
  );
  const subscriptions = await store.getMany(unique.filter((id) => !rows.has(id)));
  const answerFor = (subscription_id: string, why: string): PriceRow => ({
    subscription_id,
    from: change.from,
    why,
  });
  for (const id of unique)
    if (isTakenBack && !rows.has(id)) rows.set(id, answerFor(id, takenBackText));
    else if (!rows.has(id) && !subscriptions.has(id))
      rows.set(id, answerFor(id, "This subscription does not exist."));
  const remaining = [...subscriptions.values()].filter(({ id }) => !rows.has(id));
  await eachClient(remaining, async (client_id, part) => {
    const decide = (reading: Reading) => priced(reading, client_id, part, change, context);
    const answers = await answersFor(part, change, () =>
      preview ? previewed(client_id, decide) : changeAccounts([client_id], context, decide),
    );
    for (const row of answers) rows.set(row.subscription_id, row);
  });
  return { id: change.id, rows: unique.map((id) => rows.get(id) as PriceRow) };
}

/**
 * Whether somebody has taken the change back.
 * @throws Conflict if its id is that of another change, or Invalid if its day is too early
 */
async function refuseOther(
  change: Change,
  { today }: ChangeContext,
  preview: boolean | undefined,
): Promise<boolean> {
  const { id, from, notify, ...price } = change;
  const made_from = digestOf({ ...price, from, notify: notify || undefined });
  let about = await prices.get(id);
  if (!about) {
    if (from <= today) throw new Invalid("The day of a new price must be after today.");
    const problem = notify && noticeProblem(from, today);
    if (problem) throw new Invalid(problem);
    if (preview) return false;
    about = await prices.putAbout(id, { from, made_from });
  }
  if (about?.made_from !== made_from) throw storedWithOtherContent("change of prices");
  return about.taken_back === true;
}

/** Works on some subscriptions of a client at a time. If one part fails, the others still end before this throws. */
export async function eachClient<R extends { client_id: string }>(
  rows: readonly R[],
  work: (client_id: string, part: R[]) => Promise<void>,
): Promise<void> {
  const limit = pLimit(CLIENTS_AT_ONCE);
  const byClient = [...Map.groupBy(rows, ({ client_id }) => client_id)];
  const results = await Promise.allSettled(
    byClient.map(([client_id, own]) =>
      limit(async () => {
        for (let start = 0; start < own.length; start += SUBSCRIPTIONS_AT_ONCE)
          await work(client_id, own.slice(start, start + SUBSCRIPTIONS_AT_ONCE));
      }),
    ),
  );
  const failed = results.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** The sentence of what is refused for all of these; a repeat can help against other failures. */
async function answersFor(
  part: readonly store.Row[],
  { from }: Change,
  change: () => Promise<PriceRow[]>,
): Promise<PriceRow[]> {
  try {
    return await change();
  } catch (error) {
    const refusal = error instanceof UnreadableRow ? unreadable() : error;
    if (!(refusal instanceof Refusal) || refusal instanceof Unavailable) throw error;
    return part.map(({ id }) => ({ subscription_id: id, from, why: refusal.message }));
  }
}

async function previewed(
  client_id: string,
  decide: (reading: Reading) => Decision<PriceRow[]>,
): Promise<PriceRow[]> {
  const reading = await Reading.of([client_id]);
  return (await reading.decide(decide)).answer;
}

/** The new prices of some subscriptions of a client, those that the rules allow. */
function priced(
  reading: Reading,
  client_id: string,
  part: readonly store.Row[],
  change: Change,
  context: ChangeContext,
): Decision<PriceRow[]> {
  const { today } = context;
  if (reading.client(client_id)?.erased_at) throw new Conflict("The client was erased.");
  for (const row of part) accountToChange(reading, row, today);
  const stored = reading.account(client_id);
  let { account } = stored;
  const isTold = stored.subscriptions.some(
    ({ next_price }) => next_price?.change === change.id && next_price.told_on !== undefined,
  );
  const made: (Repriced & { record: prices.NewRow })[] = [];
  const answer = part.map((row): PriceRow => {
    const record = plannedRecord(row, change, context);
    try {
      const before = presentRow(reading, row);
      const planned = asAgreed(before, today);
      const current = plannedRecord(before, change, context);
      // An attempt at the same time stored it.
      if (planned.next_price?.change === change.id) return prices.onWire(current);
      if (isTold) throw new Conflict(toldText);
      refusePrice(planned, current);
      const next_price = { cents: current.after_cents, from: change.from, change: change.id };
      account = withNextPrice({ ...stored, account }, planned, next_price, today);
      made.push({ before, planned, record: current });
      return prices.onWire(current);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...prices.onWire(record), why: error.message };
    }
  });
  if (made.length === 0) return { changes: [], answer };
  const { changes, items, counts } = priceDecision(stored, account, made, context);
  return {
    changes,
    items: [...items, ...made.map(({ record }) => prices.insert(change.id, record))],
    counts,
    conditions: [{ item: prices.stillWanted(change.id), refusal: () => new Conflict(takenBackText) }],
    ...(change.notify && { outbox: [noticeOf(change.id, client_id, change.from, context)] }),
    answer,
  };
}

function plannedRecord(row: store.Row, change: Change, { today }: ChangeContext): prices.NewRow {
  const { amount_cents: before_cents, currency, client_id } = asAgreed(row, today);
  const after_cents = newCents(before_cents, change);
  return { row: row.id, client_id, from: change.from, before_cents, after_cents, currency };
}

/** The refusals that one subscription alone does not have. */
function refusePrice(
  { next_price }: store.Row,
  { from, before_cents, after_cents, currency }: prices.NewRow,
): void {
  if (after_cents > MAX_CENTS) throw new Invalid("The new price would be too large.");
  if (next_price && next_price.cents === after_cents && next_price.from === from)
    throw new Conflict(`${formatCents(after_cents, currency)} from ${formatDay(from)} on is agreed already.`);
  if (after_cents === before_cents)
    throw new Conflict(before_cents === 0 ? "It is free, and stays free." : "The price stays the same.");
}
