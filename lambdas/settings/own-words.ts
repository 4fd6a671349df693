import { saysHow } from "../../shared/emails/how-to-pay.ts";
import { texts } from "../../shared/emails/texts.ts";
import { WordedEmail, type Words, type WordsPart, wordsParts } from "../../shared/emails/worded.ts";
import { Language } from "../../shared/languages.ts";
import type { EmailWords } from "../../shared/settings.ts";
import * as activity from "../activity/store.ts";
import { TransactionRefused, table, transact } from "../database.ts";
import { changedMeanwhile } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import { refuseUnusable } from "../usable-words.ts";
import * as settings from "./store.ts";
import { type Untold, untoldBy } from "./untold.ts";
import { changedAt, keyOf, name, type Row, readItem, usable } from "./words.ts";

export type Stored = { answer: EmailWords; version: number; untold: Untold[] };

/** All that can be used. */
export const list = async (): Promise<Stored> => stored(await readItem());

const stored = ({ words, version, untold }: Row): Stored => ({
  answer: {
    version,
    words: WordedEmail.options.flatMap((email) =>
      Language.options.flatMap((language) => {
        const own = usable(email, language, words);
        return own ? [{ email, language, ...own }] : [];
      }),
    ),
  },
  version,
  untold,
});

type Change = { language: Language; words: Words | null; version?: number | undefined };

/** How often it is tried when somebody saves other words in the same moment. */
const mostTries = 4;

/** Saves, records it, and remembers with it what is to be told of it. What says the same as the original is the original. */
export async function save(email: WordedEmail, change: Change, occasion: Occasion): Promise<Stored> {
  if (change.words) refuseUnusable(email, change.words);
  const original = texts[change.language].original(saysHow(await settings.get(), change.language))[email];
  for (let tries = 1; ; tries += 1) {
    try {
      return await saveOver(await readItem(), email, { ...change, original }, occasion);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (tries === mostTries) throw changedMeanwhile("these words");
    }
  }
}

/** @throws TransactionRefused when somebody has saved since the row was read */
async function saveOver(
  row: Row,
  email: WordedEmail,
  { language, words, version: seen, original }: Change & { original: Words },
  occasion: Occasion,
): Promise<Stored> {
  const key = keyOf(email, language);
  const own = usable(email, language, row.words);
  if (seen !== undefined && seen < changedAt(row.words[key])) throw changedMeanwhile("these words");
  const before: Words = own ?? original;
  const after = words ?? original;
  const parts = changedParts(before, after);
  if (parts.length === 0) return stored(row);

  const version = row.version + 1;
  const isOriginal = changedParts(original, after).length === 0;
  const saved: Row = {
    words: { ...row.words, [key]: isOriginal ? { version } : { ...after, version } },
    version,
    untold: [
      ...row.untold,
      {
        ...{ version, item: name, ...untoldBy(occasion) },
        changes: [
          {
            ...{ field: "email_words", email, language },
            ...{ before: said(before, parts), after: said(after, parts) },
          },
        ],
      },
    ],
  };
  const fields = (all: Words) => Object.fromEntries(parts.map((part) => [`${key}.${part}`, all[part]]));
  await transact([
    {
      Put: {
        TableName: table("settings"),
        Item: { name, ...saved },
        ConditionExpression: "attribute_not_exists(#name) OR version = :seen",
        ExpressionAttributeNames: { "#name": "name" },
        ExpressionAttributeValues: { ":seen": row.version },
      },
    },
    ...activity.changed(
      "settings-changed",
      { subject: activity.settingsSubject },
      fields(before),
      fields(after),
      occasion,
    ),
  ]);
  return stored(saved);
}

const changedParts = (one: Words, other: Words) => wordsParts.filter((part) => one[part] !== other[part]);
const said = (words: Words, parts: WordsPart[]) => parts.map((part) => words[part]).join("\n");
