import { fileURLToPath } from "node:url";
import { type Font, type Glyph, openSync } from "fontkit";

const opened = (address: string) => openSync(fileURLToPath(address)) as Font;
const plain = opened(
  import.meta.resolve("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-400-normal.woff2"),
);
const bold = opened(
  import.meta.resolve("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2"),
);

/** Units to the em. Each letter is rounded to them by itself, so that it is the same text wherever it stands. */
const em = 80;
const scaled = (units: number, { unitsPerEm }: Font) => Math.round((units * em) / unitsPerEm);

const numbers = (list: number[]) => list.map((n, at) => (at > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");

/** One letter's outline as a relative path from `pen`, and where it leaves the pen. */
function outline(glyph: Glyph, face: Font, left: number, pen: number[]): { path: string; pen: number[] } {
  let path = "";
  let [x = 0, y = 0] = pen;
  let start = [x, y];
  for (const { command, args } of glyph.path.commands) {
    const to = args.map((n, at) => (at % 2 ? -scaled(n, face) : left + scaled(n, face)));
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
 * A drawing with its letters as outlines, which every machine shows alike. In a drawing the size is an attribute, and
 * three classes mean something: `b` is bold, `e` ends at the given place, `k` has its middle there.
 */
export function outlineLetters(drawing: string): string {
  const above = [{ size: 0, classes: "" }];
  return drawing
    .replace(/<(svg|g)\b[^>]*>|<\/g>|<text\b[^>]*>([^<]*)<\/text>/g, (tag, group?: string, text = "") => {
      if (tag === "</g>") {
        above.pop();
        return tag;
      }
      const outer = above.at(-1) ?? { size: 0, classes: "" };
      const own = attribute(tag, "class") ?? "";
      const size = Number(attribute(tag, "font-size") ?? outer.size);
      const classes = `${outer.classes} ${own}`;
      if (group) {
        above.push({ size, classes });
        return tag.replace(/ font-(family|size)="[^"]*"/g, "");
      }
      const means = (name: string) => classes.split(" ").includes(name);
      // Figures that end at one place stand in a column.
      const features = means("e") ? ["kern", "tnum"] : ["kern"];
      const { path, width } = outlines(text.replaceAll("&amp;", "&"), means("b") ? bold : plain, features);
      const start = Number(attribute(tag, "x") ?? 0) - size * width * (means("e") ? 1 : means("k") ? 0.5 : 0);
      const place = `translate(${Number(start.toFixed(1))} ${attribute(tag, "y") ?? 0})scale(${Number((size / em).toFixed(4))})`;
      const transform = (attribute(tag, "transform") ?? "") + place;
      const look = own.replace(/\b[bek]\b/g, "").trim();
      const fill = attribute(tag, "fill");
      return `<path${look && ` class="${look}"`}${fill ? ` fill="${fill}"` : ""} transform="${transform}" d="${path}"/>`;
    })
    .replace(/\.[bek]\{[^}]*\}/g, "");
}
