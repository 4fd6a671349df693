import { reminderLetter } from "./client-letters.ts";
import {
  contactLetter,
  digestLetter,
  newClientLetter,
  noticeLetter,
  settingsChangeLetter,
} from "./company-letters.ts";
import { addDays, type Day } from "./day.ts";
import type { Letter } from "./letter.ts";
import type { LetterName } from "./notifications.ts";
import type { Settings } from "./settings.ts";
import { invitationDays, invitationLetter } from "./staff-letters.ts";

const client = {
  name: "Example Client",
  company: "Example Company Ltd",
  email: "accounts@client.example",
  phone: "+254 700 000000",
};
const due = { client: client.name, frequency: "monthly", amount: 149.99 };
const line = (period: Day) => ({ client: client.name, period, cents: 149_99 });

/** A letter as it would look, with values that nobody can take for real ones. */
export function example(letter: LetterName, company: Settings, today: Day): Letter {
  const [soon, late] = [addDays(today, 7), addDays(today, -3)];
  switch (letter) {
    case "upcoming":
      return reminderLetter({ ...due, kind: letter, period: soon, today }, company);
    case "overdue":
      return reminderLetter({ ...due, kind: letter, period: late, today }, company);
    case "digest":
      return digestLetter({
        day: today,
        upcoming: { count: 2, cents: 299_98, first: [line(soon), line(addDays(today, 2))] },
        overdue: { count: 1, cents: 149_99, first: [line(late)] },
        failures: [{ client: client.name, reason: "bounced: this is an example" }],
      });
    case "new-client":
      return newClientLetter(client, company);
    case "notice":
      return noticeLetter("address-bounced", client.name);
    case "settings-change":
      return settingsChangeLetter(
        [
          { field: "company_name", before: "Example Company", after: "Example Company Ltd" },
          { field: "notification_email", before: "office@company.example", after: client.email },
        ],
        "Example Person (person@company.example)",
        today,
      );
    case "contact-message":
      return contactLetter({
        ...client,
        message: "This is an example.\nNobody wrote it.",
        answerable: true,
      });
    case "invitation":
      return invitationLetter(
        { name: "Example Person", company: company.company_name, site: "https://www.company.example" },
        addDays(today, invitationDays - 1),
        "person@company.example",
        "Example-Password",
      );
  }
}
