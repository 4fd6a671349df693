import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const complete = import.meta.resolve(
  "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
);

/** As in display-fallback.css, whose factors are measured at this weight. */
const WEIGHT = 650;

/** The heading font in one weight, with only the characters of these pages, so that a first visit shows it soon. */
export async function headingsFont(pages: readonly string[]): Promise<{ fileName: string; source: Buffer }> {
  // Quotation marks are escaped in HTML.
  const text = `'"${pages.join("").replace(/<(style|script)\b.*?<\/\1>|<[^>]*>/gs, "")}`;
  const source = await subsetFont(await readFile(fileURLToPath(complete)), text, {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHT },
    noLayoutClosure: true,
  });
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
  return { fileName: `assets/headings-${hash}.woff2`, source };
}
