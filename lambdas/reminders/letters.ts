import type { Client } from "../../shared/clients.ts";
import { type Day, daysBetween } from "../../shared/day.ts";
import { formatCents } from "../../shared/money.ts";
import type { ReminderKind } from "../../shared/notifications.ts";
import type { Settings } from "../../shared/settings.ts";
import { letter } from "../letter.ts";
import type { Letter } from "../mail.ts";

type Due = { period: Day; amount_cents: number; frequency: string };

/** `2027-01-12` → `12 Jan 2027` */
const written = (day: Day) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** The letter that tells a client what is due, or was. */
export function reminderLetter(
  kind: ReminderKind,
  due: Due,
  client: Client,
  company: Settings,
  today: Day,
): Letter {
  const when = written(due.period);
  const distance = daysBetween(today, due.period);
  const sender = company.company_name || "Accounts";
  const opening =
    kind === "upcoming"
      ? `Your ${due.frequency} subscription renews on ${when}${distance === 0 ? ", today" : `, in ${days(distance)}`}.`
      : `The payment for your ${due.frequency} subscription was due on ${when}, ${days(-distance)} ago.`;
  const contacts = [company.company_phone, company.company_email].filter(Boolean).join(" or ");
  return letter(
    kind === "upcoming" ? `Renewal due ${when}: ${sender}` : `Payment overdue since ${when}: ${sender}`,
    [
      { paragraph: `Dear ${client.name},` },
      { paragraph: opening },
      { figure: formatCents(due.amount_cents) },
      { paragraph: "If you have paid already, thank you: nothing more is to be done." },
      { paragraph: contacts ? `Questions? Reach us at ${contacts}.` : "Questions? Reply to this letter." },
    ],
    sender,
  );
}
