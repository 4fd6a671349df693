import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { staffedProduct } from "../../test/staffed.ts";

const office = staffedProduct();
/** The commands' working directory. */
const home = mkdtempSync(join(tmpdir(), "home-"));
afterAll(() => rmSync(home, { recursive: true }));

/** Runs the command in a process. `head` closes its output at once. */
async function command(args: string[], { head = false } = {}) {
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
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

test("the command exports to a new folder, and explains errors", async () => {
  const { region, awsEndpoint } = office.product;
  const credentials = { accessKeyId: "LOCALADMIN", secretAccessKey: "local" };
  mkdirSync(join(home, ".local"));
  writeFileSync(
    join(home, ".local", "running.json"),
    JSON.stringify({ region, awsEndpoint, credentials, pid: process.pid }),
  );
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
