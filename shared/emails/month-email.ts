import type { Owed } from "../billing/account.ts";
import { type Day, endOfMonth } from "../day.ts";
import { type Currency, currencyNames, formatCents } from "../money.ts";
import { type Email, type Part, renderEmail } from "./email.ts";
import { english } from "./english.ts";
import { formatEmailDay } from "./reminder-text.ts";
import { invoicesScreen, linkTo, overdueScreen, receivedScreen } from "./screens.ts";
import { backOfficeSender } from "./to-company.ts";

type Papers = { currency: Currency; count: number; net: number; vat: number; gross: number };
type Money = { currency: Currency; count: number; cents: number };

/** What became of a month. Amounts are in cents. */
export type MonthFacts = {
  /** `2026-11` */
  month: string;
  invoiced: readonly Papers[];
  credited: readonly Papers[];
  /** `method` is empty for payments without one. */
  received: readonly (Money & { method: string })[];
  withheld: readonly Money[];
  refunded: readonly Money[];
  /** As it is on the day of the email. */
  owed: readonly Owed[];
  today: Day;
  /** The address of the site; empty if unknown. */
  site: string;
};

type Rows = Extract<Part, { rows: unknown }>["rows"];

/** The sums of a month for the accountant. Each figure leads to its list in the back-office. */
export function monthEmail(facts: MonthFacts): Email {
  const { month, invoiced, credited, received, withheld, refunded, owed, today, site } = facts;
  const from = `${month}-01`;
  const to = endOfMonth(from);
  const name = `${english.months[Number(month.slice(-2)) - 1]} ${month.slice(0, 4)}`;
  const hrefOf = (screen: string) => (site ? `${site}/admin/${screen}` : undefined);
  const section = (heading: string, rows: Rows): Part[] => [
    { heading },
    ...(rows.length > 0 ? [{ rows }] : [{ paragraph: "Nothing." }]),
  ];
  const papers = (sums: readonly Papers[], singular: string): Rows =>
    sums.map(({ currency, count, net, vat, gross }) => ({
      name: `${currencyNames[currency]}, ${counted(count, singular)}`,
      href: hrefOf(invoicesScreen(month)),
      end: formatCents(gross, currency),
      below:
        vat === 0
          ? undefined
          : `${formatCents(net, currency)} without VAT, ${formatCents(vat, currency)} VAT`,
    }));
  const money = (sums: readonly Money[], singular: string, method?: string): Rows =>
    sums.map(({ currency, count, cents }) => ({
      name: `${currencyNames[currency]}, ${counted(count, singular)}`,
      href: hrefOf(receivedScreen({ from, to }, method)),
      end: formatCents(cents, currency),
    }));
  return renderEmail(
    `${name} in figures: invoiced, received, owed`,
    [
      ...section("Invoiced", papers(invoiced, "invoice")),
      ...section("Credited", papers(credited, "credit note")),
      ...section(
        "Received",
        received.map(({ currency, count, cents, method }) => ({
          name: `${(english.methods as Record<string, string>)[method] ?? (method || "Without a method")}, ${counted(count, "payment")}`,
          href: hrefOf(receivedScreen({ from, to }, method || NO_METHOD)),
          end: formatCents(cents, currency),
        })),
      ),
      ...section("Tax withheld", money(withheld, "certificate", "withholding_tax")),
      ...section("Refunded", money(refunded, "refund")),
      ...section(
        `Owed on ${formatEmailDay(today)}, by how late it is`,
        owed.flatMap(({ currency, ages }) =>
          ages.flatMap((cents, age) =>
            cents > 0
              ? [
                  {
                    name: `${AGES[age]}, ${currencyNames[currency]}`,
                    href: hrefOf(overdueScreen),
                    end: formatCents(cents, currency),
                  },
                ]
              : [],
          ),
        ),
      ),
      {
        paragraph:
          "Amounts include VAT. The lists in the back-office show the present state: what is corrected later changes them.",
      },
      ...linkTo(site, `Invoices and credit notes of ${name}, with their files`, invoicesScreen(month)),
      ...linkTo(site, `Payments of ${name}, with their file`, receivedScreen({ from, to })),
    ],
    backOfficeSender,
  );
}

const AGES = ["1–30 days", "31–60 days", "61–90 days", "Over 90 days"];

/** The filter of the list for payments without a method. */
const NO_METHOD = "none";

const counted = (count: number, singular: string) =>
  `${count.toLocaleString("en-US")} ${singular}${count === 1 ? "" : "s"}`;
