import { type CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { type TableName, tables } from "../../shared/tables.ts";

/** Each table's physical name. */
export type TableMap = Record<TableName, string>;

/** All but the tables with short-lived rows. */
export const EXPORTED_TABLES = (Object.keys(tables) as TableName[]).filter(
  (name) => !("noBackup" in tables[name]),
);

/**
 * The tables of a stack, found by the logical ids of infra/data.ts ("DataClients" and a hash).
 * @throws Error when one is missing
 */
export async function stackTables(
  client: CloudFormationClient,
  StackName: string,
  names = EXPORTED_TABLES,
): Promise<TableMap> {
  const tablesInStack: [logical: string, physical: string][] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const { ResourceType, LogicalResourceId = "", PhysicalResourceId = "" } of StackResourceSummaries)
      if (ResourceType === "AWS::DynamoDB::Table")
        tablesInStack.push([LogicalResourceId, PhysicalResourceId]);
  return findTables(tablesInStack, names);
}

/** @throws Error when a table is missing */
export function findTables(
  candidates: [logical: string, physical: string][],
  names = EXPORTED_TABLES,
): TableMap {
  const physicalName = (name: TableName) => {
    const id = new RegExp(`^Data${name}[0-9A-F]{8}$`, "i");
    const table = candidates.find(([logical]) => id.test(logical));
    if (!table) throw new Error(`The table of ${name} is missing.`);
    return table[1];
  };
  return Object.fromEntries(names.map((name) => [name, physicalName(name)])) as TableMap;
}

/** `--table clients=Name` uses another table instead, for example a restored one. */
export function withReplacements(tableNames: TableMap, options: string[]): TableMap {
  const replacements = options.map((pair) => pair.split("=") as [TableName, string | undefined]);
  for (const [name, physical] of replacements)
    if (!(name in tables) || !physical)
      throw new Error(`Use --table <one of ${EXPORTED_TABLES.join(", ")}>=<its name>.`);
  return { ...tableNames, ...Object.fromEntries(replacements) };
}
