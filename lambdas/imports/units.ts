import type { ListName } from "../../shared/list-page.ts";
import type { AccountItems } from "../ledger/account-items.ts";
import { type Decision, storeDecision } from "../ledger/change-accounts.ts";
import { type Counts, sumOf } from "../platform/dynamo/counters.ts";
import type { TransactItem } from "../platform/dynamo/database.ts";
import { TooManyItems } from "../platform/http/refusals.ts";
import type { Moment } from "../platform/moment.ts";
import type { Row } from "../stores/import-store.ts";
import { isLookupAddition, leavingItems } from "../stores/lookup-store.ts";

/** The unit of one row, or of several rows of one client, is stored in one transaction. */
export type Unit = {
  /** The rows as they are afterwards. */
  rows: Row[];
  items: TransactItem[];
  /** The accounts that change. */
  changes?: readonly AccountItems[];
  /** A client that leaves its look-up rows. */
  leaving?: { id: string; keys: string[] };
  /** The list that loses a record. */
  removesFrom?: ListName;
  counts?: [before: Counts, after: Counts] | undefined;
};

const PARALLEL_TRANSACTIONS = 3;

/** Leaves room for the counters and for sums by month in a transaction of 100 items. */
const MAX_ITEMS = 84;
const MAX_ITEMS_WITH_ACCOUNTS = 66;

/**
 * Stores units, as many in a transaction as fit. Returns those that were not stored, because somebody else changed a
 * record in between, or another unit of the same transaction was refused.
 */
export async function storeUnits(units: readonly Unit[], moment: Moment): Promise<Unit[]> {
  const refused: Unit[] = [];
  const groups = groupsOf(units).values();
  const work = async () => {
    for (const group of groups) {
      try {
        if (!(await storeDecision(await decisionOf(group), moment))) refused.push(...group);
      } catch (error) {
        if (!(error instanceof TooManyItems)) throw error;
        refused.push(...group);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_TRANSACTIONS }, work));
  return refused;
}

/** Stores one unit. False if somebody else changed a record in between. @throws TooManyItems */
export const storeUnit = async (unit: Unit, moment: Moment): Promise<boolean> =>
  storeDecision(await decisionOf([unit]), moment);

async function decisionOf(group: readonly Unit[]): Promise<Decision<void>> {
  const counts = group.flatMap((unit) => (unit.counts ? [unit.counts] : []));
  return {
    changes: group.flatMap(({ changes }) => changes ?? []),
    items: [
      ...withSharedLookups(group.flatMap(({ items }) => items)),
      ...(await leavingItems(group.flatMap(({ leaving }) => leaving ?? []))),
    ],
    counts: [sumOf(counts.map(([before]) => before)), sumOf(counts.map(([, after]) => after))],
    removesFrom: group.flatMap(({ removesFrom }) => removesFrom ?? []),
    answer: undefined,
  };
}

type Group = { units: Unit[]; size: number; written: Set<string>; added: Set<string> };

/** Groups that fit into one transaction, which cannot write an item twice. */
function groupsOf(units: readonly Unit[]): Unit[][] {
  const groups: Group[] = [];
  for (const unit of units) {
    const { changes = [] } = unit;
    const all = [...unit.items, ...changes.flatMap(({ ownItems }) => ownItems)];
    const written = new Set(all.filter((item) => !isLookupAddition(item)).map(keyOf));
    const added = new Set(all.filter(isLookupAddition).map(keyOf));
    const maxItems = changes.length > 0 ? MAX_ITEMS_WITH_ACCOUNTS : MAX_ITEMS;
    const last = groups.at(-1);
    const isFree =
      last?.written.isDisjointFrom(written) &&
      last.written.isDisjointFrom(added) &&
      last.added.isDisjointFrom(written);
    const size = all.length + (unit.leaving?.keys.length ?? 0);
    if (last && isFree && last.size + size <= maxItems) {
      last.units.push(unit);
      last.size += size;
      for (const key of written) last.written.add(key);
      for (const key of added) last.added.add(key);
    } else groups.push({ units: [unit], size, written, added });
  }
  return groups.map((group) => group.units);
}

function keyOf({ Put, Update, Delete, ConditionCheck }: TransactItem): string {
  const { TableName, Key } = Update ?? Delete ?? ConditionCheck ?? {};
  if (Key) return JSON.stringify([TableName, Object.values(Key)]);
  const keyParts = keyPartsOf((Put?.Item ?? {}) as Record<string, string | undefined>);
  return JSON.stringify([Put?.TableName, keyParts.filter((part) => part !== undefined)]);
}

function keyPartsOf({ id, row, key, client_id, subject, at }: Record<string, string | undefined>) {
  if (id !== undefined) return [id, row];
  return client_id !== undefined ? [client_id, key] : [subject ?? key, at];
}

/** Clients with the same phone number or company are added to its look-up row together. */
function withSharedLookups(items: readonly TransactItem[]): TransactItem[] {
  const additions = new Map<string, Set<string>>();
  const merged = items.filter((item) => {
    if (!isLookupAddition(item)) return true;
    const key = keyOf(item);
    const clients = item.Update?.ExpressionAttributeValues?.[":ids"] as Set<string>;
    const added = additions.get(key);
    for (const id of clients) added?.add(id);
    if (!added) additions.set(key, new Set(clients));
    return !added;
  });
  return merged.map((item) =>
    item.Update && isLookupAddition(item)
      ? {
          Update: { ...item.Update, ExpressionAttributeValues: { ":ids": additions.get(keyOf(item)) } },
        }
      : item,
  );
}
