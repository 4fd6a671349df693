import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { problemsOf, type WordedEmail, Words } from "../../shared/emails/worded.ts";
import type { Language } from "../../shared/languages.ts";
import { Count } from "../../shared/text.ts";
import { database, table } from "../database.ts";
import { logFailure } from "../log.ts";
import { read, UnreadableRow } from "../rows.ts";
import { Untold } from "./untold.ts";

// The words of emails to clients that are the company's own: an item beside the settings', which a release that does not
// know of them leaves alone.

export const name = "emails";

/** With the version of the row that they came with; that alone is left where the original was set back. */
const Entry = z.strictObject({ ...Words.shape, version: Count });
const SetBack = z.strictObject({ version: Count });

/** By email and language, `upcoming.en`. Each is looked at by itself: what cannot be used takes no other with it. */
export const Row = z.object({
  words: z._default(z.record(z.string(), z.unknown()), {}),
  version: z._default(Count, 0),
  untold: z._default(z.array(Untold), []),
});
export type Row = z.output<typeof Row>;

export const keyOf = (email: WordedEmail, language: Language) => `${email}.${language}`;

export async function readItem(): Promise<Row> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("settings"), Key: { name }, ConsistentRead: true }),
  );
  return read(Row, Item ?? {});
}

/** With which version of the row an entry came; 0 of one that cannot be known. */
export const changedAt = (entry: unknown): number =>
  z.object({ version: Count }).safeParse(entry).data?.version ?? 0;

/** The company's own words for an email; undefined where it has none that can be used: the original ones are used then. */
export type WordsOf = (email: WordedEmail, language?: Language) => Words | undefined;

/** The words of a row as it is stored. */
export function wordsIn(item: Record<string, unknown> = {}): WordsOf {
  try {
    const { words } = read(Row, item);
    return (email, language = "en") => usable(email, language, words);
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    logFailure("own words of emails left out", error);
    return () => undefined;
  }
}

/** Its message names the parts that cannot be used, never what stands in them. */
class UnusableWords extends Error {
  override name = "UnusableWords";
}

/** Those that are stored for an email, where they can be used. */
export function usable(email: WordedEmail, language: Language, all: Row["words"]): Words | undefined {
  const key = keyOf(email, language);
  const entry = all[key];
  if (entry === undefined || SetBack.safeParse(entry).success) return undefined;
  const { success, data, error } = Entry.safeParse(entry);
  const problems = success ? Object.keys(problemsOf(email, data)) : error.issues.flatMap(({ path }) => path);
  if (success && problems.length === 0) {
    const { version: _, ...words } = data;
    return words;
  }
  logFailure("own words of an email left out", new UnusableWords(problems.join(", ")), { email: key });
  return undefined;
}
