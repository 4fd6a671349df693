import { type Account, ClosedChargesNeeded } from "../../shared/billing/account.ts";
import { bringUpToDate } from "../../shared/billing/payments.ts";
import type { ListName } from "../../shared/list-page.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { removalMark, withOneMark } from "../platform/dynamo/changed-since.ts";
import { type Counts, counterUpdates, sumOf } from "../platform/dynamo/counters.ts";
import {
  isConflict,
  MAX_TRIES,
  pauseBefore,
  type TransactItem,
  TransactionRefused,
  transact,
} from "../platform/dynamo/database.ts";
import { Refusal, TooManyItems, Unavailable } from "../platform/http/refusals.ts";
import type { Moment } from "../platform/moment.ts";
import { wakeNumberer } from "../platform/queues.ts";
import * as outbox from "../stores/outbox-store.ts";
import { type AccountItems, agreedChanges, itemsOf } from "./account-items.ts";
import { Reading, type ReadingOptions } from "./account-reading.ts";
import type { StoredAccount } from "./account-store.ts";
import { continuing, type PartOptions, storeParts } from "./in-parts.ts";

/** The parts of a change, stored in one transaction. */
export type Decision<T> = {
  /** The accounts as they become. */
  changes: readonly AccountItems[];
  /** Records of the activity, and rows of other tables. If one of their conditions fails, everything is read again. */
  items?: readonly TransactItem[];
  /** Conditions that a decision cannot look at. If one of them alone fails, the change is refused. */
  conditions?: readonly Condition[];
  /** The counts of the changed record, for the counters. */
  counts?: readonly [before: Counts, after: Counts] | undefined;
  /** The work that follows the change. */
  outbox?: readonly outbox.Entry[];
  /** Whether a job continues what is not finished. By default it does. */
  continues?: boolean;
  /** The lists that lose rows besides payments. */
  removesFrom?: readonly ListName[];
  answer: T;
};

export type Condition = { item: TransactItem; refusal: () => Refusal };

type Options = ReadingOptions & {
  /** Changes the account in parts first, if the change does not fit into one transaction. */
  inParts?: (account: Account, before: StoredAccount) => void;
  parts?: Pick<PartOptions, "of" | "onPart">;
  /** The refusal of a change that does not fit, and is not stored in parts. */
  tooMany?: () => Refusal;
};

/**
 * The only way to change money. Reads the accounts of some clients, and others if `decide` asks for them, lets `decide`
 * decide what becomes of them, and stores that in one transaction, on the condition that nobody has changed the accounts
 * since. If somebody has, it reads and decides again. `decide` is pure: it can be called again at any time.
 *
 * With `onlyOpen`, only the first try goes without closed charges: what is refused then, or not stored, is decided again with
 * all charges. A charge that seems to be missing can be a closed one.
 * @throws the refusals of `decide` and of its conditions, or Unavailable
 */
export async function changeAccounts<T>(
  ids: readonly string[],
  context: ChangeContext,
  decide: (reading: Reading) => Decision<T>,
  {
    inParts = (account) => bringUpToDate(account, context.today),
    parts,
    tooMany,
    withClients,
    onlyOpen,
  }: Options = {},
): Promise<T> {
  let isInParts = false;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const reading = await Reading.of(ids, { withClients, onlyOpen: onlyOpen && tries === 1 });
    const decision = await decided(reading, decide);
    try {
      if (decision && (await storeDecision(decision, context))) return decision.answer;
    } catch (error) {
      if (!(error instanceof TooManyItems)) throw error;
      if (tooMany || isInParts) throw tooMany?.() ?? error;
      const { continues = true } = decision ?? {};
      for (const id of reading.ids) await storeParts(id, context, inParts, { continues, ...parts });
      isInParts = true;
    }
    await pauseBefore(tries);
  }
  throw busy();
}

/** Undefined if it has to be decided again: from accounts that changed while they were read, or lack what it needs. */
async function decided<T>(
  reading: Reading,
  decide: (reading: Reading) => Decision<T>,
): Promise<Decision<T> | undefined> {
  try {
    const decision = await reading.decide(decide);
    const isChange = decision.changes.length > 0 || (decision.items ?? []).length > 0;
    return isChange || (await reading.isCurrent()) ? decision : undefined;
  } catch (error) {
    if (error instanceof ClosedChargesNeeded) return undefined;
    if (error instanceof Refusal && (reading.lacksClosed || !(await reading.isCurrent()))) return undefined;
    throw error;
  }
}

const busy = () =>
  new Unavailable("Others are changing this account at the moment, so nothing was saved. Please try again.");

/** Stores a decision. Returns false if a condition did not hold any more, so that it has to be made again. */
export async function storeDecision(decision: Decision<unknown>, moment: Moment): Promise<boolean> {
  const {
    changes,
    items = [],
    conditions = [],
    counts = [{}, {}],
    removesFrom = [],
    continues = true,
  } = decision;
  const agreed = agreedChanges(
    changes.flatMap((change) => change.agreed),
    moment,
  );
  const continued = changes.filter(({ isUnfinished }) => continues && isUnfinished);
  const following = [
    ...(decision.outbox ?? []),
    ...continued.map(({ client_id }) => continuing(client_id, moment)),
  ].map(outbox.rowOf);
  const removed = new Set([...removesFrom, ...changes.flatMap((change) => change.removesFrom)]);
  // The conditions come first, so that those that failed are found by their place.
  const all = withOneMark([
    ...conditions.map(({ item }) => item),
    ...itemsOf(changes, moment.today),
    ...items,
    ...agreed.records,
    ...counterUpdates(sumOf([counts[0], ...agreed.counts[0]]), sumOf([counts[1], ...agreed.counts[1]])),
    ...(removed.size > 0 ? [removalMark(...removed)] : []),
    ...following.map(outbox.insert),
  ]);
  if (all.length === 0) return true;
  try {
    await transact(all);
  } catch (error) {
    if (isConflict(error)) throw busy();
    if (!(error instanceof TransactionRefused)) throw error;
    const refused = conditions.find((_, at) => error.failed[at]);
    if (refused && !error.failed.slice(conditions.length).includes(true)) throw refused.refusal();
    return false;
  }
  const hasPapers = changes.some(({ papers }) => papers.length > 0);
  await Promise.all([outbox.wake(following), hasPapers ? wakeNumberer() : undefined]);
  return true;
}
