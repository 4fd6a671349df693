import type { Fields } from "../field.ts";
import { languageNames } from "../languages.ts";
import { omit } from "../omit.ts";
import { vatNames } from "../vat.ts";
import type { Client } from "./client.ts";
import type { CopyColumn } from "./copies.ts";

export const clientStatusNames: Record<Client["status"], string> = { active: "Active", inactive: "Inactive" };

/** In the order of the exported file. */
export const clientFields = {
  name: {
    label: "Name",
    heading: "Client",
    kind: "text",
    description: "The business or person that pays.",
    searched: true,
  },
  email: {
    label: "Email",
    kind: "text",
    description: "Reminders and receipts go to this address. Empty after erasure.",
    searched: true,
  },
  copies: {
    label: "Copies",
    kind: "addresses",
    description:
      "Up to four other people who get a copy of each email to the client. The client's own address and doubles are dropped. An address with a `mail_problem` gets none, until a change says `mail_works` of it.",
    searched: true,
  },
  phone: {
    label: "Phone",
    kind: "phone",
    description: "As typed; an import adds the country code.",
    searched: true,
  },
  company: {
    label: "Company",
    kind: "text",
    description: "The company's name, if it differs from the client's.",
    searched: true,
  },
  address: {
    label: "Address",
    kind: "lines",
    description: "The postal address, in lines.",
    searched: true,
  },
  kra_pin: {
    label: "KRA PIN",
    kind: "text",
    description: "The tax number: A or P, nine digits and a letter, stored in capitals; can be absent.",
    searched: true,
  },
  payment_reference: {
    label: "Payment reference",
    kind: "reference",
    description:
      "The account number that the client types when paying: seven digits, the last one a check digit.",
    searched: true,
    readOnly: true,
  },
  language: {
    label: "Language",
    kind: "text",
    description: "The language of emails to this client; English if absent.",
    names: languageNames,
    absent: "en",
  },
  vat: {
    label: "VAT",
    kind: "text",
    description:
      "The VAT of their new subscriptions and charges, as the forms suggest it; the standard rate if absent.",
    names: vatNames,
    absent: "standard",
  },
  status: {
    label: "Status",
    kind: "text",
    description: "Inactive clients get no reminders.",
    names: clientStatusNames,
  },
  muted: {
    label: "Reminders muted",
    heading: "Muted",
    kind: "yes-no",
    description: "No automatic reminders to this client; staff can still send one.",
  },
  created_at: {
    label: "Added",
    kind: "instant",
    description: "When the client was added.",
    readOnly: true,
  },
  sample: {
    label: "Sample",
    kind: "yes-no",
    description: "A record for trying the product: it gets no email and can be removed in one action.",
    readOnly: true,
  },
  id: {
    label: "Id",
    kind: "id",
    description: "Identifies the client.",
    readOnly: true,
  },
} as const satisfies Fields<Exclude<keyof Client, "version" | "mail_problem" | "erased_at">>;

const copyField = (number: number) =>
  ({
    label: `Copy ${number}`,
    kind: "text",
    description: "As in “Jane Wambui <jane@client.example>”.",
  }) as const;

/** The fields of a file of clients, in its order: a column for each copy. */
export const clientFileTable = {
  ...omit(clientFields, "copies"),
  copy_1: copyField(1),
  copy_2: copyField(2),
  copy_3: copyField(3),
  copy_4: copyField(4),
} as const satisfies Fields<Exclude<keyof typeof clientFields, "copies"> | CopyColumn>;

/** Lists and files of other records show these fields of their client. */
export const clientColumns = {
  client_name: { ...clientFields.name, label: clientFields.name.heading },
  client_email: clientFields.email,
  client_phone: clientFields.phone,
  client_reference: clientFields.payment_reference,
} as const;
