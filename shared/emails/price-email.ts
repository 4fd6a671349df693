import type { Day } from "../day.ts";
import type { Language } from "../languages.ts";
import type { Currency } from "../money.ts";
import { type Email, renderEmail } from "./email.ts";
import {
  commonPlaceholderValues,
  fillTemplate,
  formatAmount,
  formatEmailDay,
  subscriptionName,
} from "./reminder-text.ts";
import { texts } from "./texts.ts";
import { accountParts, contactParts, type Profile, senderOf, toParts } from "./to-clients.ts";

/** A subscription whose price changes. Amounts are in cents. */
export type ChangedPrice = {
  service?: string | undefined;
  frequency: string;
  currency: Currency;
  now: number;
  /** The price from the day on. */
  later: number;
};

export type PriceFacts = {
  client: string;
  language?: Language | undefined;
  payment_reference?: string | undefined;
  from: Day;
  prices: readonly ChangedPrice[];
  /** The address of the client's own page. */
  link?: string | undefined;
};

/** Tells a client the prices from a day on. */
export const priceEmail = (facts: PriceFacts, company: Profile): Email =>
  emailOf(facts, company, "price", ({ currency, later }, language) =>
    formatAmount(later, currency, language),
  );

/** Tells a client that these prices were withdrawn. */
export const priceWithdrawnEmail = (facts: PriceFacts, company: Profile): Email =>
  emailOf(facts, company, "priceWithdrawn", ({ currency, now }, language) =>
    formatAmount(now, currency, language),
  );

function emailOf(
  { client, language = "en", payment_reference, from, prices, link }: PriceFacts,
  company: Profile,
  kind: "price" | "priceWithdrawn",
  endOf: (price: ChangedPrice, language: Language) => string,
): Email {
  const { priceNow, priceFrom, ...templates } = texts[language];
  const values = commonPlaceholderValues(
    {
      client,
      subscription_id: undefined,
      frequency: "",
      service: "",
      covered: undefined,
      reference: payment_reference,
      amount: "",
      due: from,
    },
    language,
  );
  const { subject, opening, request, closing } = fillTemplate(
    templates[kind],
    values,
    company.company_name,
    language,
  );
  const rows = prices.map((price) => ({
    name: subscriptionName(price, language),
    end: endOf(price, language),
    below: [
      priceNow(formatAmount(price.now, price.currency, language)),
      priceFrom(formatEmailDay(from, language), formatAmount(price.later, price.currency, language)),
    ].join(" · "),
  }));
  return renderEmail(
    subject,
    [
      ...toParts(opening),
      { rows },
      ...toParts(request),
      ...accountParts(link, language),
      ...contactParts(company, payment_reference, language),
      ...toParts(closing),
    ],
    senderOf(company, language),
  );
}
