import { type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { namesPayer } from "../../shared/payments/statement-line.ts";
import type { TableName } from "../../shared/tables.ts";
import type { Row } from "./digest.ts";

/**
 * Returns a filter for exported rows of people who have been erased in the target since the export.
 * It covers what erasing a client deletes. `exportedClients` has the erased people's names and addresses.
 */
export async function erasedRowFilter(
  client: DynamoDBClient,
  clientsTable: string,
  exportedClients: Row[],
): Promise<(name: TableName, row: Row) => boolean> {
  const ids = new Set<string>();
  const scan = {
    TableName: clientsTable,
    FilterExpression: "attribute_exists(erased_at)",
    ProjectionExpression: "id",
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateScan({ client }, scan))
    for (const row of Items) ids.add(textOf(row, "id"));
  const people = exportedClients.filter((row) => ids.has(textOf(row, "id")));
  const emails = new Set(people.map((row) => textOf(row, "email").toLowerCase()).filter(Boolean));
  const payers = people.map((row) => ({
    phone: textOf(row, "phone"),
    payment_reference: textOf(row, "payment_reference"),
  }));

  return (name, row) => {
    if (name === "clients") return ids.has(textOf(row, "id"));
    if (name === "messages") return emails.has(textOf(row, "email").toLowerCase());
    if (name !== "activity") return false;
    const line = row.line?.M;
    if (line) {
      const payerOnLine = { account: textOf(line, "account"), phone: textOf(line, "phone") };
      return payers.some((payer) => namesPayer(payerOnLine, payer));
    }
    return (
      ids.has(textOf(row, "subject")) &&
      /^(client-|note$)/.test(textOf(row, "kind")) &&
      ["before", "after", "text"].some((field) => row[field])
    );
  };
}

const textOf = (row: Row, field: string): string => row[field]?.S ?? "";
