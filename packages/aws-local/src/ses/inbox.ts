import { EventEmitter } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const Email = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()).optional(),
  replyTo: z.array(z.string()),
  subject: z.string(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  /** `content` is in base64. */
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() }))
    .optional(),
  headers: z.record(z.string(), z.string()).optional(),
  sentAt: z.iso.datetime(),
});

export type Email = z.infer<typeof Email>;

export type Inbox = ReturnType<typeof openInbox>;

/** @param directory keeps the emails across restarts, as JSON lines; without it they are in memory */
export function openInbox(directory: string | undefined) {
  const file = directory === undefined ? undefined : join(directory, "inbox.jsonl");
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  let emails = file !== undefined && existsSync(file) ? readEmails(readFileSync(file, "utf8")) : [];
  // Removes an incomplete line that a killed process left.
  if (file !== undefined) writeFileSync(file, emails.map(toLine).join(""));
  const changes = new EventEmitter().setMaxListeners(0);
  return {
    add(email: Email): void {
      if (file !== undefined) appendFileSync(file, toLine(email));
      emails.push(email);
      changes.emit("change");
    },
    list: () => emails.toReversed(),
    clear(): void {
      if (file !== undefined) writeFileSync(file, "");
      emails = [];
      changes.emit("change");
    },
    /** Calls `listener` after each change. Returns a function that removes it. */
    onChange(listener: () => void): () => void {
      changes.on("change", listener);
      return () => void changes.off("change", listener);
    },
  };
}

const toLine = (email: Email) => `${JSON.stringify(email)}\n`;

const readEmails = (lines: string): Email[] =>
  lines.split("\n").flatMap((line) => {
    try {
      return [Email.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
