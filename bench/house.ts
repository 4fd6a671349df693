import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type Figure, print } from "./figure.ts";

const product = ["shared", "lambdas", "infra", "frontend", "ops"];
const rooms = [...product, "packages", "test", "e2e", "bench"];

/** Lines of code by folder, without tests, and loops of folders that import each other. */
export async function measure(): Promise<Figure[]> {
  const files = git("ls-files", ...rooms).filter(
    (file) => /\.(ts|tsx|js|cjs|css|html)$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const lines = new Map(files.map((file) => [file, readFileSync(file, "utf8").split("\n").length - 1]));
  const sumOf = (files: string[]) => files.reduce((sum, file) => sum + (lines.get(file) ?? 0), 0);
  for (const [room, inRoom] of Map.groupBy(files, (file) => file.split("/")[0] ?? "")) {
    print(room, `${sumOf(inRoom)} lines`);
    for (const [folder, inFolder] of Map.groupBy(inRoom, folderOf))
      if (folder !== room) print(`  ${folder}`, `${sumOf(inFolder)} lines`);
  }
  const imports = importsOf(files.filter((file) => /\.tsx?$/.test(file)));
  for (const loop of loopsOf(imports)) print(`loop: ${loop.join(" ↔ ")}`, "");
  const inProduct = files.filter((file) => product.some((room) => file.startsWith(`${room}/`)));
  return [
    {
      name: "the product and ops, without their tests",
      unit: "lines",
      value: sumOf(inProduct),
      budget: 70_000,
    },
  ];
}

/** `lambdas/clients`, or `frontend/admin/features/clients`; a room's own files belong to the room. */
const folderOf = (file: string): string => {
  const depth = file.startsWith("frontend/admin/features/") ? 4 : file.startsWith("frontend/admin/") ? 3 : 2;
  return dirname(file).split("/").slice(0, depth).join("/");
};

/** For each folder, the folders that its files import, types included. */
function importsOf(files: string[]): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)) {
      const [from, to] = [folderOf(file), folderOf(normalize(join(dirname(file), path)))];
      if (from !== to) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  return imports;
}

/** Groups of folders of which each reaches every other by imports. */
function loopsOf(imports: Map<string, Set<string>>): string[][] {
  const reachable = (start: string) => {
    const reachedFolders = new Set<string>();
    const open = [start];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop())
      for (const next of imports.get(folder) ?? [])
        if (!reachedFolders.has(next)) open.push(next) && reachedFolders.add(next);
    return reachedFolders;
  };
  const reached = new Map([...imports.keys()].map((folder) => [folder, reachable(folder)]));
  const loops = [...reached].map(([folder, folders]) =>
    [
      folder,
      ...[...folders].filter((target) => target !== folder && reached.get(target)?.has(folder)),
    ].sort(),
  );
  return [...new Map(loops.map((loop) => [loop.join(), loop])).values()].filter(({ length }) => length > 1);
}

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
