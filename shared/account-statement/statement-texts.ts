import type { StatementEntry } from "../clients/client-statement.ts";
import { formatDay } from "../dates.ts";
import { taggedName } from "../emails/reminder-text.ts";
import { texts as emailTexts } from "../emails/texts.ts";
import type { Language } from "../languages.ts";
import type { Currency } from "../money.ts";
import { isReceived } from "../subscriptions/subscription.ts";

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
  waived: string;
  waivedNoMore: string;
  changed: string;
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
    waived: "Waived",
    waivedNoMore: "Charged again",
    changed: "Amount changed",
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
    waived: "Imesamehewa",
    waivedNoMore: "Inadaiwa tena",
    changed: "Kiasi kimebadilishwa",
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

/** The upper limits in days of the age groups of overdue amounts. */
export const ageLimits = [0, 30, 60, 90, Number.POSITIVE_INFINITY] as const;

/** The name of an age group of overdue amounts, or of their total. */
export function ageName(index: number, text: Texts): string {
  if (index === ageLimits.length) return text.total;
  const [after, to] = [ageLimits[index - 1], ageLimits[index]];
  if (after === undefined || to === undefined) return text.notLate;
  return Number.isFinite(to) ? text.late(after + 1, to) : text.later(after);
}

type Item = StatementEntry["items"][number];

/** The service, or the kind of subscription if it has none: `Hosting`, `Installation (One-off)`. */
export function serviceOf(item: Item, language: Language): string {
  const { service, subscription_id, frequency = "" } = item;
  const text = taggedName({ service, subscription_id, frequency }, language);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Each name once. */
export const namesOf = (names: readonly string[]): string => [...new Set(names.filter(Boolean))].join(", ");

/** The services that a charge is for or a payment pays. */
export const servicesOf = ({ items }: Pick<StatementEntry, "items">, language: Language): string =>
  namesOf(items.map((item) => serviceOf(item, language)));

/** The closing balance with its name: credit is called credit and is no negative debt. `on` is a past day. */
export function closingOf({ closing }: { closing: number }, on: string | undefined, language: Language) {
  const { balanceDue, closing: closingOn, credit, creditOn } = texts[language];
  if (closing < 0) return { label: on === undefined ? credit : creditOn(on), cents: -closing };
  return { label: on === undefined ? balanceDue : closingOn(on), cents: closing };
}

type Named = Pick<StatementEntry, "kind" | "method"> & { cents: number };

export const isPayment = ({ kind }: Pick<StatementEntry, "kind">): boolean =>
  kind === "payment" || kind === "refund";

/** Names an entry. A charge has the name of its service instead. */
export function entryName({ kind, method, cents }: Named, language: Language): string {
  const { received, withheld, refunded, waived, waivedNoMore, changed } = texts[language];
  if (kind === "refund") return refunded;
  if (kind === "payment") return isReceived({ method }) ? received : withheld;
  if (kind === "waiver") return cents < 0 ? waived : waivedNoMore;
  return kind === "change" ? changed : "";
}

/** `M-Pesa SK12ABC` */
export function meansText(
  { method, reference }: Pick<StatementEntry, "method" | "reference">,
  language: Language,
): string {
  const { methods } = emailTexts[language];
  return [method && ((methods as Record<string, string>)[method] ?? method), reference]
    .filter(Boolean)
    .join(" ");
}

/** `Hosting, due Nov 20, 2026`, `Payment received: M-Pesa SK12ABC`, `Waived: Server was down (Grace). Hosting, due Nov 20, 2026` */
export function entryText(entry: Omit<StatementEntry, "text" | "amount"> & { cents: number }): string {
  const { due, reason, by } = entry;
  const charge = [servicesOf(entry, "en"), due && `due ${formatDay(due)}`].filter(Boolean).join(", ");
  const name = entryName(entry, "en");
  if (name === "") return charge;
  const means = isPayment(entry) ? meansText(entry, "en") : (reason ?? "");
  const text = [name, means].filter(Boolean).join(": ");
  return isPayment(entry) ? text : `${text}${by ? ` (${by})` : ""}. ${charge}`;
}
