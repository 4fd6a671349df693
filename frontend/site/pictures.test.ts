import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { darkened, outlineLetters } from "./outline-letters.ts";

const folder = new URL("./illustrations/", import.meta.url);
const drawings = readdirSync(folder).map((name) => ({
  name,
  svg: readFileSync(new URL(name, folder), "utf8"),
}));

test("every illustration is a small file without external resources or fonts", () => {
  expect(drawings.length).toBe(12);
  for (const { name, svg } of drawings) {
    // CloudFront serves it compressed.
    expect(brotliCompressSync(svg).length, name).toBeLessThan(6 * 1024);
    expect(svg, name).toMatch(/^<svg [^>]*width="\d+" height="\d+"/);
    expect(svg, name).toContain("<title>");
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', ""), name).not.toMatch(
      /https?:|<script|href|<image|<text|font/,
    );
  }
});

test.each(drawings)(
  "$name matches its source: see `npx node frontend/site/draw-images.ts`",
  ({ name, svg }) => {
    expect(svg).toBe(darkened(outlineLetters(readFileSync(new URL(`../drawings/${name}`, folder), "utf8"))));
  },
);

test("letters start, end or are centred at the given x", () => {
  const drawn = (letters: string) => outlineLetters(`<svg font-size="80"><g class="m">${letters}</g></svg>`);
  const start = (name: string) =>
    Number(
      /translate\((-?[\d.]+) 20\)/.exec(drawn(`<text x="300" y="20" class="${name}">Till 2</text>`))?.[1],
    );
  expect(start("b")).toBe(300);
  expect(start("e")).toBeLessThan(300);
  expect(300 - start("e")).toBeCloseTo(2 * (300 - start("k")), -1);
  expect(drawn('<text x="1" y="2">l</text>')).toMatch(
    /<path transform="translate\(1 2\)scale\(1\)" d="m[^"]+z"\/>/,
  );
});

test("the share image is 1200 by 630 pixels and under 60 KB", () => {
  const jpeg = readFileSync(new URL("../public/share.jpg", import.meta.url));
  // The frame header of a JPEG has its size.
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  expect([jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)]).toEqual([1200, 630]);
  expect(jpeg.length).toBeLessThan(60 * 1024);
});

test("the drawn map marks the position of the map links", async () => {
  const { position } = await import("../../shared/company.ts");
  const map = drawings.find(({ name }) => name === "map.svg")?.svg ?? "";
  // The drawing covers this area in an even projection.
  const x = Math.round(((position.value.longitude - 36.8116) / 0.018) * 560);
  const y = Math.round(((-1.279 - position.value.latitude) / 0.012) * 360);
  const [, pinX, pinY] = /class="c" d="M(\d+) (\d+)/.exec(map) ?? [];
  expect(Math.hypot(Number(pinX) - x, Number(pinY) - y)).toBeLessThan(12);
});
