import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const npm = (...args: string[]) => execFileSync("npm", args, { encoding: "utf8" });

/** Installed packages whose `engines` exclude this version of Node. */
const incompatible = (version: string): string[] =>
  JSON.parse(npm("query", `:attr(engines, [node]):not(:semver(${version}, :attr(engines, [node])))`)).map(
    ({ name }: { name: string }) => name,
  );

test("the lockfile has no engines", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const withEngines = Object.keys(packages).filter((name) => "engines" in packages[name]);
  expect(withEngines, "npm run dependencies fixes it").toEqual([]);
});

test("the project's Node runs every package", () => {
  expect(incompatible("18.0.0")).toContain("vitest");
  // The newest npm package of Node 24 for Apple's processors. One package needs 24.8, and only checks HTML in a test.
  const exceptions = process.versions.node === "24.0.0" ? ["html-validate"] : [];
  expect(incompatible(process.versions.node)).toEqual(exceptions);
});

/** Runs the version check as another version of Node and npm. */
function checkVersion(npm: string, running = process.versions.node) {
  const versions = JSON.stringify({ ...process.versions, node: running });
  const preload = `data:text/javascript,Object.defineProperty(process,"versions",{value:${versions}})`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", preload, "ops/install/node-version.cjs"],
    { encoding: "utf8", env: { ...process.env, npm_config_user_agent: `npm/10.8.2 node/v${npm} linux x64` } },
  );
  return { status, output: stdout + stderr };
}

test.each(["20.20.2", "22.22.0", "24.21.0", "26.1.0"])("Node %s can install it", (node) =>
  expect(checkVersion(node)).toEqual({ status: 0, output: "" }),
);

test("a Node that is too old for the installation is refused", () =>
  expect(checkVersion("18.20.8")).toEqual({
    status: 1,
    output: "Node 18 is too old to install this. Use Node 20 or newer.\n",
  }));

test("a machine without a Node package is told to install Node", () => {
  const { status, output } = checkVersion("20.20.2", "20.20.2");
  expect(status).toBe(1);
  expect(output).toMatch(
    /^This needs Node 24, which npm cannot install for \w+ on \w+\. Install Node 24 or newer\.\n$/,
  );
});
