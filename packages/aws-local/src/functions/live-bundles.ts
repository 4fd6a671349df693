/** An assembly holds copies of the bundles; while somebody works on them, the originals are of interest. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { contentHash } from "../content-hash.ts";

/** Lets each function run from the folder in `bundles` (at any depth) that has the same files as its copy now. */
export async function withLiveCode<Function extends { id: string; code: string }>(
  functions: Function[],
  bundles: string,
  log: (line: string) => void,
): Promise<Function[]> {
  const entries = await readdir(bundles, { recursive: true, withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  const originals = new Map(
    await Promise.all(folders.map(async (folder) => [await contentHash(folder, [""]), folder] as const)),
  );
  return Promise.all(
    functions.map(async (one) => {
      const code = originals.get(await contentHash(one.code, [""]));
      if (code === undefined) log(`Changes of ${one.id} need a restart: its bundle is not in ${bundles}.`);
      return code === undefined ? one : { ...one, code };
    }),
  );
}
