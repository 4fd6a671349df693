import { drawings, type Modules, penalty } from "./qr-drawing.ts";

// Of level M, by version. Beyond version 15 (412 bytes) no otpauth address goes.
const eccPerBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

/**
 * A QR code (ISO/IEC 18004) of a text: byte mode, error correction level M, the smallest version that
 * holds it. Drawn here because the text is the secret of a second factor, which no other party may see.
 * @throws RangeError when the text is longer than that.
 */
export function qrCode(text: string): Modules {
  const bytes = new TextEncoder().encode(text);
  const version =
    eccPerBlock.findIndex((_, index) => bitsFor(bytes.length, index + 1) <= dataBytes(index + 1) * 8) + 1;
  if (version === 0) throw new RangeError("The text is too long for a QR code.");
  const codewords = withErrorCorrection(dataOf(bytes, version), version);
  const masked = drawings(codewords, version);
  const penalties = masked.map(penalty);
  return masked[penalties.indexOf(Math.min(...penalties))] as Modules;
}

const bitsFor = (length: number, version: number) => 4 + (version < 10 ? 8 : 16) + length * 8;

function rawBytes(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const patterns = Math.floor(version / 7) + 2;
    modules -= (25 * patterns - 10) * patterns - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

const at = (list: readonly number[], index: number) => list[index] as number;

const dataBytes = (version: number) =>
  rawBytes(version) - at(eccPerBlock, version - 1) * at(blockCounts, version - 1);

function dataOf(bytes: Uint8Array, version: number): number[] {
  const capacity = dataBytes(version) * 8;
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, capacity - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
}

/** Multiplies in the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1. */
function multiply(x: number, y: number): number {
  let z = 0;
  for (let i = 7; i >= 0; i -= 1) z = (z << 1) ^ ((z >>> 7) * 0x11d) ^ (((y >>> i) & 1) * x);
  return z;
}

/** The Reed–Solomon remainder of the data over the generator of that degree. */
export function errorCorrection(data: readonly number[], degree: number): number[] {
  const generator: number[] = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) {
      generator[j] = multiply(at(generator, j), root) ^ (generator[j + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  const remainder = Array<number>(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() as number);
    remainder.push(0);
    for (let i = 0; i < degree; i += 1) remainder[i] = at(remainder, i) ^ multiply(at(generator, i), factor);
  }
  return remainder;
}

/** Splits the data into blocks, adds each one's correction, and weaves them into one sequence. */
function withErrorCorrection(data: number[], version: number): number[] {
  const count = at(blockCounts, version - 1);
  const degree = at(eccPerBlock, version - 1);
  const short = Math.floor(data.length / count);
  const longBlocks = data.length % count;
  let from = 0;
  const blocks = Array.from({ length: count }, (_, i) => {
    const block = data.slice(from, from + short + (i >= count - longBlocks ? 1 : 0));
    from += block.length;
    return block;
  });
  const corrections = blocks.map((block) => errorCorrection(block, degree));
  const woven = (lists: number[][], length: number) =>
    Array.from({ length }, (_, i) => lists.flatMap((list) => (i < list.length ? [at(list, i)] : []))).flat();
  return [...woven(blocks, short + 1), ...woven(corrections, degree)];
}
