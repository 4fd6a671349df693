import arabicRegular from "@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff";
import arabicBold from "@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-700-normal.woff";
import arabicRanges from "@fontsource/noto-naskh-arabic/unicode.json";
import latinRegular from "@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff";
import latinBold from "@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff";
import latinExtRegular from "@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff";
import latinExtBold from "@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff";
import latinRanges from "@fontsource/noto-sans/unicode.json";
import ethiopicRegular from "@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-400-normal.woff";
import ethiopicBold from "@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-700-normal.woff";
import ethiopicRanges from "@fontsource/noto-sans-ethiopic/unicode.json";
import type { PaperFont } from "./text.ts";

/** `U+0000-00FF,U+0131`: whether a code point is in one of the ranges. */
function within(ranges: string): (codePoint: number) => boolean {
  const all = ranges.split(",").map((range) => {
    const [first = "", last = first] = range.slice("U+".length).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (codePoint) => all.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** The faces by script, the first that has a character first. What none has is drawn by the first as a box. */
export const fonts: readonly PaperFont[] = [
  { name: "latin", regular: latinRegular, bold: latinBold, has: within(latinRanges.latin) },
  { name: "latin-ext", regular: latinExtRegular, bold: latinExtBold, has: within(latinRanges["latin-ext"]) },
  {
    name: "arabic",
    regular: arabicRegular,
    bold: arabicBold,
    has: within(arabicRanges.arabic),
    isLeftward: true,
  },
  { name: "ethiopic", regular: ethiopicRegular, bold: ethiopicBold, has: within(ethiopicRanges.ethiopic) },
];
