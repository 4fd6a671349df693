import { addDays, addMonths, type Day, monthOf } from "../day.ts";
import { isTemplated, type Template } from "../email-templates.ts";
import {
  clientExample,
  correctionExample,
  type Example,
  exampleClient,
  priceExample,
} from "../emails/client-examples.ts";
import { contactEmail } from "../emails/contact-message.ts";
import { digestEmail } from "../emails/digest.ts";
import type { Email } from "../emails/email.ts";
import { monthEmail } from "../emails/month-email.ts";
import { newClientEmail, noticeEmail, settingsChangeEmail } from "../emails/to-company.ts";
import { INVITATION_DAYS, invitationEmail } from "../emails/to-staff.ts";
import type { Language } from "../languages.ts";
import { failureText } from "../reminders/email-failures.ts";
import type { EmailName } from "../reminders/reminder.ts";
import type { Settings } from "../settings/settings.ts";
import { statementExample } from "./statement-example.ts";

const client = {
  name: exampleClient.client,
  company: "Example Company Ltd",
  email: "accounts@client.example",
  phone: "+254 700 000000",
};
const dueRow = (period: Day) => ({ client: client.name, period, sums: { USD: 149_99 } });

type Options = {
  language?: Language | undefined;
  template?: Template | undefined;
  about?: Example | undefined;
  site?: string;
};

/**
 * An email with clearly made-up values. Emails to clients use `language`, `template` and `about`; emails to staff link to the
 * back-office at `site`.
 */
export function exampleEmail(
  email: EmailName,
  company: Settings,
  today: Day,
  { language = "en", template, about, site = "" }: Options = {},
): Email {
  if (isTemplated(email)) return clientExample(email, company, today, { language, template, about, site });
  const [soon, late] = [addDays(today, 7), addDays(today, -3)];
  switch (email) {
    case "correction":
      return correctionExample(company, today, { language, site });
    case "price":
    case "price-withdrawn":
      return priceExample(email, company, today, { language, site });
    case "statement":
      return statementExample(company, today, { language, site });
    case "digest":
      return digestEmail({
        day: today,
        upcoming: { count: 2, cents: 299_98, first: [dueRow(soon), dueRow(addDays(today, 2))] },
        overdue: { count: 1, cents: 149_99, first: [dueRow(late)] },
        failures: [{ client: client.name, reason: failureText("bounced", "Permanent, General"), day: today }],
        spamMessages: 2,
        site,
      });
    case "month":
      return monthEmail({
        month: monthOf(addMonths(today, -1)),
        invoiced: [{ currency: "KES", count: 12, net: 1_000_000_00, vat: 160_000_00, gross: 1_160_000_00 }],
        credited: [],
        received: [
          { currency: "KES", count: 9, cents: 870_000_00, method: "mpesa" },
          { currency: "KES", count: 1, cents: 116_000_00, method: "Example bank" },
        ],
        withheld: [{ currency: "KES", count: 1, cents: 15_000_00 }],
        refunded: [],
        owed: [
          {
            currency: "KES",
            overdue: 290_000_00,
            due_soon: 0,
            on_hold: 0,
            credit: 0,
            ages: [250_000_00, 40_000_00, 0, 0],
          },
        ],
        today,
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
      return contactEmail(
        {
          ...client,
          message: "This is an example.\nNobody wrote it.",
          reference: "4821 0734",
          canReply: true,
        },
        site,
      );
    case "invitation":
      return invitationEmail(
        {
          name: "Example Person",
          company: company.company_name,
          site: site || "https://www.company.example",
        },
        addDays(today, INVITATION_DAYS - 1),
        "person@company.example",
        "Example-Password",
      );
  }
}
