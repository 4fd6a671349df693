import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "vitest";

test("`npm run check` finds nothing", async () => {
  // For tsc, which is written in Go: it collects garbage less often.
  const env = { ...process.env, GOGC: "400", NO_COLOR: "1" };
  const options = { env, maxBuffer: 1e8, shell: process.platform === "win32" };
  await promisify(execFile)("npm", ["run", "--silent", "check"], options).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`);
  });
});
