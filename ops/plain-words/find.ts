import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { exceptions, names, phrases } from "./words.ts";

type Found = { file: string; line: number; phrase: string; better: string };

const readable = /\.(ts|tsx|js|cjs|css|html|md|yml|sh)$/;
const listed = new RegExp(`\\b(${Object.keys(phrases).join("|")})\\b`, "g");

/** `shutOutStaff` and `shut-out_staff` as "shut out staff". */
const apart = (line: string): string =>
  line
    .replace(names, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_]/g, " ")
    .toLowerCase();

/** Every line of the repository, and every path, with a word of the list. */
export function findWords(): Found[] {
  const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" });
  const files = tracked
    .split("\n")
    .filter((file) => readable.test(file) && !exceptions.some((start) => file.startsWith(start)));
  return files.filter(existsSync).flatMap((file) =>
    [file, ...readFileSync(file, "utf8").split("\n")].flatMap((text, line) =>
      [...apart(text).matchAll(listed)].map(([phrase]) => ({
        file,
        line,
        phrase,
        better: phrases[phrase] ?? "",
      })),
    ),
  );
}
