/** `npm start` and `npm run dev`: build what changed, start the stack here, and say where it is. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { directoryOf } from "../command.ts";
import { build } from "./build.ts";
import { watchTool } from "./build-tools.ts";
import { liveBundles } from "./live-bundles.ts";
import { claim, type Running, writeRunning } from "./running.ts";

// Functions take the time zone from the process they are threads of, and Lambda's is UTC.
process.env.TZ = "UTC";

/** npm runs scripts in the package's folder. */
const root = process.cwd();
/** What a fresh start keeps: it follows from the code alone. */
const kept = new Set(["assembly", "built.json", "lock"]);
/** Milliseconds between looks at whether somebody on the staff list has changed. */
const LOOK_EVERY = 2000;

interface Settings {
  port: number;
  fresh: boolean;
  dev: boolean;
  now: string | undefined;
  directory: string;
}

function readSettings(args: string[]): Settings {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "4000" },
      fresh: { type: "boolean", default: false },
      dev: { type: "boolean", default: false },
      now: { type: "string" },
      directory: { type: "string" },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_532) throw new Error(`“${values.port}” is no port.`);
  return { ...values, port, now: values.now, directory: directoryOf(values.directory) };
}

const say = (line: string) => console.info(line);

/** Resolves once everything answers; what it opened is closed by the stack. */
async function start(settings: Settings, opened: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const { port, dev, directory } = settings;
  const release = claim(directory);
  opened.defer(release);
  if (settings.fresh)
    for (const name of readdirSync(directory))
      if (!kept.has(name)) rmSync(join(directory, name), { recursive: true, force: true });

  // Loading the services takes a moment in which the build can run.
  const loading = Promise.all([
    import("aws-local"),
    import("../staff/first-staff.ts"),
    import("./control.ts"),
  ]);
  loading.catch(() => {});
  const assembly = await build({ root, directory, dev, log: say, signal });
  const [{ startEnvironment }, { openFirstStaff }, { openControl }] = await loading;
  const vite = dev ? await (await import("./vite-server.ts")).startVite(root) : undefined;
  if (vite) opened.defer(vite.close);
  signal.throwIfAborted();
  const environment = await startEnvironment({
    assembly,
    directory,
    ports: { site: port, mail: port + 1, cognito: port + 2, aws: port + 3 },
    ...(settings.now !== undefined && { now: settings.now }),
    ...(vite && { frontend: vite.url, bundleOf: await liveBundles(join(root, "build"), say) }),
    log: (line) => console.error(line),
  });
  opened.defer(environment.stop);

  const staff = await openFirstStaff(environment, directory);
  const { site, api, mail, cognito, awsEndpoint, credentials, region } = environment;
  const { userPoolId, userPoolClientId, groups } = environment;
  const running: Running = {
    ...{ site, api, mail, cognito, awsEndpoint, credentials, region },
    ...{ userPoolId, userPoolClientId, groups },
    staff: await staff(),
    pid: process.pid,
    control: openControl(environment),
  };
  writeRunning(directory, running);
  announce(running);
  const looking = setInterval(async () => {
    const now = await staff();
    if (JSON.stringify(now) === JSON.stringify(running.staff)) return;
    running.staff = now;
    writeRunning(directory, running);
  }, LOOK_EVERY);
  opened.defer(() => clearInterval(looking));

  if (!dev) return;
  say("Watching lambdas/, shared/ and frontend/. A change of infra/ needs a restart.");
  const command = ["npm", "run", "--silent", "build:functions", "--", "--watch"];
  watchTool({ root, what: "The watch of the functions", command, signal }, (line) => {
    environment.reload();
    say(line);
  });
}

function announce({ site, mail, staff }: Running): void {
  say(`\n  Site         ${site}\n  Back-office  ${site}/admin\n  Inbox        ${mail}\n`);
  for (const { email, password, role, state } of staff)
    say(`  ${email.padEnd(26)} ${(password ?? "(their own password)").padEnd(20)} ${role}, ${state}`);
  say("\nStop with Ctrl-C.");
}

async function run(): Promise<void> {
  const stopping = new AbortController();
  const opened = new AsyncDisposableStack();
  let ended: Promise<void> | undefined;
  const end = (code: number) => {
    stopping.abort();
    ended ??= opened.disposeAsync().finally(() => process.exit(code));
    return ended;
  };
  // Whoever asks twice does not want to wait.
  const interrupted = () => (ended ? process.exit(1) : end(0));
  const failed = (error: unknown) => {
    if (!stopping.signal.aborted) console.error(error instanceof Error ? error.message : String(error));
    return end(1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void interrupted());
  process.on("uncaughtException", (error) => {
    console.error(error);
    void end(1);
  });
  try {
    await start(readSettings(process.argv.slice(2)), opened, stopping.signal);
  } catch (error) {
    await failed(error);
  }
}

await run();
