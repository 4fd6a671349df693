/**
 * The tables as files, and back: `npm run data -- export --stack Mwamba-prod --to folder`, `import --from folder`,
 * `recount` (the dashboard's counters). Without `--stack`, those of the environment running here. How it serves a
 * restoration stands in docs/operations.md, "Restoring".
 */
import { parseArgs } from "node:util";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import type { TableName } from "../../shared/tables.ts";
import { directoryOf, fail } from "../command.ts";
import { goWhereItStands } from "../deploy/stage-settings.ts";
import { explained } from "../preflight/findings.ts";
import { readRunning } from "../start/running.ts";
import { exportTables } from "./export.ts";
import { type Existing, importTables } from "./import.ts";
import { recount } from "./recount.ts";
import { names, type Places, placesAmong, replaced, tablesOf } from "./tables.ts";

const usage =
  "Say one of: export --to <folder>, import --from <folder> [--existing keep|overwrite] [--only clients,renewals], recount; for a deployed stack, with --stack <name>.";
const say = (line: string) => console.info(`  ${line}`);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stack: { type: "string" },
      directory: { type: "string" },
      to: { type: "string" },
      from: { type: "string" },
      only: { type: "string" },
      existing: { type: "string", default: "refuse" },
      table: { type: "string", multiple: true, default: [] },
    },
  });
  const [command, ...more] = positionals;
  if (more.length > 0) throw new Error(usage);
  const { client, places } = await open(values);
  if (command === "export" && values.to) {
    await exportTables(client, replaced(places, values.table), values.to, say);
  } else if (command === "import" && values.from && isExisting(values.existing)) {
    const { existing } = values;
    await importTables(client, places, values.from, { existing, only: chosen(values.only), say });
    await count(client, places);
  } else if (command === "recount") await count(client, places);
  else throw new Error(usage);
} catch (error) {
  fail(explained(error));
}

async function count(client: DynamoDBClient, places: Places): Promise<void> {
  const corrected = await recount(client, places);
  say(
    corrected.length > 0
      ? `counted anew: ${corrected.join("; ")}`
      : "the dashboard's counters and what is paid in part are right",
  );
}

async function open({ stack, directory }: { stack?: string; directory?: string }) {
  if (stack !== undefined) {
    goWhereItStands(stack);
    return { client: new DynamoDBClient({}), places: await tablesOf(new CloudFormationClient({}), stack) };
  }
  const running = readRunning(directoryOf(directory));
  if (!running)
    throw new Error("Nothing runs here: start it with npm start, or name a deployed stack with --stack.");
  const { region, awsEndpoint: endpoint, credentials } = running;
  const client = new DynamoDBClient({ region, endpoint, credentials });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  return { client, places: placesAmong(TableNames.map((name) => [name, name])) };
}

function isExisting(text: string): text is Existing {
  return text === "refuse" || text === "keep" || text === "overwrite";
}

function chosen(only: string | undefined): TableName[] {
  const wanted = only?.split(",") ?? names;
  const unknown = wanted.find((name) => !names.includes(name as TableName));
  if (unknown !== undefined)
    throw new Error(`There is no table of ${unknown}: choose among ${names.join(", ")}.`);
  return wanted as TableName[];
}
