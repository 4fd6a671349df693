/** Shared by the commands in ops. */
import { resolve } from "node:path";

/** The local environment's data; npm runs scripts in the package's folder. */
export const dataDirectory = (path: string | undefined) => resolve(path ?? ".local");

/** A pipe such as `| head` can close early. The command still finishes its work. */
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

/** Prints the error's message, and makes the command fail. */
export function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
