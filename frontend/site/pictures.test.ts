import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("./illustrations/", import.meta.url);
const drawings = readdirSync(folder).map((name) => ({
  name,
  svg: readFileSync(new URL(name, folder), "utf8"),
}));

test("every drawing is a small file that needs nothing else", () => {
  expect(drawings.length).toBe(16);
  for (const { name, svg } of drawings) {
    expect(Buffer.byteLength(svg), name).toBeLessThan(6 * 1024);
    expect(svg, name).toMatch(/^<svg [^>]*width="\d+" height="\d+"/);
    expect(svg, name).toContain("<title>");
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', ""), name).not.toMatch(
      /https?:|<script|href|<image/,
    );
  }
});

test("the share image is 1200 by 630 pixels and under 60 KB", () => {
  const png = readFileSync(new URL("../public/share.png", import.meta.url));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(60 * 1024);
});

test("the drawn map shows the place the links lead to", async () => {
  const { position } = await import("./content/company.ts");
  const map = drawings.find(({ name }) => name === "map.svg")?.svg ?? "";
  // The drawing covers this window of the earth, evenly.
  const x = Math.round(((position.value.longitude - 36.8116) / 0.018) * 560);
  const y = Math.round(((-1.279 - position.value.latitude) / 0.012) * 360);
  const [, pinX, pinY] = /class="c" d="M(\d+) (\d+)/.exec(map) ?? [];
  expect(Math.hypot(Number(pinX) - x, Number(pinY) - y)).toBeLessThan(12);
});
