/** `npm start` and `npm run dev`: builds what has changed, starts the stack locally, and prints its addresses. */
import { readdirSync, rmSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dataDirectory } from "../command.ts";
import { build } from "./build.ts";
import { watchTool } from "./build-tools.ts";
import { liveBundles } from "./live-bundles.ts";
import { openLocalDaraja, shortCodeIn } from "./local-daraja.ts";
import { portsFrom } from "./ports.ts";
import { receiptsAfter, secondsIn } from "./receipts-after.ts";
import { lockDirectory, type Running, writeRunning } from "./running.ts";

// Functions run as threads of this process. Lambda's time zone is UTC.
process.env.TZ = "UTC";

/** npm runs scripts in the package's folder. */
const root = process.cwd();
/** Kept by --fresh, because they only depend on the code. */
const BUILD_FILES = new Set(["assembly", "built.json", "compiled", "lock"]);
const STAFF_POLL_MS = 2000;
/** Site, inbox, user pool, AWS and M-Pesa. */
const USED_PORTS = 5;

interface Settings {
  ports: number[];
  fresh: boolean;
  dev: boolean;
  now: string | undefined;
  receiptsAfter: number | undefined;
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
      "receipts-after": { type: "string" },
      directory: { type: "string" },
    },
  });
  const ports = portsFrom(values.port, USED_PORTS);
  const { now, "receipts-after": delay } = values;
  const receiptsAfter = delay === undefined ? undefined : secondsIn(delay);
  return { ...values, ports, now, receiptsAfter, directory: dataDirectory(values.directory) };
}

const log = (line: string) => console.info(line);

/** Resolves once everything runs. `opened` closes it. */
async function start(settings: Settings, opened: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const { dev, directory } = settings;
  const [site, mail, cognito, aws, darajaPort] = settings.ports as [number, number, number, number, number];
  const release = lockDirectory(directory);
  opened.defer(release);
  if (settings.fresh)
    for (const name of readdirSync(directory))
      if (!BUILD_FILES.has(name)) rmSync(join(directory, name), { recursive: true, force: true });

  // Saves a third of the start time.
  enableCompileCache(join(directory, "compiled"));
  // Loading runs while the build does.
  const loading = Promise.all([
    import("aws-local"),
    import("../staff/first-staff.ts"),
    import("./control.ts"),
  ]);
  loading.catch(() => {});
  const assembly = await build({ root, directory, dev, log, signal });
  const [{ startEnvironment, StoredShapeError }, { openFirstStaff }, { openControl, runNow }] = await loading;
  const vite = dev ? await (await import("./vite-server.ts")).startVite(root) : undefined;
  if (vite) opened.defer(vite.close);
  signal.throwIfAborted();
  const shortCode = shortCodeIn(assembly);
  let now = Date.now;
  const daraja = shortCode ? await openLocalDaraja(shortCode, darajaPort, () => now()) : undefined;
  if (daraja) opened.defer(daraja.stop);
  const environment = await startEnvironment({
    assembly,
    directory,
    ports: { site, mail, cognito, aws },
    ...(settings.now !== undefined && { now: settings.now }),
    ...(daraja && { inboxHead: daraja.link }),
    ...(settings.receiptsAfter !== undefined && { template: receiptsAfter(settings.receiptsAfter) }),
    ...(vite && { frontend: vite.url, bundleOf: await liveBundles(join(root, "build"), log) }),
    log: (line) => console.error(line),
  }).catch((error: unknown) => {
    if (!(error instanceof StoredShapeError)) throw error;
    throw new Error(`${error.message} To start without stored data: npm start -- --fresh`);
  });
  opened.defer(environment.stop);
  now = environment.now;

  const staff = await openFirstStaff(environment, directory);
  const running: Running = {
    site: environment.site,
    api: environment.api,
    mail: environment.mail,
    cognito: environment.cognito,
    awsEndpoint: environment.awsEndpoint,
    credentials: environment.credentials,
    region: environment.region,
    userPoolId: environment.userPoolId,
    userPoolClientId: environment.userPoolClientId,
    groups: environment.groups,
    staff: await staff(),
    ...(await daraja?.connect(environment)),
    pid: process.pid,
    aheadMs: environment.now() - Date.now(),
    control: openControl(environment),
  };
  writeRunning(directory, running);
  printAddresses(running);
  // As after `npm run mpesa -- connect`, Settings say that M-Pesa is connected.
  if (daraja) void runNow(environment, "paybill-pull").catch(() => {});
  const staffPoll = setInterval(async () => {
    const now = await staff();
    if (JSON.stringify(now) === JSON.stringify(running.staff)) return;
    running.staff = now;
    writeRunning(directory, running);
  }, STAFF_POLL_MS);
  opened.defer(() => clearInterval(staffPoll));

  if (!dev) return;
  log("Watching lambdas/, shared/ and frontend/. A change in infra/ needs a restart.");
  const command = ["npm", "run", "--silent", "build:functions", "--", "--watch"];
  watchTool({ root, what: "The watch of the functions", command, signal }, (line) => {
    environment.reload();
    log(line);
  });
}

function printAddresses({ site, mail, daraja, staff }: Running): void {
  const pay = daraja ? `  M-Pesa       ${daraja}\n` : "";
  log(`\n  Site         ${site}\n  Back-office  ${site}/admin\n  Inbox        ${mail}\n${pay}`);
  for (const { email, password, role, state } of staff)
    log(`  ${email.padEnd(26)} ${(password ?? "(their own password)").padEnd(20)} ${role}, ${state}`);
  log("\nStop with Ctrl-C.");
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
  // The second Ctrl-C does not wait.
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
