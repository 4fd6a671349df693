import type { Day } from "../day.ts";
import type { Part } from "./email.ts";

/** A link to a screen of the back-office; none where nobody knows where the site stands. */
export const linkTo = (site: string, link: string, screen: string): Part[] =>
  site ? [{ link, href: `${site}/admin/${screen}` }] : [];

/** The page of a client; of one who is nobody, as in an example, the directory. */
export const clientScreen = (id: string | undefined): string => (id ? `clients/${id}` : "clients");

/** What is due and has a price, as the digest counts it: that which is free has no reminder. */
export const dueScreen = (due: "overdue" | "due-soon"): string => `subscriptions?due=${due}&price=some`;

export const problemsScreen = (day: Day): string => `reminders?day=${day}&outcome=problems`;
