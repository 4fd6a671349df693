/**
 * People of the back-office, from the terminal:
 * `npm run staff -- invite someone@example.com --role admin --name "First Last"`, `list`, `disable`, `enable` or `reset-mfa`;
 * on this machine, or with `--stack Name` in a deployed stack.
 */
import { parseArgs } from "node:util";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Author } from "../../lambdas/occasion.ts";
import type { TableName } from "../../shared/tables.ts";
import { directoryOf, fail } from "../command.ts";
import { placesAmong, tablesOf } from "../data/tables.ts";
import { readStackOutputs } from "../stack-outputs.ts";
import { readRunning } from "../start/running.ts";
import { disable, enable, invite, list, resetMfa, type StaffPool } from "./commands.ts";

const usage =
  'Say one of: invite <e-mail> --role <role> [--name "First Last"], list, disable <e-mail>, enable <e-mail>, reset-mfa <e-mail>; for a deployed stack, with --stack <name>.';

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
  if (command === undefined || more.length > 0) throw new Error(usage);
  if (command === "list") return list(await openPool(values));
  const commands = { invite, disable, enable, "reset-mfa": resetMfa };
  if (!(command in commands) || email === undefined) throw new Error(usage);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error(`“${email}” is no e-mail address.`);
  return commands[command as keyof typeof commands](await openPool(values), email, values);
}

/** The pool of the running environment, or of a deployed stack with the credentials of the shell. */
async function openPool({ stack, directory }: { stack?: string; directory?: string }): Promise<StaffPool> {
  if (stack !== undefined) {
    const { UserPoolId } = await readStackOutputs(stack);
    if (!UserPoolId) throw new Error(`The stack ${stack} has no output UserPoolId.`);
    const region = UserPoolId.split("_")[0] ?? "";
    const database = writing(new DynamoDBClient({ region }));
    const { staff: table, activity } = await tablesOf(new CloudFormationClient({ region }), stack, wanted);
    return {
      cognito: new CognitoIdentityProviderClient({ region }),
      userPoolId: UserPoolId,
      rows: { database, table, activity },
      author: await callerOf(new STSClient({ region, maxAttempts: 2 })),
    };
  }
  const running = readRunning(directoryOf(directory));
  if (!running)
    throw new Error("Nothing runs here: start it with npm start, or name a deployed stack with --stack.");
  const where = {
    region: running.region,
    endpoint: running.awsEndpoint,
    credentials: running.credentials,
  };
  const database = new DynamoDBClient(where);
  const { TableNames = [] } = await database.send(new ListTablesCommand({}));
  const found = TableNames.map((name): [string, string] => [name, name]);
  const { staff: table, activity } = placesAmong(found, wanted);
  return {
    cognito: new CognitoIdentityProviderClient(where),
    userPoolId: running.userPoolId,
    rows: { database: writing(database), table, activity },
    author: terminal,
  };
}

/** As the functions write. */
const writing = (client: DynamoDBClient) =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const wanted: TableName[] = ["staff", "activity"];
const terminal: Author = { by: "terminal", called: "Terminal", email: "" };

/** Whose credentials the shell has: `arn:aws:sts::123:assumed-role/Admin/kim` is “Terminal (kim)”. */
async function callerOf(sts: STSClient): Promise<Author> {
  try {
    const { Arn: by = terminal.by } = await sts.send(new GetCallerIdentityCommand({}));
    const name = by.split(/[/:]/).at(-1);
    return { ...terminal, by, called: `${terminal.called} (${name})` };
  } catch {
    return terminal;
  }
}

try {
  console.info(await run(process.argv.slice(2)));
} catch (error) {
  fail(error);
}
