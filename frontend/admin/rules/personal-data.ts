import { activityNames } from "../../../shared/activity/fields.ts";
import type { PersonalDataPage } from "../../../shared/clients/client.ts";
import { emailKindNames } from "../../../shared/reminders/fields.ts";
import { deliveryStatuses } from "../../../shared/reminders/labels.ts";

/** All pages of a client's data together. */
export type PersonalData = Required<Omit<PersonalDataPage, "client" | "cursor" | "unreadable">> & {
  client: PersonalDataPage["client"];
  unreadable: number;
};

/** Adds up the pages. */
export function joinPages(pages: readonly PersonalDataPage[]): PersonalData {
  const all = <K extends Exclude<keyof PersonalData, "client" | "unreadable">>(name: K) =>
    pages.flatMap((page): PersonalData[K][number][] => page[name] ?? []) as PersonalData[K];
  return {
    client: pages.find(({ client }) => client)?.client,
    unreadable: pages.reduce((sum, { unreadable = 0 }) => sum + unreadable, 0),
    subscriptions: all("subscriptions"),
    charges: all("charges"),
    statement_lines: all("statement_lines"),
    mpesa_prompts: all("mpesa_prompts"),
    payments: all("payments"),
    invoices: all("invoices"),
    emails: all("emails"),
    messages: all("messages"),
    activity: all("activity"),
  };
}

/** The file for the person, with readable names instead of codes. */
export function fileOf({ unreadable, ...data }: PersonalData, takenAt: Date) {
  return {
    about: "All data stored about this client. Dates are year-month-day, times are UTC.",
    taken_at: takenAt.toISOString(),
    client: data.client,
    subscriptions: data.subscriptions,
    charges: data.charges,
    payments: data.payments,
    invoices: data.invoices,
    emails: data.emails.map(({ kind, state, ...email }) => ({
      email: emailKindNames[kind],
      delivery: deliveryStatuses[state].name,
      ...email,
    })),
    messages: data.messages,
    notes: data.activity.filter(({ kind }) => kind === "note"),
    activity: data.activity.flatMap((entry) =>
      entry.kind === "change" ? [{ ...entry, what: activityNames[entry.what] }] : [],
    ),
    statement_lines: data.statement_lines,
    requests_on_a_phone: data.mpesa_prompts,
    ...(unreadable > 0 && { records_that_could_not_be_read: unreadable }),
  };
}
