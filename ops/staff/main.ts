/**
 * Manages staff from the terminal:
 * `npm run staff -- invite someone@example.com --role admin --name "First Last"`, `list`, `restore`, `disable`, `enable` or `reset-mfa`;
 * in the local environment, or with `--stack Name` in a deployed stack.
 */
import { parseArgs } from "node:util";
import { dataDirectory, fail } from "../command.ts";
import { readRunning } from "../start/running.ts";
import { disable, enable, invite, list, resetMfa, type StaffPool } from "./commands.ts";
import { localPool, stackPool } from "./open-pool.ts";
import { restore } from "./restore.ts";

const USAGE =
  'Use one of: invite <email> --role <role> [--name "First Last"], list, restore, disable <email>, enable <email>, reset-mfa <email>; for a deployed stack, with --stack <name>.';

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
  if (command === "restore") return restore(await openPool(values));
  const commands = { invite, disable, enable, "reset-mfa": resetMfa };
  if (!(command in commands) || email === undefined) throw new Error(USAGE);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Error(`“${email}” is not an email address.`);
  return commands[command as keyof typeof commands](await openPool(values), email, values);
}

/** The local environment, or a deployed stack with the shell's credentials. */
async function openPool({ stack, directory }: { stack?: string; directory?: string }): Promise<StaffPool> {
  if (stack !== undefined) return stackPool(stack);
  const running = readRunning(dataDirectory(directory));
  if (!running)
    throw new Error("Nothing is running. Start it with npm start, or use --stack for a deployed stack.");
  return localPool(running);
}

try {
  console.info(await run(process.argv.slice(2)));
} catch (error) {
  fail(error);
}
