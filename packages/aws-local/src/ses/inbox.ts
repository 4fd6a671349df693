import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const email = z.object({
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

/** An email as the inbox shows it. */
export type Email = z.infer<typeof email>;

export interface Inbox {
  add(email: Email): void;
  /** Newest first. */
  list(): Email[];
  clear(): void;
  /** Calls `listener` after each change; the answer ends that. */
  onChange(listener: () => void): () => void;
}

/** @param directory keeps the emails over restarts, as JSON lines; undefined keeps them in memory. */
export function openInbox(directory: string | undefined): Inbox {
  const file = directory === undefined ? undefined : join(directory, "inbox.jsonl");
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  let emails = file !== undefined && existsSync(file) ? readEmails(readFileSync(file, "utf8")) : [];
  // A process that was killed may have left half a line, which must not swallow the next one.
  if (file !== undefined) writeFileSync(file, emails.map(line).join(""));
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    add(added) {
      if (file !== undefined) appendFileSync(file, line(added));
      emails.push(added);
      changed();
    },
    list: () => emails.toReversed(),
    clear() {
      if (file !== undefined) writeFileSync(file, "");
      emails = [];
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function line(written: Email): string {
  return `${JSON.stringify(written)}\n`;
}

function readEmails(lines: string): Email[] {
  return lines.split("\n").flatMap((each) => {
    try {
      return [email.parse(JSON.parse(each))];
    } catch {
      return [];
    }
  });
}
