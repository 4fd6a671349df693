/** What functions print, in one file for each. */
import { createWriteStream, mkdirSync, statSync, type WriteStream } from "node:fs";
import { join } from "node:path";

const LARGEST = 10 * 1024 * 1024;

/** Without a directory, what is printed is lost. */
export function openFunctionLogs(directory: string | undefined) {
  const files = new Map<string, WriteStream>();
  return {
    write(functionId: string, chunk: string): void {
      if (directory === undefined) return;
      let file = files.get(functionId);
      if (!file) {
        mkdirSync(directory, { recursive: true });
        const path = join(directory, `${functionId}.log`);
        const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
        file = createWriteStream(path, { flags: size > LARGEST ? "w" : "a" });
        files.set(functionId, file);
      }
      file.write(chunk);
    },
    async close(): Promise<void> {
      await Promise.all([...files.values()].map((file) => new Promise<void>((resolve) => file.end(resolve))));
    },
  };
}
