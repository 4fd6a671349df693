import { type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { codeOf } from "../../shared/billing/matching/codes.ts";
import { isOfPayer } from "../../shared/billing/matching/payer.ts";
import { addressKey } from "../../shared/people/address-key.ts";
import type { TableName } from "../../shared/tables.ts";
import type { Row } from "./digest.ts";
import type { TableMap } from "./tables.ts";

/** The clients that were erased since an instant, by their rows and by the activity, and how often people's records were. */
export async function erasedSince(
  client: DynamoDBClient,
  { clients, activity }: Pick<TableMap, "clients" | "activity">,
  since = "0",
): Promise<{ ids: Set<string>; otherErasures: number }> {
  const ids = new Set<string>();
  let otherErasures = 0;
  const find = async (TableName: string, instant: string, record: (row: Row) => void) => {
    const scan = {
      TableName,
      FilterExpression: "#instant > :since",
      ExpressionAttributeNames: { "#instant": instant },
      ExpressionAttributeValues: { ":since": { S: since } },
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateScan({ client }, scan)) Items.forEach(record);
  };
  await find(clients, "erased_at", (row) => ids.add(textOf(row, "id")));
  // The row of a table that was lost can be older than the erasure.
  await find(activity, "at", (row) => {
    if (textOf(row, "kind") === "client-erased") ids.add(textOf(row, "subject"));
    if (textOf(row, "kind") === "person-erased") otherErasures += 1;
  });
  return { ids, otherErasures };
}

/**
 * Returns what is left of an exported row, without what has been erased in the target since the export; undefined if nothing
 * is. It covers what erasing a client deletes. `exportedClients` has the erased people's names and addresses.
 */
export function withoutErased(
  ids: ReadonlySet<string>,
  exportedClients: Row[],
): (name: TableName, row: Row) => Row | undefined {
  const people = exportedClients.filter((row) => ids.has(textOf(row, "id")));
  const emails = new Set(
    people
      .flatMap((row) => [textOf(row, "email"), ...(row.former_emails?.L ?? []).map(({ S = "" }) => S)])
      .map(addressKey)
      .filter(Boolean),
  );
  const payers = people.map((row) => ({
    phone: textOf(row, "phone"),
    payment_reference: textOf(row, "payment_reference"),
  }));
  const isErased: { [name in TableName]?: (row: Row) => boolean } = {
    clients: (row) => ids.has(textOf(row, "id")),
    messages: (row) => emails.has(addressKey(textOf(row, "email"))),
    activity: (row) =>
      ids.has(textOf(row, "subject")) && ["before", "after", "text"].some((field) => row[field]),
  };
  /** Texts of their other records. What accounts repeat of open charges is counted again afterwards. */
  const personal: { [name in TableName]?: [owner: string, ...fields: string[]] } = {
    subscriptions: ["client_id", "service"],
    accounts: ["client_id", "open"],
    charges: ["client_id", "service"],
    reminders: ["client_id", "service"],
    imports: ["record_id", "name", "cells", "changes", "before", "why"],
  };
  return (name, row) => {
    if (isErased[name]?.(row)) return undefined;
    if (name === "payments") return withoutPayer(row, ids, payers);
    const [owner = "", ...fields] = personal[name] ?? [];
    if (ids.has(textOf(row, owner)))
      return {
        ...without(row, fields),
        ...(name === "imports" && { name: { S: "" } }),
        ...(row.adjustments && { adjustments: withoutReasons(row.adjustments) }),
      };
    return name === "lookups" ? withoutClients(row, ids) : row;
  };
}

const withoutReasons = ({ L = [] }: Row[string]): Row[string] => ({
  L: L.map(({ M = {} }) => ({ M: without(M, ["why"]) })),
});

const payerFields = ["payer", "phone", "account", "details"] as const;

function withoutPayer(row: Row, ids: ReadonlySet<string>, payers: Parameters<typeof isOfPayer>[1][]): Row {
  const texts = Object.fromEntries(payerFields.map((name) => [name, textOf(row, name)]));
  const isTheirs = row.client_id
    ? ids.has(textOf(row, "client_id"))
    : payers.some((payer) => isOfPayer(texts, payer));
  if (!isTheirs) return row;
  const isCode = codeOf(textOf(row, "reference"), undefined) !== undefined;
  return {
    ...without(row, [...payerFields, "bank_code"]),
    ...(row.reference && !isCode && { reference: { S: "" } }),
  };
}

const without = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)));

/** The rows of payment references stay, so that none is used again. */
function withoutClients(row: Row, ids: ReadonlySet<string>): Row | undefined {
  if (textOf(row, "key").startsWith("reference#")) return row;
  const remainingIds = (row.clients?.SS ?? []).filter((id) => !ids.has(id));
  return remainingIds.length > 0 ? { ...row, clients: { SS: remainingIds } } : undefined;
}

const textOf = (row: Row, field: string): string => row[field]?.S ?? "";
