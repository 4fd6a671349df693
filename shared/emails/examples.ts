import { addDays, type Day } from "../day.ts";
import type { Language } from "../languages.ts";
import { failureWords } from "../reasons.ts";
import type { EmailName } from "../reminders.ts";
import type { Settings } from "../settings.ts";
import { clientExample, type Example, nobody } from "./client-examples.ts";
import { contactEmail } from "./contact-message.ts";
import { digestEmail } from "./digest.ts";
import type { Email } from "./email.ts";
import { newClientEmail, noticeEmail, settingsChangeEmail } from "./to-company.ts";
import { invitationDays, invitationEmail } from "./to-staff.ts";
import { isWorded, type Words } from "./worded.ts";

const client = {
  name: nobody.client,
  company: "Example Company Ltd",
  email: "accounts@client.example",
  phone: "+254 700 000000",
};
const line = (period: Day) => ({ client: client.name, period, cents: 149_99 });

type Said = {
  language?: Language | undefined;
  words?: Words | undefined;
  about?: Example | undefined;
  site?: string;
};

/**
 * An email as it would look, with values that nobody can take for real ones; one to clients in a language, and in words
 * of the company's own; one to staff with links to the back-office at `site`.
 */
export function example(
  email: EmailName,
  company: Settings,
  today: Day,
  { language = "en", words, about, site = "" }: Said = {},
): Email {
  if (isWorded(email)) return clientExample(email, company, today, { language, words, about });
  const [soon, late] = [addDays(today, 7), addDays(today, -3)];
  switch (email) {
    case "digest":
      return digestEmail({
        day: today,
        upcoming: { count: 2, cents: 299_98, first: [line(soon), line(addDays(today, 2))] },
        overdue: { count: 1, cents: 149_99, first: [line(late)] },
        failures: [
          { client: client.name, reason: failureWords("bounced", "Permanent, General"), day: today },
        ],
        site,
      });
    case "new-client":
      return newClientEmail(client, company, site);
    case "notice":
      return noticeEmail("address-bounced", { client: client.name, day: today }, site);
    case "settings-change":
      return settingsChangeEmail(
        [
          { field: "company_name", before: "Example Company", after: "Example Company Ltd" },
          { field: "notification_email", before: "office@company.example", after: client.email },
        ],
        "Example Person (person@company.example)",
        today,
        site,
      );
    case "contact-message":
      return contactEmail({
        ...client,
        message: "This is an example.\nNobody wrote it.",
        answerable: true,
      });
    case "invitation":
      return invitationEmail(
        {
          name: "Example Person",
          company: company.company_name,
          site: site || "https://www.company.example",
        },
        addDays(today, invitationDays - 1),
        "person@company.example",
        "Example-Password",
      );
  }
}
