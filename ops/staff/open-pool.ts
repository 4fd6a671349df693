import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Environment } from "aws-local";
import type { Actor } from "../../lambdas/platform/change-context.ts";
import type { TableName } from "../../shared/tables.ts";
import { findTables, stackTables } from "../data/tables.ts";
import { readStackOutputs } from "../stack-outputs.ts";
import type { StaffPool } from "./commands.ts";

/** A deployed stack, with the shell's credentials. */
export async function stackPool(stack: string): Promise<StaffPool> {
  const { UserPoolId } = await readStackOutputs(stack);
  if (!UserPoolId) throw new Error(`The stack ${stack} has no output UserPoolId.`);
  const region = UserPoolId.split("_")[0] ?? "";
  const database = documentClient(new DynamoDBClient({ region }));
  const {
    staff: table,
    activity,
    messages,
  } = await stackTables(new CloudFormationClient({ region }), stack, TABLES);
  return {
    cognito: new CognitoIdentityProviderClient({ region }),
    userPoolId: UserPoolId,
    rows: { database, table, activity },
    messages,
    actor: await callerOf(new STSClient({ region, maxAttempts: 2 })),
  };
}

/** The local environment. */
export async function localPool({
  region,
  awsEndpoint: endpoint,
  credentials,
  userPoolId,
}: Pick<Environment, "region" | "awsEndpoint" | "credentials" | "userPoolId">): Promise<StaffPool> {
  const config = { region, endpoint, credentials };
  const database = new DynamoDBClient(config);
  const { TableNames = [] } = await database.send(new ListTablesCommand({}));
  const tables = TableNames.map((name): [string, string] => [name, name]);
  const { staff: table, activity, messages } = findTables(tables, TABLES);
  return {
    cognito: new CognitoIdentityProviderClient(config),
    userPoolId,
    rows: { database: documentClient(database), table, activity },
    messages,
    actor: terminal,
  };
}

/** With the same options as the functions. */
const documentClient = (client: DynamoDBClient) =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const TABLES: TableName[] = ["staff", "activity", "messages"];
const terminal: Actor = { id: "terminal", name: "Terminal", email: "" };

/** The owner of the shell's credentials: `arn:aws:sts::123:assumed-role/Admin/kim` is “Terminal (kim)”. */
async function callerOf(sts: STSClient): Promise<Actor> {
  try {
    const { Arn: id = terminal.id } = await sts.send(new GetCallerIdentityCommand({}));
    const user = id.split(/[/:]/).at(-1);
    return { ...terminal, id, name: `${terminal.name} (${user})` };
  } catch {
    return terminal;
  }
}
