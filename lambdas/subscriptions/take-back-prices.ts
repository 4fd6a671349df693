import { formatDay } from "../../shared/dates.ts";
import type { PriceRow, WithdrawnPrices } from "../../shared/subscriptions/price-change.ts";
import type { Reading } from "../ledger/account-reading.ts";
import { asAgreed } from "../ledger/billed-subscription.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, Refusal } from "../platform/http/refusals.ts";
import * as prices from "../stores/price-change-store.ts";
import * as store from "../stores/subscription-store.ts";
import { eachClient } from "./change-prices.ts";
import { priceDecision, type Repriced, withNextPrice } from "./price-decision.ts";
import { withdrawalsOf } from "./price-notices.ts";
import { accountToChange } from "./update.ts";

/** Takes a request some seconds. */
const MAX_WITHDRAWN = 200;

/** Withdraws the prices of a change that still wait. A repeat answers alike, and continues with those that are left. */
export async function takeBackPrices(id: string, context: ChangeContext): Promise<WithdrawnPrices> {
  const about = await prices.get(id);
  if (!about) throw new Conflict("There is no such change of prices.");
  if (!about.taken_back) {
    if (about.from <= context.today)
      throw new Conflict(
        `These prices hold since ${formatDay(about.from)}. Change the prices again to go back.`,
      );
    await prices.markTakenBack(id);
  }
  const rows = await prices.rowsOf(id);
  const waiting = rows.filter(({ taken_back }) => !taken_back);
  const now = await withPresentClients(waiting.slice(0, MAX_WITHDRAWN));
  const answers = rows.flatMap((row) => (row.taken_back ? answerOf(row, row.taken_back.why) : []));
  await eachClient(now, async (client_id, part) => {
    answers.push(
      ...(await changeAccounts([client_id], context, (reading) => withdrawn(reading, part, id, context))),
    );
  });
  return { id, rows: answers, left: waiting.length - now.length };
}

/** A price goes with its subscription to another client. */
async function withPresentClients(rows: readonly prices.Row[]): Promise<prices.Row[]> {
  const present = await store.getMany(rows.map(({ row }) => row));
  return rows.map((row) => ({ ...row, client_id: present.get(row.row)?.client_id ?? row.client_id }));
}

const answerOf = (row: prices.Row, why: string | undefined): PriceRow => ({
  ...prices.onWire(row),
  ...(why !== undefined && { why }),
});

/** Withdraws the prices of some subscriptions of a client. */
function withdrawn(
  reading: Reading,
  part: readonly prices.Row[],
  id: string,
  context: ChangeContext,
): Decision<PriceRow[]> {
  const { today } = context;
  const { client_id } = part[0] as prices.Row;
  const present = new Map(reading.account(client_id).subscriptions.map((row) => [row.id, row]));
  for (const { row } of part) {
    const subscription = present.get(row);
    if (subscription?.client_id === client_id) accountToChange(reading, subscription, today);
  }
  const stored = reading.account(client_id);
  let { account } = stored;
  const changed: Repriced[] = [];
  const reasons = part.map((row): string | undefined => {
    const before = present.get(row.row);
    if (before?.client_id !== client_id) return "The subscription went to another client meanwhile.";
    const planned = asAgreed(before, today);
    if (planned.next_price?.change !== id)
      return before.next_price?.change === id || row.from <= today
        ? `This price holds since ${formatDay(row.from)}.`
        : planned.next_price
          ? "Another price was agreed since."
          : "This price was withdrawn before.";
    try {
      account = withNextPrice({ ...stored, account }, planned, null, today);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.message;
    }
    changed.push({ before, planned });
    return undefined;
  });
  const { rows, changes, items, counts } = priceDecision(stored, account, changed, context);
  return {
    changes,
    items: [...items, ...part.map((row, at) => prices.takenBack(id, row, reasons[at]))],
    counts,
    outbox: withdrawalsOf(
      rows.map(({ before, after }) => [before, after]),
      context,
    ),
    answer: part.map((row, at) => answerOf(row, reasons[at])),
  };
}
