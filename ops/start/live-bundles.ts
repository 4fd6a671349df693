/** An assembly has copies of the bundles. In development, functions run from the originals. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { contentHash } from "./content-hash.ts";

/** Returns a function that finds the folder in `bundles`, at any depth, with the same files as a copy. */
export async function liveBundles(bundles: string, log: (line: string) => void) {
  const entries = await readdir(bundles, { recursive: true, withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  const originals = new Map(
    await Promise.all(folders.map(async (folder) => [await contentHash(folder, [""]), folder] as const)),
  );
  return async (functionId: string, copy: string): Promise<string> => {
    const original = originals.get(await contentHash(copy, [""]));
    if (original === undefined)
      log(`Changes to ${functionId} need a restart: its bundle is not in ${bundles}.`);
    return original ?? copy;
  };
}
