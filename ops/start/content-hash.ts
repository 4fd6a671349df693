import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A digest of the files and folders, without tests. */
export async function contentHash(root: string, paths: string[]): Promise<string> {
  const files = (await Promise.all(paths.map((path) => filesAt(root, path)))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash("sha256");
  for (const [at, file] of files.entries())
    hash.update(`${file}\0${contents[at]?.length}\0`).update(contents[at] ?? "");
  return hash.digest("hex");
}

async function filesAt(root: string, path: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return [path];
    if (code === "ENOENT") return [];
    throw error;
  }
}
