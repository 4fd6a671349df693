/** An assembly holds copies of the bundles; while somebody works on them, the originals are of interest. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { contentHash } from "./content-hash.ts";

/** Finds, for a function's copy, the folder in `bundles` (at any depth) that has the same files now. */
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
      log(`Changes of ${functionId} need a restart: its bundle is not in ${bundles}.`);
    return original ?? copy;
  };
}
