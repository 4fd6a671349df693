/** The template's tables. */

import type { Template } from "../template/template.ts";
import { openTables, type TableDefinition, type Tables } from "./tables.ts";

export async function openTableService(
  template: Template,
  given: { directory?: string; now(): number },
): Promise<Tables> {
  const tables = await openTables(given);
  const definitions = template
    .all<TableDefinition>("AWS::DynamoDB::Table")
    .map(({ name, properties }) => ({ ...properties, TableName: name }));
  try {
    await tables.create(definitions);
  } catch (error) {
    await tables.close();
    throw error;
  }
  return tables;
}
