import { readdirSync, readFileSync } from "node:fs";

/** The edge's function, knowing the files of a folder and the others that are named. */
export function viewerRequest(folder: string, others: string[]): string {
  const built = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = [...built.map(({ name }) => name), ...others].map((name) => `/${name}`);
  const code = readFileSync(new URL("viewer-request.js", import.meta.url), "utf8");
  return code.replace('"FILES"', JSON.stringify(paths.sort()));
}
