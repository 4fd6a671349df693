import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const npm = (...args: string[]) => execFileSync("npm", args, { encoding: "utf8" });

/** Installed packages that say they do not run on this version of Node; what they say is read from themselves. */
const refusing = (version: string): string[] =>
  JSON.parse(npm("query", `:attr(engines, [node]):not(:semver(${version}, :attr(engines, [node])))`)).map(
    ({ name }: { name: string }) => name,
  );

test("npm holds no package against the Node it runs on itself", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const asking = Object.keys(packages).filter((name) => "engines" in packages[name]);
  expect(asking, "npm run dependencies mends it").toEqual([]);
});

test("the Node that the project brings runs every package", () => {
  expect(refusing("18.0.0")).toContain("vitest");
  // The newest 24 that could be had for Apple's processors; one package wants 24.8, and only checks HTML in a test.
  const applesOwn = process.versions.node === "24.0.0" ? ["html-validate"] : [];
  expect(refusing(process.versions.node)).toEqual(applesOwn);
});

/** What is said of a Node once the packages are laid. */
function verdict(npm: string, running = process.versions.node) {
  const versions = JSON.stringify({ ...process.versions, node: running });
  const pretended = `data:text/javascript,Object.defineProperty(process,"versions",{value:${versions}})`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", pretended, "ops/install/node-version.cjs"],
    { encoding: "utf8", env: { ...process.env, npm_config_user_agent: `npm/10.8.2 node/v${npm} linux x64` } },
  );
  return { status, said: stdout + stderr };
}

test.each(["20.20.2", "22.22.0", "24.21.0", "26.1.0"])("Node %s can install it, and hears nothing", (node) =>
  expect(verdict(node)).toEqual({ status: 0, said: "" }),
);

test("a Node that is too old to install it is told in a sentence", () =>
  expect(verdict("18.20.8")).toEqual({
    status: 1,
    said: "Node 18 is too old to install this with: take Node 20 or newer.\n",
  }));

test("a machine for which there is no newer Node among the packages is told in a sentence", () => {
  const { status, said } = verdict("20.20.2", "20.20.2");
  expect(status).toBe(1);
  expect(said).toMatch(
    /^This runs on Node 24, and npm brought none for \w+ on \w+: install Node 24 or newer\.\n$/,
  );
});
