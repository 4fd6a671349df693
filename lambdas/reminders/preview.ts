import type { Day } from "../../shared/day.ts";
import type { Email } from "../../shared/emails/email.ts";
import { example } from "../../shared/emails/examples.ts";
import { isWorded } from "../../shared/emails/worded.ts";
import type { Language } from "../../shared/languages.ts";
import type { EmailName } from "../../shared/reminders.ts";
import * as settings from "../settings/store.ts";
import { siteUrl } from "../site-url.ts";

/** An email as it would look today. */
export async function previewOf(email: EmailName, language: Language = "en", today: Day): Promise<Email> {
  const { company, wordsOf } = await settings.forClients();
  const words = isWorded(email) ? wordsOf(email, language) : undefined;
  return example(email, company, today, { language, words, site: siteUrl() });
}
