import { accountPath, invoicePath } from "../account-page-routes.ts";
import { formatReceiptNumber } from "../billing/receipts.ts";
import { periodDays } from "../billing/schedule.ts";
import type { Client } from "../clients/client.ts";
import { addDays, addMonths, type Day, daysBetween } from "../day.ts";
import { reminderTone, type Template, type TemplatedEmail } from "../email-templates.ts";
import type { Language } from "../languages.ts";
import { type Currency, currencyOf, toCents } from "../money.ts";
import { withCheckDigit } from "../payment-reference.ts";
import type { Settings } from "../settings/settings.ts";
import { newCents } from "../subscriptions/price-change.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { Email } from "./email.ts";
import { priceEmail, priceWithdrawnEmail } from "./price-email.ts";
import { correctionEmail, receiptEmail } from "./receipt-email.ts";
import { reminderOfOne } from "./reminder-email.ts";

/** The facts of an example email. */
export type Example = {
  client: string;
  reference?: string | undefined;
  subscription_id: string;
  frequency: string;
  service?: string | undefined;
  amount: number;
  /** The default is the company's default currency. */
  currency?: Currency;
  paid?: number | undefined;
  /** The due day; replaced by another if today's email would not be about it. */
  period?: Day | undefined;
};

/** Clearly made-up values. */
export const exampleClient: Example = {
  client: "Example Client",
  reference: withCheckDigit("123456"),
  subscription_id: "example",
  frequency: "monthly",
  service: "Example service",
  amount: 149.99,
};

/** A real client; without a subscription, amount and dates are made up. */
export const exampleOf = (
  { name, payment_reference }: Pick<Client, "name" | "payment_reference">,
  subscription: Subscription | undefined,
): Example => ({
  client: name,
  reference: payment_reference,
  subscription_id: subscription?.id ?? exampleClient.subscription_id,
  frequency: subscription?.frequency ?? exampleClient.frequency,
  service: subscription?.service,
  amount: subscription?.amount ?? exampleClient.amount,
  ...(subscription && { currency: currencyOf(subscription) }),
  paid: subscription?.paid,
  period: subscription?.next_billing_date,
});

/** The due day in each example, in days from today. */
const daysUntilDue: Record<TemplatedEmail, number> = {
  upcoming: 7,
  overdue: -3,
  "overdue-14": -17,
  "overdue-30": -35,
  receipt: 0,
};

type Options = {
  language: Language;
  template?: Template | undefined;
  about?: Example | undefined;
  /** The address of the site; without it, an email has no button. */
  site?: string | undefined;
};

/** Not the address of a real client: the email goes to staff. */
export const exampleLink = (site: string | undefined) => (site ? site + accountPath("example") : undefined);

/** An email to a client as it would look today. */
export function clientExample(
  email: TemplatedEmail,
  company: Settings,
  today: Day,
  { language, template, about = exampleClient, site }: Options,
): Email {
  const { reference, period: realPeriod, paid, ...rest } = about;
  const link = exampleLink(site);
  const facts = { ...rest, currency: about.currency ?? company.default_currency };
  const fits =
    realPeriod !== undefined &&
    daysBetween(today, realPeriod) <= 60 &&
    reminderTone(realPeriod, today) === email;
  const period = fits ? realPeriod : addDays(today, daysUntilDue[email]);
  const covered = periodDays({ billing_anchor: period, frequency: facts.frequency }, period);
  const invoice = exampleInvoice(company, today, link);
  if (email !== "receipt")
    return reminderOfOne(
      {
        ...facts,
        language,
        reference,
        paid,
        period,
        covered,
        today,
        link,
        invoices: invoice.map((named) => ({ ...named, ...facts, due: period })),
      },
      company,
      template,
    );
  return receiptEmail(
    {
      ...paymentFacts(facts, language, today),
      payment_reference: reference,
      link,
      parts: [{ ...facts, cents: toCents(facts.amount), period, covered, left: 0 }],
      credit: 0,
      invoices: invoice,
      next: covered ? addDays(covered.to, 1) : addMonths(today, 1),
    },
    company,
    template,
  );
}

/** None while the company writes no invoices. */
const exampleInvoice = ({ invoices_from }: Settings, today: Day, account: string | undefined) => {
  const number = `INV-${today.slice(0, 4)}-000123`;
  return invoices_from === null ? [] : [{ number, link: account && invoicePath(account, number) }];
};

/** The correction of a receipt as it would look today. */
export const correctionExample = (
  company: Settings,
  today: Day,
  { language, site }: Pick<Options, "language" | "site">,
): Email =>
  correctionEmail(
    {
      ...paymentFacts({ ...exampleClient, currency: company.default_currency }, language, today),
      link: exampleLink(site),
    },
    company,
  );

/** An email about a new price as it would look today. */
export function priceExample(
  email: "price" | "price-withdrawn",
  company: Settings,
  today: Day,
  { language, site }: Pick<Options, "language" | "site">,
): Email {
  const { client, reference, frequency, service, amount } = exampleClient;
  const now = toCents(amount);
  const price = {
    frequency,
    service,
    currency: company.default_currency,
    now,
    later: newCents(now, { percent: 7 }),
  };
  const facts = {
    client,
    language,
    payment_reference: reference,
    from: addMonths(today, 2),
    prices: [price],
    link: exampleLink(site),
  };
  return email === "price" ? priceEmail(facts, company) : priceWithdrawnEmail(facts, company);
}

const paymentFacts = (
  { client, amount, currency }: Pick<Example, "client" | "amount"> & { currency: Currency },
  language: Language,
  paid_on: Day,
) => ({
  client,
  currency,
  language,
  paid_on,
  cents: toCents(amount),
  method: "mpesa",
  reference: "EXAMPLE123",
  owed: {},
  number: formatReceiptNumber(paid_on.slice(0, 4), 123),
});
