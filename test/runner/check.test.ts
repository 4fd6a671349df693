import { execFile } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { screens } from "../../frontend/admin/screens.ts";
import { ActivityKind } from "../../shared/activity/activity.ts";
import { notices } from "../../shared/emails/to-company.ts";

test("`npm run check` finds nothing", async () => {
  // For tsc, which is written in Go: it collects garbage less often.
  const env = { ...process.env, GOGC: "400", NO_COLOR: "1" };
  const options = { env, maxBuffer: 1e8, shell: process.platform === "win32" };
  await promisify(execFile)("npm", ["run", "--silent", "check"], options).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`);
  });
});

test("every JSDoc stands directly above what it describes", () => {
  const files = globSync("{shared,lambdas,infra,frontend,ops,packages,test,e2e,bench}/**/*.{ts,tsx}", {
    exclude: ["**/node_modules/**"],
  });
  expect(files.length).toBeGreaterThan(1_000);
  const misplaced = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    // The text of a file may stand alone at its top.
    return [...source.matchAll(/(?<=\n) *\/\*\*(?:[^*]|\*(?!\/))*\*\/\n(.*)/g)]
      .filter(([, next = ""]) => /^\s*($|[\])}]|import |\/\*\*)/.test(next))
      .map(({ index }) => {
        const line = source.slice(0, index).split("\n").length;
        return `${file}:${line}: this JSDoc stands above nothing. Put it directly above what it describes.`;
      });
  });
  expect(misplaced).toEqual([]);
});

test("every folder of shared/ has its place in biome/shared-layers.grit", () => {
  const folders = readdirSync("shared", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const layers = readFileSync("biome/shared-layers.grit", "utf8").matchAll(/shared\/\(\?:([a-z|-]+)\)/g);
  const placed = [...layers].flatMap(([, names = ""]) => names.split("|"));
  expect(placed.sort()).toEqual(folders.sort());
});

const textOf = (pattern: string) =>
  globSync(pattern, { exclude: ["**/*.test.ts"] })
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

test("every screen of the back-office is in a walk of e2e/screens/", () => {
  const walks = textOf("e2e/screens/*.ts");
  const isWalked = (path: string) =>
    new RegExp(`path: ["\`]${path.replace(":id", '[^"`/?]+')}["\`?#]`).test(walks);
  expect(Object.keys(screens).filter((path) => !isWalked(path))).toEqual([]);
});

test("every notice to the company is sent by somebody", () => {
  const senders = textOf("lambdas/**/*.ts");
  // A notice about an address ends with the kind of its problem, which its sender names alone.
  const isSent = (name: string) => senders.includes(`"${name.replace("address-", "")}"`);
  expect(Object.keys(notices).filter((name) => !isSent(name))).toEqual([]);
  // A kind of activity of the same name would count as its sender.
  const kinds: readonly string[] = ActivityKind.options;
  expect(Object.keys(notices).filter((name) => kinds.includes(name))).toEqual([]);
});
