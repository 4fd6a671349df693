import { crc32, deflateSync } from "node:zlib";

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG with the 128 most frequent colours of RGBA pixels; other colours become the nearest of them. */
export function palettePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const counts = new Map<number, number>();
  const colours = new Uint32Array(width * height);
  for (let i = 0; i < colours.length; i++) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i * 4, i * 4 + 3);
    const colour = (red << 16) | (green << 8) | blue;
    colours[i] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 128)
    .map(([colour]) => colour);
  const distance = (a: number, b: number) =>
    ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
  const nearest = new Map<number, number>();
  for (const colour of counts.keys()) {
    let best = 0;
    for (let i = 1; i < palette.length; i++) {
      if (distance(palette[i] ?? 0, colour) < distance(palette[best] ?? 0, colour)) best = i;
    }
    nearest.set(colour, best);
  }

  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, i) => {
    rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = nearest.get(colour) ?? 0;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk(
      "PLTE",
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
