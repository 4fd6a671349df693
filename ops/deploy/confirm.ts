import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";

/** Asks at the terminal. Only the exact word is a yes; a closed terminal is a no. */
export async function confirm(
  question: string,
  word: string,
  input: Readable = process.stdin,
): Promise<boolean> {
  const terminal = createInterface({ input, output: process.stdout });
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    return (await Promise.race([terminal.question(`\n${question} Type ${word}: `), closed])).trim() === word;
  } finally {
    terminal.close();
  }
}
