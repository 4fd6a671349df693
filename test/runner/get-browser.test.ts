import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { browserPath, noBrowser } from "../browser/browser.ts";

/** Runs test files with only these programs on the PATH, and without downloads. */
function run(programs: Record<string, string>, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "bare-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\ncd ${folder}\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const results = join(folder, "results.json");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--maxWorkers=1",
      "--reporter=json",
      "--reporter=./test/runner/run-summary.ts",
      `--outputFile.json=${results}`,
      ...args,
    ],
    {
      encoding: "utf8",
      env: {
        ...process.env,
        PATH: folder,
        CHROME_PATH: "",
        PLAYWRIGHT_BROWSERS_PATH: folder,
        PLAYWRIGHT_DOWNLOAD_HOST: "http://127.0.0.1:9",
        TEST_RESULTS: folder,
      },
    },
  );
  return { status, output: stdout + stderr, folder, results: JSON.parse(readFileSync(results, "utf8")) };
}

const unitTest = "shared/day.test.ts";
const browserTests = ["e2e/site-navigation.test.ts", "e2e/site-rotation.test.ts"];
const onLinux = test.runIf(process.platform === "linux");
// Each test starts the test runner.
vi.setConfig({ testTimeout: 300_000 });

onLinux("without a browser the browser tests fail, all others run, and one sentence says what to do", () => {
  const { status, output, results, folder } = run({}, unitTest, ...browserTests);
  expect(output.split("\n").filter((line) => line === noBrowser)).toEqual([noBrowser]);
  expect(output).not.toMatch(/^ +at /m);
  expect(output).toMatch(/^\d+ min \d+ s in total\. The slowest files:$/m);
  for (const file of [unitTest, ...browserTests]) expect(output).toContain(` s  ${file}`);
  const byFile = (end: string) =>
    results.testResults.find(({ name }: { name: string }) => name.endsWith(end))?.status;
  expect(byFile(unitTest)).toBe("passed");
  for (const file of browserTests) expect(byFile(file)).toBe("failed");
  expect(status).toBe(1);
  // For .ci/run.
  const [passed, failed] = readFileSync(join(folder, "counts"), "utf8").split(" ").map(Number);
  expect(passed).toBe(results.numPassedTests);
  const failures = readFileSync(join(folder, "failures"), "utf8").match(/^FAILED .+$/gm) ?? [];
  expect(failures.length).toBe(failed);
  for (const file of browserTests)
    expect(failures.filter((line) => line.startsWith(`FAILED ${file}`))).not.toEqual([]);
});

onLinux(
  "without Firefox and WebKit their journeys are skipped, and one line for each says what to install",
  () => {
    const { status, output, results } = run({}, unitTest, "e2e/engines/firefox", "e2e/engines/webkit");
    for (const name of ["Firefox", "WebKit"]) {
      const lines = output.split("\n").filter((line) => line.startsWith(`${name} was not found`));
      expect(lines).toEqual([expect.stringContaining("its journeys are skipped. Install ")]);
    }
    expect(results.numPendingTests).toBe(10);
    expect(status, output).toBe(0);
  },
);

onLinux("a run without browser tests looks for no browser", () => {
  const { status, output } = run({ "apt-get": "echo $1 >> calls" }, unitTest);
  expect(output).not.toMatch(/browser|Chrome/);
  expect(status, output).toBe(0);
});

// Only root may install packages.
test.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "the browser is installed once, before the workers start",
  () => {
    const install = `echo $1 >> calls\n[ $1 = update ] || /bin/ln -s ${browserPath()} chromium`;
    const { output, folder } = run({ "apt-get": install }, ...browserTests, "-t", "none of this name");
    expect(readFileSync(join(folder, "calls"), "utf8")).toBe("update\ninstall\n");
    expect(output).toContain(`The browser tests use ${join(folder, "chromium")}.`);
  },
);
