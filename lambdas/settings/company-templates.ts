import {
  type EmailTemplates,
  type Template,
  TemplatedEmail,
  type TemplatePart,
  templateParts,
} from "../../shared/email-templates.ts";
import { hasPaymentInstructions } from "../../shared/emails/how-to-pay.ts";
import { texts } from "../../shared/emails/texts.ts";
import { Language } from "../../shared/languages.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import type { TransactItem } from "../platform/dynamo/database.ts";
import { checkTemplate } from "../platform/email/check-template.ts";
import type { Recipient } from "../platform/email/jobs.ts";
import { changedMeanwhile } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import * as outbox from "../stores/outbox-store.ts";
import * as settings from "../stores/settings-store.ts";
import { changedAt, keyOf, name, type Row, readItem, usableTemplate } from "../stores/template-store.ts";
import { addressesBefore, noticeOf } from "./notice.ts";

/** All templates that can be used. */
export const list = async (): Promise<EmailTemplates> => onWire(await readItem());

const onWire = ({ words, version }: Row): EmailTemplates => ({
  version,
  words: TemplatedEmail.options.flatMap((email) =>
    Language.options.flatMap((language) => {
      const template = usableTemplate(email, language, words);
      return template ? [{ email, language, ...template }] : [];
    }),
  ),
});

type Change = { language: Language; words: Template | null; version?: number | undefined };

/** Tries again when somebody saves another template at the same time. */
const MAX_TRIES = 4;

/** Saves a template with the activity record and the notice, in one transaction. `null` restores the templates. */
export async function save(
  email: TemplatedEmail,
  change: Change,
  context: ChangeContext,
): Promise<EmailTemplates> {
  if (change.words) checkTemplate(email, change.words);
  const company = await settings.get();
  const templates = texts[change.language].templates(hasPaymentInstructions(company, change.language))[email];
  const addresses_before = addressesBefore(company);
  for (let tries = 1; ; tries += 1) {
    const saved = await saveOver(
      await readItem(),
      email,
      { ...change, templates, addresses_before },
      context,
    );
    if (saved) return onWire(saved);
    if (tries === MAX_TRIES) throw changedMeanwhile("this template");
  }
}

/** Undefined when somebody has saved since the row was read. */
async function saveOver(
  row: Row,
  email: TemplatedEmail,
  {
    language,
    words,
    version: seen,
    templates,
    addresses_before,
  }: Change & {
    templates: Template;
    addresses_before: Recipient[];
  },
  context: ChangeContext,
): Promise<Row | undefined> {
  const key = keyOf(email, language);
  const current = usableTemplate(email, language, row.words);
  if (seen !== undefined && seen < changedAt(row.words[key])) throw changedMeanwhile("this template");
  const before: Template = current ?? templates;
  const after = words ?? templates;
  const parts = changedParts(before, after);
  if (parts.length === 0) return row;

  const version = row.version + 1;
  const isOriginal = changedParts(templates, after).length === 0;
  const saved: Row = {
    words: { ...row.words, [key]: isOriginal ? { version } : { ...after, version } },
    version,
  };
  const texts = { before: textOf(before, parts), after: textOf(after, parts) };
  const changes = [{ field: "email_words", email, language, ...texts } as const];
  const fields = (all: Template) => Object.fromEntries(parts.map((part) => [`${key}.${part}`, all[part]]));
  const items: TransactItem[] = [
    settings.replaceRow(name, saved, row.version),
    ...activity.changeRecords(
      "settings-changed",
      { subject: activity.settingsSubject },
      fields(before),
      fields(after),
      context,
    ),
  ];
  const notice = noticeOf({ version, item: name, addresses_before, changes }, context);
  return (await outbox.tryTransactWith(items, [notice])) ? saved : undefined;
}

const changedParts = (a: Template, b: Template) => templateParts.filter((part) => a[part] !== b[part]);
const textOf = (words: Template, parts: TemplatePart[]) => parts.map((part) => words[part]).join("\n");
