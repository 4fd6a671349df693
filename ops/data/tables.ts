import { type CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { type TableName, tables } from "../../shared/tables.ts";

/** What each table is called where it stands. */
export type Places = Record<TableName, string>;

/** Those that are worth a copy. */
export const names = (Object.keys(tables) as TableName[]).filter((name) => !("passing" in tables[name]));

/**
 * The tables of a stack, by the logical ids that infra/data.ts gives them ("DataClients" and a hash).
 * @throws Error when one is not there
 */
export async function tablesOf(
  client: CloudFormationClient,
  StackName: string,
  wanted = names,
): Promise<Places> {
  const found: [logical: string, physical: string][] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const { ResourceType, LogicalResourceId = "", PhysicalResourceId = "" } of StackResourceSummaries)
      if (ResourceType === "AWS::DynamoDB::Table") found.push([LogicalResourceId, PhysicalResourceId]);
  return placesAmong(found, wanted);
}

export function placesAmong(found: [logical: string, physical: string][], wanted = names): Places {
  const place = (name: TableName) => {
    const id = new RegExp(`^Data${name}[0-9A-F]{8}$`, "i");
    const [one] = found.filter(([logical]) => id.test(logical));
    if (!one) throw new Error(`There is no table of ${name} here.`);
    return one[1];
  };
  return Object.fromEntries(wanted.map((name) => [name, place(name)])) as Places;
}

/** `--table clients=Name` puts another table in a table's place, as one that was restored. */
export function replaced(places: Places, given: string[]): Places {
  const other = given.map((pair) => pair.split("=") as [TableName, string | undefined]);
  for (const [name, physical] of other)
    if (!(name in tables) || !physical)
      throw new Error(`Say --table <one of ${names.join(", ")}>=<its name>.`);
  return { ...places, ...Object.fromEntries(other) };
}
