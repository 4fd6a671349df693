import { texts as emailTexts } from "../emails/texts.ts";
import type { Language } from "../languages.ts";
import type { Currency } from "../money.ts";
import { isReceived, type Subscription } from "../subscriptions/subscription.ts";
import { ages, type Line, type Statement } from "./ledger.ts";

type Texts = {
  title: string;
  to: string;
  issued: string;
  since: (day: string) => string;
  currencies: Record<Currency, string>;
  balanceDue: string;
  nothingDue: string;
  onHold: string;
  ofItOnHold: (amount: string) => string;
  day: string;
  details: string;
  charge: string;
  payment: string;
  balance: string;
  received: string;
  withheld: string;
  refunded: string;
  opening: string;
  closing: (day: string) => string;
  credit: string;
  creditOn: (day: string) => string;
  noLines: string;
  empty: string;
  byAge: string;
  notLate: string;
  late: (from: number, to: number) => string;
  later: (than: number) => string;
  total: string;
  unreadable: string;
  afterwards: (day: string) => string;
};

/** The texts of a statement that emails do not share, by language. */
export const texts: Record<Language, Texts> = {
  en: {
    title: "Statement of account",
    to: "To",
    issued: "Date of issue",
    since: (day) => `Up to ${day}`,
    currencies: { USD: "US dollars", KES: "Kenya shillings" },
    balanceDue: "Balance due",
    nothingDue: "Nothing is due",
    onHold: "On hold",
    ofItOnHold: (amount) => `${amount} of it is on hold: it can be paid, and we do not ask for it now.`,
    day: "Date",
    details: "Details",
    charge: "Charges",
    payment: "Payments",
    balance: "Balance",
    received: "Payment received",
    withheld: "Tax withheld",
    refunded: "Refund",
    opening: "Balance brought forward",
    closing: (day) => `Balance on ${day}`,
    credit: "Credit in your favour",
    creditOn: (day) => `Credit in your favour on ${day}`,
    noLines: "No charges and no payments in this period.",
    empty: "There are no charges and no payments on this account yet.",
    byAge: "The balance by how late it is",
    notLate: "Not overdue",
    late: (from, to) => `${from}–${to} days`,
    later: (than) => `Over ${than} days`,
    total: "Total",
    unreadable: "Some records could not be read: this statement is not complete.",
    afterwards: (day) =>
      `Payments received after ${day} are not on this statement. If it differs from your books, please tell us.`,
  },
  sw: {
    title: "Taarifa ya akaunti",
    to: "Kwa",
    issued: "Tarehe ya kutolewa",
    since: (day) => `Hadi ${day}`,
    currencies: { USD: "Dola za Marekani", KES: "Shilingi za Kenya" },
    balanceDue: "Salio la kulipwa",
    nothingDue: "Hakuna deni",
    onHold: "Imesitishwa",
    ofItOnHold: (amount) => `Kati yake ${amount} imesitishwa: inaweza kulipwa, na hatuidai kwa sasa.`,
    day: "Tarehe",
    details: "Maelezo",
    charge: "Ada",
    payment: "Malipo",
    balance: "Salio",
    received: "Malipo yaliyopokelewa",
    withheld: "Kodi iliyozuiwa",
    refunded: "Pesa zilizorudishwa",
    opening: "Salio la awali",
    closing: (day) => `Salio la tarehe ${day}`,
    credit: "Salio lako la akiba",
    creditOn: (day) => `Salio lako la akiba la tarehe ${day}`,
    noLines: "Hakuna ada wala malipo katika kipindi hiki.",
    empty: "Bado hakuna ada wala malipo kwenye akaunti hii.",
    byAge: "Salio kulingana na siku za kuchelewa",
    notLate: "Halijachelewa",
    late: (from, to) => `Siku ${from}–${to}`,
    later: (than) => `Zaidi ya siku ${than}`,
    total: "Jumla",
    unreadable: "Baadhi ya rekodi hazikuweza kusomwa: taarifa hii haijakamilika.",
    afterwards: (day) =>
      `Malipo yaliyopokelewa baada ya ${day} hayamo katika taarifa hii. Ikiwa inatofautiana na vitabu vyako, tafadhali tujulishe.`,
  },
};

/** The name of an age group of overdue amounts, or of their total. */
export function ageName(index: number, text: Texts): string {
  if (index === ages.length) return text.total;
  const [after, to] = [ages[index - 1], ages[index]];
  if (after === undefined || to === undefined) return text.notLate;
  return Number.isFinite(to) ? text.late(after + 1, to) : text.later(after);
}

/** The service, or the kind of subscription if it has none. */
export function serviceOf(subscription: Subscription | undefined, language: Language): string {
  if (!subscription) return "";
  const { frequencies, unnamedSubscription } = emailTexts[language];
  const { service, frequency } = subscription;
  const text =
    service || unnamedSubscription((frequencies as Record<string, string>)[frequency] ?? frequency);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export const subscriptionsOf = (line: Line): Subscription[] =>
  line.kind === "payment" ? line.subscriptions : line.subscription ? [line.subscription] : [];

/** Each name once. */
export const namesOf = (names: readonly string[]): string => [...new Set(names.filter(Boolean))].join(", ");

/** The services that a charge is for or a payment pays. */
export const servicesOf = (line: Line, language: Language): string =>
  namesOf(subscriptionsOf(line).map((subscription) => serviceOf(subscription, language)));

/** The closing balance with its name: credit is called credit and is no negative debt. `on` is a past day. */
export function closingOf(
  { closing }: Pick<Statement, "closing">,
  on: string | undefined,
  language: Language,
) {
  const { balanceDue, closing: closingOn, credit, creditOn } = texts[language];
  if (closing < 0) return { label: on === undefined ? credit : creditOn(on), cents: -closing };
  return { label: on === undefined ? balanceDue : closingOn(on), cents: closing };
}

/** What a line of money that came in or went back is called. */
export const paymentName = (
  { cents, method }: { cents: number; method?: string | undefined },
  language: Language,
) => {
  const { received, withheld, refunded } = texts[language];
  return cents < 0 ? refunded : isReceived({ method }) ? received : withheld;
};
