import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./styles/base.css", import.meta.url), "utf8");
/** For each name its colour in the light and in the dark. */
const colours = Object.fromEntries(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\);/g)].map(
    ([, name, light, dark]) => [name, { light, dark }],
  ),
);

describe.each(["light", "dark"] as const)("in the %s", (scheme) => {
  function luminance(name: string): number {
    const hex = (colours[name]?.[scheme] ?? "").slice(1).replace(/^(.)(.)(.)$/, "$1$1$2$2$3$3");
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  const contrast = (a: string, b: string) => {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };

  test.each(["ink", "soft", "green", "clay", "wrong", "fine"])(
    "text in %s has enough contrast on every background",
    (text) => {
      for (const background of ["paper", "sheet", "sand", "green-tint"])
        expect(contrast(text, background), background).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each([
    ["on-green", "green"],
    ["on-green", "green-deep"],
    ["wrong", "wrong-tint"],
    ["fine", "fine-tint"],
  ])("%s has enough contrast on %s", (text, background) => {
    expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
  });

  test("the border of a control has enough contrast on every background", () => {
    for (const background of ["paper", "sheet", "sand", "field"])
      expect(contrast("edge", background), background).toBeGreaterThanOrEqual(3);
  });
});
