/**
 * Manages staff from the terminal:
 * `npm run staff -- invite someone@example.com --role admin --name "First Last"`, `list`, `disable`, `enable` or `reset-mfa`;
 * in the local environment, or with `--stack Name` in a deployed stack.
 */
import { parseArgs } from "node:util";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Actor } from "../../lambdas/platform/change-context.ts";
import type { TableName } from "../../shared/tables.ts";
import { dataDirectory, fail } from "../command.ts";
import { findTables, stackTables } from "../data/tables.ts";
import { readStackOutputs } from "../stack-outputs.ts";
import { readRunning } from "../start/running.ts";
import { disable, enable, invite, list, resetMfa, type StaffPool } from "./commands.ts";

const USAGE =
  'Use one of: invite <email> --role <role> [--name "First Last"], list, disable <email>, enable <email>, reset-mfa <email>; for a deployed stack, with --stack <name>.';

async function run(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: "string" },
      name: { type: "string" },
      stack: { type: "string" },
      directory: { type: "string" },
    },
  });
  const [command, email, ...more] = positionals;
  if (command === undefined || more.length > 0) throw new Error(USAGE);
  if (command === "list") return list(await openPool(values));
  const commands = { invite, disable, enable, "reset-mfa": resetMfa };
  if (!(command in commands) || email === undefined) throw new Error(USAGE);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error(`“${email}” is not an email address.`);
  return commands[command as keyof typeof commands](await openPool(values), email, values);
}

/** The local environment, or a deployed stack with the shell's credentials. */
async function openPool({ stack, directory }: { stack?: string; directory?: string }): Promise<StaffPool> {
  if (stack !== undefined) {
    const { UserPoolId } = await readStackOutputs(stack);
    if (!UserPoolId) throw new Error(`The stack ${stack} has no output UserPoolId.`);
    const region = UserPoolId.split("_")[0] ?? "";
    const database = documentClient(new DynamoDBClient({ region }));
    const { staff: table, activity } = await stackTables(new CloudFormationClient({ region }), stack, TABLES);
    return {
      cognito: new CognitoIdentityProviderClient({ region }),
      userPoolId: UserPoolId,
      rows: { database, table, activity },
      actor: await callerOf(new STSClient({ region, maxAttempts: 2 })),
    };
  }
  const running = readRunning(dataDirectory(directory));
  if (!running)
    throw new Error("Nothing is running. Start it with npm start, or use --stack for a deployed stack.");
  const config = {
    region: running.region,
    endpoint: running.awsEndpoint,
    credentials: running.credentials,
  };
  const database = new DynamoDBClient(config);
  const { TableNames = [] } = await database.send(new ListTablesCommand({}));
  const tables = TableNames.map((name): [string, string] => [name, name]);
  const { staff: table, activity } = findTables(tables, TABLES);
  return {
    cognito: new CognitoIdentityProviderClient(config),
    userPoolId: running.userPoolId,
    rows: { database: documentClient(database), table, activity },
    actor: terminal,
  };
}

/** With the same options as the functions. */
const documentClient = (client: DynamoDBClient) =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const TABLES: TableName[] = ["staff", "activity"];
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

try {
  console.info(await run(process.argv.slice(2)));
} catch (error) {
  fail(error);
}
