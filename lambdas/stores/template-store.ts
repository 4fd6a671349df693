import * as z from "zod/mini";
import { Template, type TemplatedEmail, templateProblems } from "../../shared/email-templates.ts";
import type { Language } from "../../shared/languages.ts";
import { omit } from "../../shared/omit.ts";
import { Count } from "../../shared/text.ts";
import { getItem } from "../platform/dynamo/database.ts";
import { read, UnreadableRow } from "../platform/dynamo/read-rows.ts";
import { logFailure } from "../platform/log.ts";

// The company's own templates of emails to clients, in an item beside the settings.

export const name = "emails";

/** A template, with the version of the row that it was saved in. */
const Entry = z.strictObject({ ...Template.shape, version: Count });
/** The original is used again. */
const RestoredEntry = z.strictObject({ version: Count });

/** `words` has a template for each email and language (`upcoming.en`). Each is parsed alone: a bad one hides no other. */
export const Row = z.object({
  words: z._default(z.record(z.string(), z.unknown()), {}),
  version: z._default(Count, 0),
});
export type Row = z.output<typeof Row>;

export const keyOf = (email: TemplatedEmail, language: Language) => `${email}.${language}`;

export async function readItem(): Promise<Row> {
  const item = await getItem("settings", { name });
  return read(Row, item ?? {});
}

/** The version of the row in which an entry was saved; 0 if unknown. */
export const changedAt = (entry: unknown): number =>
  z.object({ version: Count }).safeParse(entry).data?.version ?? 0;

/** The company's template of an email; undefined when it has none that can be used, and the original is used. */
export type TemplateOf = (email: TemplatedEmail, language?: Language) => Template | undefined;

/** The templates of a stored row. */
export function templatesIn(item: Record<string, unknown> = {}): TemplateOf {
  try {
    const { words } = read(Row, item);
    return (email, language = "en") => usableTemplate(email, language, words);
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    logFailure("templates of emails not used", error);
    return () => undefined;
  }
}

/** The message has the names of the parts that cannot be used, never their text. */
class UnusableTemplate extends Error {
  override name = "UnusableTemplate";
}

/** The stored template of an email, if it can be used. */
export function usableTemplate(
  email: TemplatedEmail,
  language: Language,
  all: Row["words"],
): Template | undefined {
  const key = keyOf(email, language);
  const entry = all[key];
  if (entry === undefined || RestoredEntry.safeParse(entry).success) return undefined;
  const { success, data, error } = Entry.safeParse(entry);
  const problems = success
    ? Object.keys(templateProblems(email, data))
    : error.issues.flatMap(({ path }) => path);
  if (success && problems.length === 0) {
    const template = omit(data, "version");
    return template;
  }
  logFailure("template of an email not used", new UnusableTemplate(problems.join(", ")), { email: key });
  return undefined;
}
