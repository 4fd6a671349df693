import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const letter = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  replyTo: z.array(z.string()),
  subject: z.string(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  sentAt: z.iso.datetime(),
});

/** A mail as the inbox shows it. */
export type Letter = z.infer<typeof letter>;

export interface Inbox {
  add(letter: Letter): void;
  /** Newest first. */
  list(): Letter[];
  get(id: string): Letter | undefined;
  clear(): void;
  /** Calls `listener` after each change; the answer ends that. */
  onChange(listener: () => void): () => void;
}

/** @param directory keeps the letters over restarts, as JSON lines; undefined keeps them in memory. */
export function openInbox(directory: string | undefined): Inbox {
  const file = directory === undefined ? undefined : join(directory, "inbox.jsonl");
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  let letters = file !== undefined && existsSync(file) ? readLetters(readFileSync(file, "utf8")) : [];
  // A process that was killed may have left half a line, which must not swallow the next one.
  if (file !== undefined) writeFileSync(file, letters.map(line).join(""));
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    add(added) {
      if (file !== undefined) appendFileSync(file, line(added));
      letters.push(added);
      changed();
    },
    list: () => letters.toReversed(),
    get: (id) => letters.find((each) => each.id === id),
    clear() {
      if (file !== undefined) writeFileSync(file, "");
      letters = [];
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function line(written: Letter): string {
  return `${JSON.stringify(written)}\n`;
}

function readLetters(lines: string): Letter[] {
  return lines.split("\n").flatMap((each) => {
    try {
      return [letter.parse(JSON.parse(each))];
    } catch {
      return [];
    }
  });
}
