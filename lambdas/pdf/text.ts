import bidiFactory from "bidi-js";

const bidi = bidiFactory();

export type PaperFont = {
  name: string;
  regular: Uint8Array;
  bold: Uint8Array;
  has: (codePoint: number) => boolean;
  /** The shaper writes its script from right to left. */
  isLeftward?: true;
};

/** Text in one face, in the order in which its shaper takes it. */
export type Run = { text: string; font: string };

/**
 * The runs of a line from left to right. pdfkit and its shaper know one direction in a word, so each word is a run (Unicode's
 * rule L2 puts them in order).
 */
export function runsOf(line: string, fonts: readonly PaperFont[]): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line, "ltr");
  const leftward = new Set(fonts.flatMap(({ name, isLeftward }) => (isLeftward ? name : [])));
  const runs: (Run & { level: number })[] = [];
  let at = 0;
  for (const character of line) {
    const level = levels[at] ?? 0;
    const runsLeft = level % 2 === 1;
    const text = (runsLeft && bidi.getMirroredCharacter(character)) || character;
    const font = fontOf(character, fonts, runs.at(-1)?.font);
    const last = runs.at(-1);
    const continues =
      last && last.level === level && last.font === font && isSpace(character) === isSpace(last.text);
    if (!continues) runs.push({ text, font, level });
    else last.text = runsLeft && !leftward.has(font) ? text + last.text : last.text + text;
    at += character.length;
  }
  return reordered(runs);
}

const isSpace = (text: string) => /^[\s\u00a0]/.test(text);

function fontOf(character: string, fonts: readonly PaperFont[], before: string | undefined): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const present = fonts.find(({ name }) => name === before);
  // Signs that several scripts share stay with what they follow.
  if (!isSpace(character) && present?.has(codePoint)) return present.name;
  return (fonts.find(({ has }) => has(codePoint)) ?? fonts[0])?.name ?? "";
}

function reordered<R extends { level: number }>(runs: R[]): R[] {
  const order = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      if ((order[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((order[to + 1]?.level ?? 0) >= level) to += 1;
      order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse());
      from = to;
    }
  }
  return order;
}

/** Breaks a text into lines of a width, at spaces, or within a word that is wider. */
export function linesOf(text: string, width: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  const put = (word: string) => {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      return;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of word) {
      if (line !== "" && widthOf(line + character) > width) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  };
  for (const word of text.split(" ")) put(word);
  lines.push(line);
  return lines;
}
