import * as z from "zod/mini";
import type { Routes } from "../route.ts";
import { invalidCursor, line } from "../text.ts";

/** Where something is stored about a person, and what stays of it after it is erased. */
export const personKinds = {
  client: {
    name: "Client",
    many: "Clients",
    stays:
      "Amounts, days and M-Pesa codes stay, and invoices and credit notes as they were written: tax law keeps them. What is open is waived.",
  },
  "former-address": { name: "Former address", many: "Former addresses", stays: "Nothing stays." },
  copy: { name: "Copy of a client's emails", many: "Copies of clients' emails", stays: "Nothing stays." },
  message: { name: "Message", many: "Messages", stays: "Nothing stays." },
  "statement-line": {
    name: "Statement line",
    many: "Statement lines",
    stays: "Amount, day and M-Pesa code stay.",
  },
  note: { name: "Note", many: "Notes", stays: "That somebody wrote a note, and when, stays." },
  activity: {
    name: "Activity",
    many: "Activity",
    stays: "What was done, when and by which staff stays, with amounts and days.",
  },
  email: {
    name: "Email sent",
    many: "Emails sent",
    stays: "It stays, without name and address: kind, day and delivery prove what was sent.",
  },
  staff: {
    name: "Staff",
    many: "Staff",
    stays: "Remove them on the page Staff. The name stays in the activity.",
  },
  "import-row": {
    name: "Imported row",
    many: "Imported rows",
    stays: "What the import did with the row stays.",
  },
} as const;
export const PersonKind = z.enum(
  Object.keys(personKinds) as [keyof typeof personKinds, ...(keyof typeof personKinds)[]],
  "There is no such kind of record.",
);
export type PersonKind = z.output<typeof PersonKind>;

/** These cannot be erased here. */
export const keptKinds: ReadonlySet<PersonKind> = new Set(["email", "staff"]);

const ItemId = z.string("Please give the id of each record.").check(z.minLength(1), z.maxLength(400));
const Item = z.object({ kind: PersonKind, id: ItemId });
export type PersonItem = z.output<typeof Item>;

export const PersonRecord = z.object({ kind: PersonKind, id: z.string(), text: z.string() });
export type PersonRecord = z.output<typeof PersonRecord>;

/** For one request. */
export const MAX_ITEMS = 50;
const items = z.strictObject({
  items: z
    .array(z.strictObject({ kind: PersonKind, id: ItemId }), "Please give the records.")
    .check(
      z.minLength(1, "Choose at least one record."),
      z.maxLength(MAX_ITEMS, `Send at most ${MAX_ITEMS} records at once.`),
    ),
});

export const MIN_QUERY_LENGTH = 3;
const tooShort = `Type at least ${MIN_QUERY_LENGTH} characters of a name, address, phone number or reference.`;
const SearchCursor = z.string().check(z.regex(/^[\w-]{1,4000}$/, invalidCursor));

export const peopleRoutes = {
  "POST /api/v1/people/search": {
    summary: "Find what is stored about a person",
    description:
      "By name, address, phone number or payment reference, in any spelling. Send `cursor` again until a response has none. The query is in the body, so that no log has it.",
    access: "admin",
    body: z.strictObject({
      query: line("text to look for", 200, tooShort).check(z.minLength(MIN_QUERY_LENGTH, tooShort)),
      cursor: z.optional(SearchCursor),
    }),
    response: z.object({ found: z.array(PersonRecord), cursor: z.optional(SearchCursor) }),
  },
  "POST /api/v1/people/export": {
    summary: "Download everything stored in some records",
    description: "The download is recorded in the activity.",
    access: "admin",
    body: items,
    response: z.object({ records: z.array(z.extend(Item, { data: z.record(z.string(), z.unknown()) })) }),
  },
  "POST /api/v1/people/erasure": {
    summary: "Erase personal data",
    description:
      "Amounts and days stay. `kept` says what cannot be erased, and why. Repeating the call changes nothing.",
    access: "admin",
    body: items,
    response: z.object({ erased: z.array(Item), kept: z.array(z.extend(Item, { why: z.string() })) }),
  },
} as const satisfies Routes;
