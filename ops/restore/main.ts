/**
 * Restores tables of a stage (docs/operations.md, "Restoring"):
 * `npm run restore -- --stage prod --table clients --to 2026-12-24T09:00` shows what differs and puts rows back; `--only <ids>`
 * limits it; `--discard` deletes the restored tables. `--deleted` replaces deleted tables. `--from-vault` fills the tables of
 * a new stack. `--drill` runs all of it on this machine.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { BackupClient } from "@aws-sdk/client-backup";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { stackName, vaultStackName } from "../../infra/stack-names.ts";
import { type NamedStage, readStage } from "../../infra/stages.ts";
import { instantOf } from "../../shared/day.ts";
import { type TableName, tables } from "../../shared/tables.ts";
import { fail } from "../command.ts";
import { stackTables } from "../data/tables.ts";
import { confirm } from "../deploy/confirm.ts";
import { withCredentialsHelp } from "../preflight/findings.ts";
import { findStack } from "../preflight/stack-state.ts";
import { RESTORED_TABLES, togetherWith } from "./policies.ts";
import { fillFromVault, replaceDeleted } from "./replace-deleted.ts";
import { discard, type Place, restoreRows } from "./restore.ts";
import type { Vault } from "./sources.ts";

const USAGE =
  "Use one of: --table <name> --to 2026-12-24T09:00 [--only <ids>] [--discard], --deleted, --from-vault [--to <time>], each with --stage <name>; or --drill.";

const { values } = parseArgs({
  options: {
    stage: { type: "string" },
    settings: { type: "string" },
    table: { type: "string" },
    to: { type: "string" },
    only: { type: "string" },
    discard: { type: "boolean" },
    deleted: { type: "boolean" },
    "from-vault": { type: "boolean" },
    drill: { type: "boolean" },
  },
});
try {
  if (values.drill)
    process.exitCode =
      spawnSync("npm", ["test", "--", "ops/restore/drill"], { stdio: "inherit" }).status ?? 1;
  else await run();
} catch (error) {
  fail(withCredentialsHelp(error));
}

async function run(): Promise<void> {
  const { table, to, only } = values;
  const moment = to === undefined ? undefined : instantOf(to);
  if (to !== undefined && !moment)
    throw new Error(`“${to}” is no time such as 2026-12-24T09:00, in Nairobi, or …Z.`);
  const place = await open(readStage(values.stage, values.settings));
  if (values.deleted) return replaceDeleted(place);
  if (values["from-vault"]) return fillFromVault(place, moment ?? new Date());
  const name = table as TableName;
  if (!moment || !table) throw new Error(USAGE);
  if (!RESTORED_TABLES.includes(name))
    throw new Error(`The rows of ${table} cannot be restored. Choose from ${RESTORED_TABLES.join(", ")}.`);
  const names = togetherWith(name);
  if (values.discard) return discard(place, names, moment);
  return restoreRows(place, names, moment, {
    only: only === undefined ? undefined : new Set(only.split(",")),
  });
}

async function open(stage: NamedStage): Promise<Place> {
  const { region, name } = stage;
  const cloudformation = new CloudFormationClient({ region });
  const stack = stackName(stage);
  const { Stacks } = await cloudformation.send(new DescribeStacksCommand({ StackName: stack }));
  const copies = await findStack({ cloudformation }, vaultStackName(stage));
  const vaults = [Stacks?.[0], copies].flatMap((described): Vault[] => {
    const outputs = Object.fromEntries(
      (described?.Outputs ?? []).map(({ OutputKey, OutputValue = "" }) => [OutputKey, OutputValue]),
    );
    return outputs.VaultName ? [{ name: outputs.VaultName, restoreRole: outputs.RestoreRole ?? "" }] : [];
  });
  return {
    client: new DynamoDBClient({ region }),
    backup: new BackupClient({ region }),
    stack,
    tableNames: await stackTables(cloudformation, stack, Object.keys(tables) as TableName[]),
    tags: Stacks?.[0]?.Tags ?? [],
    vaults,
    ask: (question) => confirm(question, name),
    log: (line) => console.info(line),
  };
}
