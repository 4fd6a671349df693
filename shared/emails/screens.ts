import type { Day } from "../day.ts";
import type { Part } from "./email.ts";

/** A link to a screen of the back-office; none if the site's address is unknown. */
export const linkTo = (site: string, link: string, screen: string): Part[] =>
  site ? [{ link, href: `${site}/admin/${screen}` }] : [];

/** The page of a client; without an id, as in an example, the directory. */
export const clientScreen = (id: string | undefined): string => (id ? `clients/${id}` : "clients");

/** The same subscriptions that the digest counts. */
export const dueScreen = (due: "overdue" | "due-soon"): string => `subscriptions?due=${due}`;

export const suspectedMessagesScreen = "messages?box=aside";

export const problemsScreen = (day: Day): string => `reminders?day=${day}&outcome=problems`;
