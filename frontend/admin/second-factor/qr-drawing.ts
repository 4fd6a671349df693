/** The modules of a QR code, row by row; true is dark. */
export type Modules = boolean[][];

type Point = readonly [x: number, y: number];
type Draw = (x: number, y: number, dark: boolean) => void;

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The same codewords under each of the eight masks. */
export const drawings = (codewords: readonly number[], version: number): Modules[] =>
  masks.map((_, mask) => drawing(codewords, version, mask));

function drawing(codewords: readonly number[], version: number, mask: number): Modules {
  const size = version * 4 + 17;
  const modules: (boolean | undefined)[][] = Array.from({ length: size }, () => Array(size).fill(undefined));
  const draw: Draw = (x, y, dark) => {
    const row = modules[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  drawPatterns(draw, size, version);
  drawFormat(draw, size, mask);
  drawVersion(draw, size, version);
  const flip = masks[mask] as (typeof masks)[number];
  let bit = 0;
  for (const [x, y] of wayOfTheData(size)) {
    if (modules[y]?.[x] !== undefined) continue;
    const dark = (((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
    draw(x, y, dark !== flip(x, y));
    bit += 1;
  }
  return modules as Modules;
}

/** Two columns at a time from the right, upwards and downwards in turn, leaving out the timing column. */
function* wayOfTheData(size: number): Generator<Point> {
  for (let column = size - 1; column >= 1; column -= 2) {
    const right = column <= 6 ? column - 1 : column;
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
  }
}

function drawPatterns(draw: Draw, size: number, version: number): void {
  for (let i = 0; i < size; i += 1) {
    draw(6, i, i % 2 === 0);
    draw(i, 6, i % 2 === 0);
  }
  const corners: Point[] = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ];
  for (const corner of corners) drawRings(draw, corner, 4, [0, 1, 3]);
  const places = alignment(size, version);
  const last = places.length - 1;
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      const inCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!inCorner) drawRings(draw, [x, y], 2, [0, 2]);
    }
  }
}

/** Squares around a centre, out to a radius; those of the given radii are dark. */
function drawRings(draw: Draw, [x, y]: Point, radius: number, dark: number[]): void {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      draw(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

function alignment(size: number, version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - (count - 2 - i) * step)];
}

/** The level (M, which is 0) and the mask, with their own error correction, twice. */
function drawFormat(draw: Draw, size: number, mask: number): void {
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
  const bit = (i: number) => ((bits >>> i) & 1) === 1;
  for (let i = 0; i < 15; i += 1) {
    if (i < 6) draw(8, i, bit(i));
    else if (i < 8) draw(8, i + 1, bit(i));
    else draw(i === 8 ? 7 : 14 - i, 8, bit(i));
    if (i < 8) draw(size - 1 - i, 8, bit(i));
    else draw(8, size - 15 + i, bit(i));
  }
  draw(8, size - 8, true);
}

function drawVersion(draw: Draw, size: number, version: number): void {
  if (version < 7) return;
  const bits = (version << 12) | remainder(version, 12, 0x1f25);
  for (let i = 0; i < 18; i += 1) {
    const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
    draw(far, near, ((bits >>> i) & 1) === 1);
    draw(near, far, ((bits >>> i) & 1) === 1);
  }
}

function remainder(value: number, degree: number, generator: number): number {
  let rest = value;
  for (let i = 0; i < degree; i += 1) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * generator);
  return rest;
}

const finderLike = ["10111010000", "00001011101"];

/** How hard a drawing is on a camera, by the standard's four rules. */
export function penalty(modules: Modules): number {
  const size = modules.length;
  const rows = modules.map((row) => row.map(Number).join(""));
  const columns = modules.map((_, x) => modules.map((row) => Number(row[x])).join(""));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i += 1) if (finderLike.includes(line.slice(i, i + 11))) sum += 40;
  }
  for (let y = 0; y + 1 < size; y += 1) {
    for (let x = 0; x + 1 < size; x += 1) {
      const square = `${rows[y]?.slice(x, x + 2)}${rows[y + 1]?.slice(x, x + 2)}`;
      if (square === "0000" || square === "1111") sum += 3;
    }
  }
  const dark = modules.flat().filter(Boolean).length / (size * size);
  return sum + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}
