import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { omit } from "../../shared/omit.ts";
import { today } from "../../test/product/product.ts";
import { staffedProduct } from "../../test/product/staffed.ts";

const office = staffedProduct();
/** The commands' working directory. */
const home = mkdtempSync(join(tmpdir(), "home-"));
afterAll(() => rmSync(home, { recursive: true }));

/** Runs the command in a process. `head` closes its output at once. */
async function command(args: string[], { head = false } = {}) {
  const env = omit(process.env, "VITEST", "NODE_OPTIONS");
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), ...args], { cwd: home, env });
  if (head) child.stdout.destroy();
  let output = "";
  for (const stream of head ? [child.stderr] : [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, "close");
  return { code, output };
}

/** Writes `running.json` as of a product with this business day. */
function running(day: string): void {
  const { region, awsEndpoint } = office.product;
  const credentials = { accessKeyId: "LOCALADMIN", secretAccessKey: "local" };
  const aheadMs = Date.parse(`${day}T09:00:00+03:00`) - Date.now();
  mkdirSync(join(home, ".local"), { recursive: true });
  writeFileSync(
    join(home, ".local", "running.json"),
    JSON.stringify({ region, awsEndpoint, credentials, pid: process.pid, aheadMs }),
  );
}

test("a recount takes the business day of the running product, not the machine's", async () => {
  const { asStaff } = office;
  const { client } = (
    await asStaff("POST /api/v1/clients", { body: { name: "Late", email: "late@client.example" } })
  ).body;
  const body = {
    client_id: client.id,
    start_date: "2026-01-15",
    frequency: "monthly" as const,
    amount: 100,
    next_billing_date: "2026-01-15",
  };
  await asStaff("POST /api/v1/subscriptions", { body });
  const stats = async () => (await asStaff("GET /api/v1/dashboard/stats")).body;
  const before = await stats();
  const right = "the dashboard's counters and what subscriptions say of their charges are right";
  running(today);
  expect((await command(["recount"])).output).toContain(right);
  running("2026-03-01");
  expect((await command(["recount"])).output).toContain("what is due on 2000-01-01");
  running(today);
  await command(["recount"]);
  expect((await command(["recount"])).output).toContain(right);
  expect(await stats()).toEqual(before);
});

test("the command exports to a new folder, and explains errors", async () => {
  running(today);
  expect(await command(["export"], { head: true })).toEqual({ code: 0, output: "" });
  const [exported = ""] = readdirSync(join(home, "exports"));
  expect(exported).toMatch(/^local-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  const to = join("exports", exported);
  const failed = (sentence: RegExp) => ({ code: 1, output: expect.stringMatching(sentence) });
  expect(await command(["export", "--to", to])).toEqual(
    failed(/^exports\/local-.+ has a finished export of .+, or leave out --to\.\n$/),
  );
  expect(await command(["import", "--from", "nowhere"])).toEqual(failed(/^nowhere has no export\.\n$/));
});
