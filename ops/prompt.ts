import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks at the terminal. A hidden answer is not shown while it is typed. @throws Error with `help` if nobody answers */
export async function prompt(question: string, help: string, hidden?: "hidden"): Promise<string> {
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stdout,
    terminal: process.stdin.isTTY,
  });
  const closed = new Promise<never>((_, reject) =>
    terminal.once("close", () => reject(new Error(`\nNo answer: ${help}`))),
  );
  try {
    return await Promise.race([terminal.question(""), closed]);
  } finally {
    closed.catch(() => {});
    terminal.close();
    if (hidden) process.stdout.write("\n");
  }
}
