import { coveredBy } from "../billing.ts";
import { addDays, addMonths, type Day } from "../day.ts";
import { withCheckDigit } from "../payment-reference.ts";
import type { EmailName } from "../reminders.ts";
import type { Settings } from "../settings.ts";
import { contactEmail } from "./contact-message.ts";
import { digestEmail } from "./digest.ts";
import type { Email } from "./email.ts";
import { receiptEmail, reminderEmail } from "./to-clients.ts";
import { newClientEmail, noticeEmail, settingsChangeEmail } from "./to-company.ts";
import { invitationDays, invitationEmail } from "./to-staff.ts";

const client = {
  name: "Example Client",
  company: "Example Company Ltd",
  email: "accounts@client.example",
  phone: "+254 700 000000",
};
const due = {
  ...{ client: client.name, frequency: "monthly", amount: 149.99, reference: withCheckDigit("123456") },
  service: "Example service",
};
const monthFrom = (period: Day) => ({
  period,
  covered: coveredBy({ billing_anchor: period, frequency: "monthly" }, period),
});
const line = (period: Day) => ({ client: client.name, period, cents: 149_99 });

/** An email as it would look, with values that nobody can take for real ones. */
export function example(email: EmailName, company: Settings, today: Day): Email {
  const [soon, late] = [addDays(today, 7), addDays(today, -3)];
  switch (email) {
    case "upcoming":
      return reminderEmail({ ...due, ...monthFrom(soon), kind: email, today }, company);
    case "overdue":
      return reminderEmail({ ...due, ...monthFrom(late), kind: email, today }, company);
    case "receipt":
      return receiptEmail(
        {
          ...due,
          ...{ paid_on: today, method: "mpesa", reference: "EXAMPLE123", payment_reference: due.reference },
          ...{ covered: monthFrom(today).covered, next: addMonths(today, 1) },
        },
        company,
      );
    case "digest":
      return digestEmail({
        day: today,
        upcoming: { count: 2, cents: 299_98, first: [line(soon), line(addDays(today, 2))] },
        overdue: { count: 1, cents: 149_99, first: [line(late)] },
        failures: [{ client: client.name, reason: "bounced: this is an example" }],
      });
    case "new-client":
      return newClientEmail(client, company);
    case "notice":
      return noticeEmail("address-bounced", client.name);
    case "settings-change":
      return settingsChangeEmail(
        [
          { field: "company_name", before: "Example Company", after: "Example Company Ltd" },
          { field: "notification_email", before: "office@company.example", after: client.email },
        ],
        "Example Person (person@company.example)",
        today,
      );
    case "contact-message":
      return contactEmail({
        ...client,
        message: "This is an example.\nNobody wrote it.",
        answerable: true,
      });
    case "invitation":
      return invitationEmail(
        { name: "Example Person", company: company.company_name, site: "https://www.company.example" },
        addDays(today, invitationDays - 1),
        "person@company.example",
        "Example-Password",
      );
  }
}
