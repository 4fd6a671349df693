/**
 * Exports the tables to files and imports them: `npm run data -- export --stack Mwamba-prod`, `import --from folder`,
 * `recount` (corrects the dashboard's counters, and what subscriptions say of their charges). Without `--stack`, uses the local environment. For restoring, see
 * docs/operations.md, "Restoring".
 */
import { parseArgs } from "node:util";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { setStageRegion } from "../../infra/stages.ts";
import { type Day, dayAt } from "../../shared/day.ts";
import type { TableName } from "../../shared/tables.ts";
import { dataDirectory, fail } from "../command.ts";
import { withCredentialsHelp } from "../preflight/findings.ts";
import { readRunning } from "../start/running.ts";
import { defaultExportFolder, exportTables } from "./export.ts";
import { type Existing, importTables } from "./import.ts";
import { paperProblems } from "./papers.ts";
import { recount } from "./recount.ts";
import { EXPORTED_TABLES, findTables, stackTables, type TableMap, withReplacements } from "./tables.ts";

const USAGE =
  "Use one of: export [--to <folder>], import --from <folder> [--existing keep|overwrite] [--only clients,payments], recount; for a deployed stack, with --stack <name>.";
const log = (line: string) => console.info(`  ${line}`);

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
  if (more.length > 0) throw new Error(USAGE);
  const { client, tableNames, today } = await open(values);
  if (command === "export") {
    const folder = values.to ?? defaultExportFolder(values.stack ?? "local", new Date());
    if (!values.to) log(`to ${folder}`);
    await exportTables(client, withReplacements(tableNames, values.table), folder, log);
  } else if (command === "import" && values.from && isExisting(values.existing)) {
    const { existing } = values;
    await importTables(client, tableNames, values.from, { existing, only: readOnly(values.only), log });
    await correctCounters(client, tableNames, today);
  } else if (command === "recount") await correctCounters(client, tableNames, today);
  else throw new Error(USAGE);
} catch (error) {
  fail(withCredentialsHelp(error));
}

async function correctCounters(client: DynamoDBClient, tableNames: TableMap, today: Day): Promise<void> {
  const corrected = await recount(client, tableNames, today);
  log(
    corrected.length > 0
      ? `corrected: ${corrected.join("; ")}`
      : "the dashboard's counters and what subscriptions say of their charges are right",
  );
  for (const problem of await paperProblems(client, tableNames)) log(`look at this: ${problem}`);
}

async function open({ stack, directory }: { stack?: string; directory?: string }) {
  if (stack !== undefined) {
    setStageRegion(stack);
    return {
      client: new DynamoDBClient({}),
      tableNames: await stackTables(new CloudFormationClient({}), stack),
      today: dayAt(Date.now()),
    };
  }
  const running = readRunning(dataDirectory(directory));
  if (!running)
    throw new Error("Nothing is running. Start it with npm start, or use --stack for a deployed stack.");
  const { region, awsEndpoint: endpoint, credentials, aheadMs } = running;
  const client = new DynamoDBClient({ region, endpoint, credentials });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  return {
    client,
    tableNames: findTables(TableNames.map((name) => [name, name])),
    today: dayAt(Date.now() + aheadMs),
  };
}

function isExisting(text: string): text is Existing {
  return text === "refuse" || text === "keep" || text === "overwrite";
}

function readOnly(only: string | undefined): TableName[] {
  const selected = only?.split(",") ?? EXPORTED_TABLES;
  const unknown = selected.find((name) => !EXPORTED_TABLES.includes(name as TableName));
  if (unknown !== undefined)
    throw new Error(`There is no table of ${unknown}. Choose from ${EXPORTED_TABLES.join(", ")}.`);
  return selected as TableName[];
}
