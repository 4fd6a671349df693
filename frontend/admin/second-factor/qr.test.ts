import { describe, expect, test } from "vitest";
import { errorCorrection, qrCode } from "./qr.ts";

const sizeOf = (version: number) => version * 4 + 17;

test("the error correction agrees with the worked example of the standard's literature", () => {
  // "HELLO WORLD" in version 1-M.
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(errorCorrection(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

describe("a drawn code", () => {
  test.each([
    ["shortest", "a", 1],
    ["of 14 bytes, the most of version 1", "x".repeat(14), 1],
    ["of 15 bytes", "x".repeat(15), 2],
    ["of 213 bytes, the most of version 10", "x".repeat(213), 10],
    ["of 412 bytes, the most of all", "x".repeat(412), 15],
  ])("the %s is as small as it can be", (_, text, version) => {
    expect(qrCode(text)).toHaveLength(sizeOf(version));
  });

  test("what is longer is refused, not cut", () => {
    expect(() => qrCode("x".repeat(413))).toThrow(RangeError);
  });

  test.each([1, 20, 61, 107, 150, 213, 300, 412])("reads back as the %i bytes it was made of", (length) => {
    const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 31) % 90))).join("");
    expect(read(qrCode(text))).toBe(text);
  });

  test("reads back what an authenticator app is given", () => {
    const link =
      "otpauth://totp/Mwamba%20back-office:w%C3%A1njiru@staff.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP4A&issuer=Mwamba%20back-office";
    expect(read(qrCode(link))).toBe(link);
  });
});

/**
 * Reads an undamaged code as a phone does, by the standard and apart from the encoder: the format tells
 * level and mask, the data is walked through around the fixed patterns, and the blocks are unwoven.
 */
function read(code: boolean[][]): string {
  const size = code.length;
  const version = (size - 17) / 4;
  const dark = (x: number, y: number) => code[y]?.[x] === true;
  const format =
    Array.from({ length: 15 }, (_, i) => (formatBit(dark, i) ? 1 << i : 0)).reduce((a, b) => a | b) ^ 0x5412;
  expect(format >>> 13, "level M").toBe(0);
  const mask = (format >>> 10) & 7;

  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (!isFixed(x, y, size, version)) bits.push(Number(dark(x, y) !== masked(mask, x, y)));
      }
    }
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, i) =>
    Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(""), 2),
  );
  const data = unwoven(words, version);
  const long = version > 9;
  const stream = data.map((word) => word.toString(2).padStart(8, "0")).join("");
  expect(stream.slice(0, 4), "byte mode").toBe("0100");
  const start = long ? 20 : 12;
  const length = Number.parseInt(stream.slice(4, start), 2);
  const bytes = Array.from({ length }, (_, i) =>
    Number.parseInt(stream.slice(start + i * 8, start + i * 8 + 8), 2),
  );
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function formatBit(dark: (x: number, y: number) => boolean, i: number): boolean {
  const places = [
    [8, 0],
    [8, 1],
    [8, 2],
    [8, 3],
    [8, 4],
    [8, 5],
    [8, 7],
    [8, 8],
    [7, 8],
    [5, 8],
    [4, 8],
    [3, 8],
    [2, 8],
    [1, 8],
    [0, 8],
  ] as const;
  const [x, y] = places[i] ?? [0, 0];
  return dark(x, y);
}

/** Centres of the alignment patterns, from the standard's table E.1. */
const centres = [
  [],
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
  [6, 34, 62],
  [6, 26, 46, 66],
  [6, 26, 48, 70],
];

function isFixed(x: number, y: number, size: number, version: number): boolean {
  const far = size - 9;
  if (x === 6 || y === 6) return true;
  if ((x < 9 && y < 9) || (x > far && y < 9) || (x < 9 && y > far)) return true;
  if (version > 6 && ((x < 6 && y > size - 12) || (y < 6 && x > size - 12))) return true;
  const places = centres[version] ?? [];
  const last = places.at(-1);
  return places.some((cx) =>
    places.some((cy) => {
      const corner = (cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6);
      return !corner && Math.abs(cx - x) <= 2 && Math.abs(cy - y) <= 2;
    }),
  );
}

function masked(mask: number, x: number, y: number): boolean {
  const values = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    ((x / 3) | 0) + ((y / 2) | 0),
    ((x * y) % 2) + ((x * y) % 3),
    ((x * y) % 2) + ((x * y) % 3),
    ((x + y) % 2) + ((x * y) % 3),
  ];
  const value = values[mask] ?? 0;
  return (mask === 4 || mask > 5 ? value % 2 : value) === 0;
}

/** Data words in each block of level M, from the standard's table 9. */
const blocks = [
  [],
  [16],
  [28],
  [44],
  [32, 32],
  [43, 43],
  [27, 27, 27, 27],
  [31, 31, 31, 31],
  [38, 38, 39, 39],
  [36, 36, 36, 37, 37],
  [43, 43, 43, 43, 44],
  [50, 51, 51, 51, 51],
  [36, 36, 36, 36, 36, 36, 37, 37],
  [37, 37, 37, 37, 37, 37, 37, 37, 38],
  [40, 40, 40, 40, 41, 41, 41, 41, 41],
  [41, 41, 41, 41, 41, 42, 42, 42, 42, 42],
];

function unwoven(words: number[], version: number): number[] {
  const sizes = blocks[version] ?? [];
  const found: number[][] = sizes.map(() => []);
  let next = 0;
  for (let i = 0; i < Math.max(...sizes); i += 1) {
    for (const [block, size] of sizes.entries()) {
      if (i < size) found[block]?.push(words[next++] ?? 0);
    }
  }
  const degree = Math.floor((words.length - next) / sizes.length);
  for (const [block, data] of found.entries()) {
    const correction = Array.from({ length: degree }, (_, i) => words[next + i * sizes.length + block]);
    expect(correction, `error correction of block ${block}`).toEqual(errorCorrection(data, degree));
  }
  return found.flat();
}
