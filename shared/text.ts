import * as z from "zod/mini";
import {
  isWellFormed,
  normalizeLine,
  normalizeText,
  replaceHarmful,
  safeLine,
  safeLines,
} from "./characters.ts";
import { Day } from "./day.ts";

const stringOf = (label: string, missing = `Please give the ${label}.`) =>
  z.string({ error: (issue) => (issue.input === undefined ? missing : `Please give the ${label} as text.`) });

type Normalize = (text: string) => string;

/** Cleaning can shorten text. Text that is longer than this many times its limit is refused before it is cleaned. */
const RAW_LENGTH_FACTOR = 4;

/** A string that is cleaned and trimmed. Its length is checked first, so that nobody can make the cleaning slow. */
function cleaned(label: string, maxLength: number, normalize: Normalize, missing?: string) {
  // A function: loading number formats would take an eighth of a cold start.
  const error = () => `The ${label} is too long (at most ${maxLength.toLocaleString("en-US")} characters).`;
  return stringOf(label, missing).check(
    z.refine((raw) => raw.length <= RAW_LENGTH_FACTOR * maxLength, { error, abort: true }),
    z.overwrite(normalize),
    z.trim(),
    z.maxLength(maxLength, { error }),
  );
}

const text = (label: string, maxLength: number, normalize: Normalize, pattern: RegExp, missing?: string) => {
  const invalid = `The ${label} contains characters that cannot be used.`;
  return cleaned(label, maxLength, normalize, missing).check(
    z.regex(pattern, invalid),
    z.refine(isWellFormed, invalid),
  );
};

/** Text of one line. `label` completes the sentence "The … is too long"; `missing` is the error if there is none. */
export const line = (label: string, maxLength: number, missing?: string) =>
  text(label, maxLength, normalizeLine, safeLine, missing);

/** Text of several lines, such as an address. */
export const lines = (label: string, maxLength: number, missing?: string) =>
  text(label, maxLength, normalizeText, safeLines, missing);

/** Stored text: harmful characters are replaced when it is read. */
export const Text = z.string().check(z.overwrite(replaceHarmful));

/** RFC 5321. */
export const MAX_EMAIL_LENGTH = 254;

/** Zod's rule, extended by top-level domains in other scripts (`xn--…`). */
const Address = z.email({
  error: ({ input }) =>
    input === "" ? "Please give the email address." : "Please provide a valid email address.",
  pattern:
    /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]{1,59})$/,
});

export const email = (label = "email address") =>
  cleaned(label, MAX_EMAIL_LENGTH, normalizeLine).check(Address);

/** Whether mail can be sent to the address. */
export const isMailable = (address: string): boolean => Address.safeParse(address).success;

export const Id = z.uuid("That is not a valid id.");

/** `subscription#period`, or a UUID. */
export const ChargeId = z.string().check(
  z.refine((text) => {
    const [id, day, ...rest] = text.split("#");
    return Id.safeParse(id).success && (day === undefined || Day.safeParse(day).success) && rest.length === 0;
  }, "That is no id of a charge."),
);

/** The caller may choose a new record's id, so that a repeated request makes no second record. */
export const OptionalId = z.optional(Id);

/** The caller names a payment or refund, so that a repeated request makes no second one. */
export const OwnId = z.uuid(
  "Please send an id (a UUID) of your own with it, so that a repeated call is not a second payment.",
);

/** Counts the changes of a record. An edit is saved only over the version that the person saw. */
export const Version = z.int("Please give the version as a whole number.").check(z.minimum(1));

export const invalidCursor = "There is no such page of this list.";
/** Where the next page of a list starts: the last id of this page. Absent on the last page. */
export const Cursor = z.uuid(invalidCursor);

export const Count = z.int().check(z.minimum(0));

/** The number of stored rows that cannot be read; absent if there are none. */
export const Unreadable = z.optional(Count);

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime();
