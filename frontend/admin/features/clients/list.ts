import { addressText } from "../../../../shared/address.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { type CopyColumn, copyColumns } from "../../../../shared/clients/copies.ts";
import { clientFields, clientFileTable } from "../../../../shared/clients/fields.ts";
import type { CsvExport } from "../../../../shared/csv.ts";
import { headingOf } from "../../../../shared/field.ts";
import { cellOf, fieldEntries } from "../../../../shared/field-values.ts";
import { currencies, moneyRank, toCents } from "../../../../shared/money.ts";
import type { OwingClient } from "../../queries/with-owed.ts";
import { companyOf } from "../../rules/client-company.ts";
import { clientText } from "../../rules/client-text.ts";
import { rulesOf } from "../../rules/list-rules.ts";

// The client directory: its search, order and file, from the declared fields.

export const clientRules = rulesOf<OwingClient>(clientFields, {
  textOf: clientText,
  filters: { status: ({ status }) => status },
  sortKeys: { company: companyOf, overdue: overdueRank },
  defaultOrder: { id: "name", desc: false },
});

/** By the last currency in which something is overdue, then by its amount. */
function overdueRank({ overdue = {} }: OwingClient): number | undefined {
  const currency = currencies.findLast((currency) => overdue[currency]);
  return currency && moneyRank(toCents(overdue[currency] ?? 0), currency);
}

type ClientInFile = Client & Partial<Record<CopyColumn, string>>;

const inFile = (client: Client): ClientInFile => ({
  ...client,
  ...Object.fromEntries((client.copies ?? []).map((copy, at) => [copyColumns[at], addressText(copy)])),
});

/** An import reads this file again without a question, so it has only the declared fields. */
export const clientsExport = {
  name: "clients",
  columns: fieldEntries<ClientInFile>(clientFileTable).map(([name, field]) => [
    headingOf(field),
    (client: Client) => cellOf(field, inFile(client)[name]),
  ]),
} satisfies CsvExport<Client>;

/** Texts about a problem with the email of a client, and the next step. */
export const mailProblemTexts = {
  bounced: {
    badge: "Email bounced",
    happened: "An email to this address bounced permanently",
    todo: "Enter another address and save. Reminders go there from the next daily run.",
  },
  returned: {
    badge: "Email comes back",
    happened: "Three emails to this address came back within 30 days, the last one",
    todo: "Ask the client whether the address works, or enter another one. Reminders go there from the next daily run.",
  },
  complained: {
    badge: "Marked as spam",
    happened: "An email to this address was marked as spam",
    todo: "Ask the client how they want to be contacted. With another address, reminders are sent again.",
  },
} as const;
