import { readdirSync, readFileSync } from "node:fs";

/** The code of the CloudFront function, with the paths of a folder's files and of other files. */
export function viewerRequest(folder: string, others: string[]): string {
  const built = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = [...built.map(({ name }) => name), ...others].map((name) => `/${name}`);
  const code = readFileSync(new URL("viewer-request.js", import.meta.url), "utf8");
  return code.replace('"FILES"', JSON.stringify(paths.sort()));
}
