import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import { Row } from "../../lambdas/stores/client-store.ts";
import { lookupKey, lookupKeysOf } from "../../lambdas/stores/lookup-store.ts";
import type { TableMap } from "./tables.ts";

/** Corrects the rows that find a client by phone number, name, email or reference. References of clients that are gone stay. */
export async function correctLookups(
  client: DynamoDBDocumentClient,
  { clients, lookups: TableName }: TableMap,
): Promise<string[]> {
  const rows = async (TableName: string) =>
    (await Array.fromAsync(paginateScan({ client }, { TableName, ConsistentRead: true }))).flatMap(
      ({ Items = [] }) => Items,
    );
  const expected = new Map<string, Set<string>>();
  for (const item of await rows(clients)) {
    const { data: row } = Row.safeParse(item);
    const reference = row?.payment_reference;
    for (const key of [...lookupKeysOf(row), ...(reference ? [lookupKey("reference", reference)] : [])])
      expected.set(key, (expected.get(key) ?? new Set()).add(item.id));
  }
  let corrected = 0;
  for (const { key, clients } of await rows(TableName)) {
    const right = expected.get(key);
    expected.delete(key);
    if (/^(reference|erased)#/.test(key) || (right && right.symmetricDifference(clients).size === 0))
      continue;
    corrected += 1;
    if (right) await client.send(new PutCommand({ TableName, Item: { key, clients: right } }));
    else await client.send(new DeleteCommand({ TableName, Key: { key } }));
  }
  for (const [key, clients] of expected)
    await client.send(new PutCommand({ TableName, Item: { key, clients } }));
  corrected += expected.size;
  return corrected > 0 ? [`${corrected} rows by which payments and imports find their client`] : [];
}
