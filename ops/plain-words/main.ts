/** `npm run check` ends with this: it fails where a file has a word that a reader would have to translate. */
import { findWords } from "./find.ts";

const found = findWords();
for (const { file, line, phrase, better } of found)
  console.error(`${file}:${line} "${phrase}": say ${better}`);
if (found.length > 0) {
  console.error(`${found.length} lines have words that are not plain. CONTRIBUTING.md has the rules.`);
  process.exitCode = 1;
}
