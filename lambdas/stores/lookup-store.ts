import { createHash } from "node:crypto";
import { clientKeys } from "../../shared/billing/matching/lookups.ts";
import type { Client } from "../../shared/clients/client.ts";
import { addressKey } from "../../shared/people/address-key.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { type TransactItem, table } from "../platform/dynamo/database.ts";

// Rows that say which clients have a payment reference, phone number, name or email, so that a payment or an import finds
// its client without a scan. They change in the transaction of the client. The row of a reference stays for ever (reference-store.ts).

/**
 * `address`: a normalised address, if it is a former one, or differs from the present one. `copy`: the normalised address of
 * somebody who gets copies, who is not the client.
 */
export type LookupKind = "reference" | "phone" | "name" | "email" | "address" | "copy";

export const lookupKey = (kind: LookupKind, value: string): string => `${kind}#${value}`;

type LookedUp = Pick<
  Client,
  "id" | "name" | "email" | "company" | "phone" | "sample" | "erased_at" | "copies"
> & {
  former_emails?: string[] | undefined;
};

export const lookupKeysOf = (client: LookedUp | undefined): string[] => {
  if (!client || client.sample || client.erased_at) return [];
  const { phones, names } = clientKeys(client);
  const email = client.email.toLowerCase();
  const addresses = [email, ...(client.former_emails ?? [])].map(addressKey);
  return [
    ...phones.map((phone) => lookupKey("phone", phone)),
    ...names.map((name) => lookupKey("name", name)),
    ...(email ? [lookupKey("email", email)] : []),
    ...new Set(addresses.filter((key) => key && key !== email).map((key) => lookupKey("address", key))),
    ...new Set((client.copies ?? []).map((copy) => lookupKey("copy", addressKey(copy.email)))),
  ];
};

const TableName = () => table("lookups");
const ADDITION = "ADD clients :ids";

export const isLookupAddition = ({ Update }: TransactItem): boolean => Update?.UpdateExpression === ADDITION;

/** The keys that a changed or erased client leaves. */
export function keysLeft(before: LookedUp | undefined, after: LookedUp): string[] {
  const keptKeys = lookupKeysOf(after);
  return lookupKeysOf(before).filter((key) => !keptKeys.includes(key));
}

/** The transaction items that follow from a new, changed or erased client. */
export const lookupItems = async (before: LookedUp | undefined, after: LookedUp): Promise<TransactItem[]> =>
  lookupChanges(before, after, await readLookups(keysLeft(before, after)));

/** The same, with the rows of the keys that the client leaves. */
export function lookupChanges(
  before: LookedUp | undefined,
  after: LookedUp,
  rows: readonly LookupRow[],
): TransactItem[] {
  const knownKeys = lookupKeysOf(before);
  const ids = new Set([after.id]);
  return [
    ...lookupKeysOf(after)
      .filter((key) => !knownKeys.includes(key))
      .map(
        (key): TransactItem => ({
          Update: {
            TableName: TableName(),
            Key: { key },
            UpdateExpression: ADDITION,
            ExpressionAttributeValues: { ":ids": ids },
          },
        }),
      ),
    ...rows.map((row) => leave(row, ids)),
  ];
}

/** The transaction items by which several clients leave their rows: one for each row. */
export async function leavingItems(
  leaving: readonly { id: string; keys: readonly string[] }[],
): Promise<TransactItem[]> {
  const rows = await readLookups([...new Set(leaving.flatMap(({ keys }) => keys))]);
  return rows.map((row) =>
    leave(row, new Set(leaving.filter(({ keys }) => keys.includes(row.key)).map(({ id }) => id))),
  );
}

/** A row of no client any more is deleted, as its key is personal data. */
function leave({ key, clients }: LookupRow, leaving: Set<string>): TransactItem {
  const unchangedRow = { TableName: TableName(), Key: { key }, ConditionExpression: "clients = :seen" };
  const values = { ":seen": clients };
  if (clients.isSubsetOf(leaving)) return { Delete: { ...unchangedRow, ExpressionAttributeValues: values } };
  return {
    Update: {
      ...unchangedRow,
      UpdateExpression: "DELETE clients :leaving",
      ExpressionAttributeValues: { ...values, ":leaving": leaving },
    },
  };
}

const erasedKey = (email: string): string =>
  `erased#${createHash("sha256").update(email.toLowerCase()).digest("base64url")}`;

/** The transaction item by which imports know, without the address, that its client was erased. */
export const markErased = (email: string): TransactItem => ({
  Put: { TableName: TableName(), Item: { key: erasedKey(email), clients: new Set(["erased"]) } },
});

/** The addresses, in lower case, whose clients were erased. */
export async function erasedAmong(emails: readonly string[]): Promise<Set<string>> {
  const byKey = new Map(emails.map((email) => [erasedKey(email), email.toLowerCase()]));
  const rows = await readLookups([...byKey.keys()]);
  return new Set(rows.flatMap(({ key }) => byKey.get(key) ?? []));
}

export type LookupRow = { key: string; clients: Set<string> };

export const readLookups = async (keys: readonly string[]): Promise<LookupRow[]> =>
  (await batchGet(
    "lookups",
    keys.map((key) => ({ key })),
  )) as LookupRow[];

/** The ids of the clients with these references, phone numbers, names and emails, by each of them. */
export async function clientsWith(
  values: Partial<Record<LookupKind, Iterable<string>>>,
): Promise<Record<LookupKind, Map<string, string[]>>> {
  const idsByKind: Record<LookupKind, Map<string, string[]>> = {
    reference: new Map(),
    phone: new Map(),
    name: new Map(),
    email: new Map(),
    address: new Map(),
    copy: new Map(),
  };
  const kinds = Object.keys(idsByKind) as LookupKind[];
  const rows = await readLookups(
    kinds.flatMap((kind) => [...new Set(values[kind] ?? [])].map((value) => lookupKey(kind, value))),
  );
  for (const { key, clients } of rows) {
    const at = key.indexOf("#");
    idsByKind[key.slice(0, at) as LookupKind].set(key.slice(at + 1), [...clients].sort());
  }
  return idsByKind;
}
