import { statementOf } from "../account-statement/build-statement.ts";
import { statementEmail } from "../account-statement/statement-email.ts";
import { addDays, addMonths, type Day } from "../day.ts";
import { exampleClient, exampleLink } from "../emails/client-examples.ts";
import type { Email } from "../emails/email.ts";
import type { Language } from "../languages.ts";
import { toCents } from "../money.ts";
import type { Settings } from "../settings/settings.ts";

/** A statement of account as it would look today. */
export function statementExample(
  company: Settings,
  today: Day,
  { language, site }: { language: Language; site: string },
): Email {
  const { client, reference, frequency, service, amount } = exampleClient;
  const due = addDays(today, -20);
  const subscription = { id: "example", billing_anchor: due };
  const charge = {
    id: "example",
    subscription_id: subscription.id,
    due,
    currency: company.default_currency,
    cents: toCents(amount),
    paid_cents: 0,
    service,
    frequency,
  };
  const records = { charges: [charge], payments: [], subscriptions: [subscription], today };
  return statementEmail(
    {
      client,
      language,
      payment_reference: reference,
      statement: statementOf(records, { from: addMonths(today, -1), to: today }),
      link: exampleLink(site),
    },
    company,
  );
}
