import { fileURLToPath } from "node:url";
import { type Font, type Glyph, openSync } from "fontkit";

const opened = (address: string) => openSync(fileURLToPath(address)) as Font;
const plain = opened(
  import.meta.resolve("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-400-normal.woff2"),
);
const bold = opened(
  import.meta.resolve("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2"),
);

/** Each letter is rounded to these units on its own, so that a text has the same path everywhere. */
const UNITS_PER_EM = 80;
const scaled = (units: number, { unitsPerEm }: Font) => Math.round((units * UNITS_PER_EM) / unitsPerEm);

const numbers = (list: number[]) => list.map((n, at) => (at > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");

/** One letter's outline as a relative path from `pen`, and the new position of the pen. */
function outline(glyph: Glyph, face: Font, offset: number, pen: number[]): { path: string; pen: number[] } {
  let path = "";
  let [x = 0, y = 0] = pen;
  let start = [x, y];
  for (const { command, args } of glyph.path.commands) {
    const to = args.map((n, at) => (at % 2 ? -scaled(n, face) : offset + scaled(n, face)));
    const by = to.map((n, at) => n - (at % 2 ? y : x));
    [x = x, y = y] = command === "closePath" ? start : to.slice(-2);
    if (command === "closePath") path += "z";
    else if (command === "moveTo") {
      start = [x, y];
      path += `m${numbers(by)}`;
    } else if (by.some((n) => n !== 0)) path += `${command === "lineTo" ? "l" : "q"}${numbers(by)}`;
  }
  return { path, pen: [x, y] };
}

function outlines(text: string, face: Font, features: string[]) {
  const { glyphs, positions } = face.layout(text, features);
  let path = "";
  let pen = [0, 0];
  let advance = 0;
  glyphs.forEach((glyph, at) => {
    const letter = outline(glyph, face, scaled(advance, face), pen);
    path += letter.path;
    pen = letter.pen;
    advance += positions[at]?.xAdvance ?? 0;
  });
  return { path, width: advance / face.unitsPerEm };
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

/**
 * Replaces the letters of a drawing with outlines, which look the same on every device. Three classes have a meaning:
 * `b` is bold, `e` ends at the given x, `k` is centred there.
 */
export function outlineLetters(drawing: string): string {
  const parents = [{ size: 0, classes: "" }];
  return drawing
    .replace(/<(svg|g)\b[^>]*>|<\/g>|<text\b[^>]*>([^<]*)<\/text>/g, (tag, group?: string, text = "") => {
      if (tag === "</g>") {
        parents.pop();
        return tag;
      }
      const outer = parents.at(-1) ?? { size: 0, classes: "" };
      const inner = attribute(tag, "class") ?? "";
      const size = Number(attribute(tag, "font-size") ?? outer.size);
      const classes = `${outer.classes} ${inner}`;
      if (group) {
        parents.push({ size, classes });
        return tag.replace(/ font-(family|size)="[^"]*"/g, "");
      }
      const hasClass = (name: string) => classes.split(" ").includes(name);
      // Right-aligned figures form a column.
      const features = hasClass("e") ? ["kern", "tnum"] : ["kern"];
      const { path, width } = outlines(text.replaceAll("&amp;", "&"), hasClass("b") ? bold : plain, features);
      const start =
        Number(attribute(tag, "x") ?? 0) - size * width * (hasClass("e") ? 1 : hasClass("k") ? 0.5 : 0);
      const place = `translate(${Number(start.toFixed(1))} ${attribute(tag, "y") ?? 0})scale(${Number((size / UNITS_PER_EM).toFixed(4))})`;
      const transform = (attribute(tag, "transform") ?? "") + place;
      const look = inner.replace(/\b[bek]\b/g, "").trim();
      const fill = attribute(tag, "fill");
      return `<path${look && ` class="${look}"`}${fill ? ` fill="${fill}"` : ""} transform="${transform}" d="${path}"/>`;
    })
    .replace(/\.[bek]\{[^}]*\}/g, "");
}

/** The palette of the drawings, and its colours in the dark. */
const darkColours: Record<string, string> = {
  "#fff": "#16201d",
  "#fbfaf6": "#0f1614",
  "#13231f": "#e9eee9",
  "#5b6762": "#a3b3ac",
  "#0e5a47": "#74c9ad",
  "#b4481e": "#e58a5f",
  "#5e9c86": "#3f7f69",
  "#dce9e2": "#16342b",
  "#eaf1ec": "#131e1a",
  "#dae8df": "#1a2c25",
  "#cfe0d2": "#1d3229",
  "#f5e5da": "#3a2618",
  "#d6cfbf": "#3b4b45",
  "#e0dacd": "#2b3934",
  "#c5bdab": "#55645d",
  "#a9cbbb": "#3d6557",
  "#b9d3c6": "#345347",
  "#c6dccf": "#28443a",
  "#f3efe5": "#141d1a",
  "#a9a08b": "#55645d",
  "#ebe6d9": "#1a2421",
  "#3f6b52": "#8fbfa2",
};

/** Adds the colours of a drawing for people whose system is dark. */
export function darkened(drawing: string): string {
  const dark = (css: string) =>
    css.replace(/#[0-9a-f]{3,6}\b/g, (colour) => {
      const darkColour = darkColours[colour];
      if (!darkColour) throw new Error(`${colour} has no colour in the dark.`);
      return darkColour;
    });
  const [, style = ""] = /<style>(.*?)<\/style>/.exec(drawing) ?? [];
  const classes = [...style.matchAll(/[^{}]+\{[^}]*#[^}]*\}/g)].map(([rule]) => dark(rule));
  const attributes = new Set(drawing.match(/ (?:fill|stroke)="#[0-9a-f]{3,6}"/g));
  // Before the classes, which come first also in the light.
  const elements = [...attributes].map((attribute) => {
    const [, name = "", colour = ""] = /(\w+)="(.*)"/.exec(attribute) ?? [];
    return `[${name}="${colour}"]{${name}:${dark(colour)}}`;
  });
  return drawing.replace(
    "</style>",
    () => `@media(prefers-color-scheme:dark){${[...elements, ...classes].join("")}}</style>`,
  );
}
