import * as z from "zod/mini";
import { harmful, harmless, tidied, tidiedLine } from "./characters.ts";

// What could do harm has no place in what people type, and line breaks none in what becomes a header.
const oneLine = new RegExp(`^[^${harmful}]*$`, "u");
const manyLines = new RegExp(`^(?:[^${harmful}]|\\n)*$`, "u");

const stringOf = (label: string, missing = `Please give the ${label}.`) =>
  z.string({ error: (issue) => (issue.input === undefined ? missing : `Please give the ${label} as text.`) });

type Tidy = (text: string) => string;

const text = (label: string, longest: number, tidy: Tidy, pattern: RegExp, missing?: string) =>
  stringOf(label, missing).check(
    z.overwrite(tidy),
    z.trim(),
    // Written when it is said: loading the rules of number formats would be an eighth of a cold start.
    z.maxLength(longest, {
      error: () => `The ${label} is too long (at most ${longest.toLocaleString("en-US")} characters).`,
    }),
    z.regex(pattern, `The ${label} contains characters that cannot be used.`),
  );

/** Text of one line. `label` completes the sentence "The … is too long"; `missing` is said when there is none. */
export const line = (label: string, longest: number, missing?: string) =>
  text(label, longest, tidiedLine, oneLine, missing);

/** Text that may run over several lines, such as an address. */
export const lines = (label: string, longest: number, missing?: string) =>
  text(label, longest, tidied, manyLines, missing);

/** Text that was accepted when it was stored, by whatever rule held then; what could do harm does not leave again. */
export const Text = z.string().check(z.overwrite(harmless));

/** RFC 5321 allows no longer address. */
export const longestEmail = 254;

/** Zod's own rule, which knows no domains that end in another script's letters (`xn--…`). */
const Address = z.email({
  error: "Please provide a valid email address.",
  pattern:
    /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]{1,59})$/,
});

export const email = (label = "email address") =>
  z.pipe(
    stringOf(label).check(
      z.overwrite(tidiedLine),
      z.trim(),
      z.maxLength(longestEmail, `The ${label} is too long (at most ${longestEmail} characters).`),
    ),
    Address,
  );

/** Whether mail can be sent to the address. */
export const isMailable = (address: string): boolean => Address.safeParse(address).success;

/** Records are named by random UUIDs; one that cannot be an id is refused before the tables are asked. */
export const Id = z.uuid("That is not a valid id.");

/** A record's id as whoever creates it may give it: a request that is repeated then makes no second record. */
export const GivenId = z.optional(Id);

/** How many times a record was changed; what a person edited is saved only over the version they saw. */
export const Version = z.int("Please give the version as a whole number.").check(z.minimum(1));

export const noSuchPage = "There is no such page of this list.";
/** Where the next page of a list starts: the last id of this one. Absent on the last page. */
export const Cursor = z.uuid(noSuchPage);

/** How many there are of something. */
export const Count = z.int().check(z.minimum(0));

/** Of a list's rows, those that are stored but cannot be read; absent when there are none. */
export const Unreadable = z.optional(Count);

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime();
