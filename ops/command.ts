/** What the commands of this folder share. */
import { resolve } from "node:path";

/** Where the environment keeps its data: `.local` in the package's folder, unless told otherwise. */
export const directoryOf = (given: string | undefined) => resolve(given ?? ".local");

/** Says in a sentence what went wrong, and makes the command fail. */
export function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
