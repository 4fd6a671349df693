import type { Day } from "../day.ts";
import type { Span } from "../day-span.ts";
import type { Part } from "./email.ts";

/** A link to a screen of the back-office; none if the site's address is unknown. */
export const linkTo = (site: string, link: string, screen: string): Part[] =>
  site ? [{ link, href: `${site}/admin/${screen}` }] : [];

/** The page of a client; without an id, as in an example, the directory. */
export const clientScreen = (id: string | undefined): string => (id ? `clients/${id}` : "clients");

/** The same subscriptions that the digest counts. */
export const dueScreen = (due: "overdue" | "due-soon"): string => `subscriptions?due=${due}`;

/** The settings page of a field. */
export function settingsScreen(field: string): string {
  if (/^(mpesa|bank|payment)_/.test(field)) return "settings/getting-paid";
  if (/^(vat|kes|invoices?)_/.test(field)) return "settings/tax";
  return field.startsWith("keep_") ? "settings/privacy" : "settings";
}

/** The list of messages with the one that has this reference. */
export const messageScreen = (reference: string): string => `messages?q=${reference.replaceAll(" ", "")}`;

export const spamScreen = "messages?box=spam";

/** The invoices and credit notes of a month. */
export const invoicesScreen = (month: string): string => `money/invoices?month=${month}`;

/** The payments between two days, of a method if there is one. */
export const receivedScreen = ({ from, to }: Span, method?: string): string =>
  `money/received?from=${from}&to=${to}${method === undefined ? "" : `&method=${encodeURIComponent(method)}`}`;

/** The clients with something overdue. */
export const overdueScreen = "money?show=overdue";

export const problemsScreen = (day: Day): string => `money/sent?day=${day}&outcome=problems`;
