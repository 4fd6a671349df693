import { randomUUID } from "node:crypto";
import { type Account, type AnyAccount, type Charge, scheduledDay } from "../../shared/billing/account.ts";
import { type NewLine, type NewPaper, papersOf } from "../../shared/billing/invoicing.ts";
import { periodDays } from "../../shared/billing/schedule.ts";
import { type Day, FIRST_DAY, monthOf } from "../../shared/day.ts";
import type { Party } from "../../shared/invoices/invoice.ts";
import { invoiceTerms } from "../../shared/settings/invoice-terms.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { isAbsent, type TransactItem, table } from "../platform/dynamo/database.ts";
import type * as clients from "../stores/client-store.ts";
import type { PaperRow } from "./paper-row.ts";

/** What invoices say besides the charges. */
export type Invoicing = { company: Settings; client: () => clients.Row | undefined };

type Options = {
  client_id: string;
  invoicing: Invoicing;
  today: Day;
  /** The ids of the charges that go to the client as an invoice. */
  told?: ReadonlySet<string> | undefined;
  /** The reason of the person who makes the change. */
  why?: string | undefined;
  mostRows?: number;
};

/** The invoices and credit notes that follow from a change of an account, and its charges with what is invoiced of them. */
export function papersAfter(
  before: AnyAccount,
  after: AnyAccount,
  { client_id, invoicing, today, told, why, mostRows }: Options,
): { papers: PaperRow[]; charges: Charge[]; more: boolean } {
  const terms = invoiceTerms(invoicing.company, today);
  const { papers, charges, more } = papersOf(before, after, {
    terms,
    told,
    today,
    newId: randomUUID,
    mostRows,
  });
  if (papers.length === 0) return { papers: [], charges, more };
  const client = invoicing.client();
  const written_at = new Date().toISOString();
  const subscriptions = [...after.subscriptions, ...before.subscriptions];
  const coveredBy = (charge: Charge) => {
    const subscription = subscriptions.find(({ id }) => id === charge.subscription_id);
    return subscription && periodDays(subscription, scheduledDay(charge));
  };
  const rows = papers.map((paper, at): PaperRow => {
    const { id, kind, currency, lines } = paper;
    return {
      id,
      kind,
      client_id,
      day: today,
      month: monthOf(today),
      written_at,
      written: `${written_at}#${String(at).padStart(3, "0")}`,
      currency,
      ...sumsOf(lines),
      lines: lines.map(({ charge, ...line }) => ({
        charge: charge.id,
        service: charge.service,
        covered: coveredBy(charge),
        ...line,
      })),
      ...about(paper, why),
      seller: sellerOf(invoicing.company),
      buyer: buyerOf(client),
      reference: client?.payment_reference,
      ...(currency === "USD" && dollarRate(invoicing.company)),
      to_number: "yes",
    };
  });
  return { papers: rows, charges, more };
}

const about = (paper: NewPaper, why: string | undefined): Pick<PaperRow, "due" | "of" | "why"> =>
  paper.kind === "invoice" ? { due: paper.due } : { of: paper.of, why };

function sumsOf(lines: readonly NewLine[]) {
  const sum = (amount: "net_cents" | "vat_cents" | "gross_cents") =>
    lines.reduce((total, line) => total + line[amount], 0);
  return { net_cents: sum("net_cents"), vat_cents: sum("vat_cents"), gross_cents: sum("gross_cents") };
}

const sellerOf = (company: Settings): Party => ({
  name: company.company_name,
  address: company.company_address || undefined,
  phone: company.company_phone || undefined,
  email: company.company_email || undefined,
  kra_pin: company.company_kra_pin || undefined,
});

const buyerOf = (client: clients.Row | undefined): Party => ({
  name: client?.name ?? "",
  company: client?.company || undefined,
  address: client?.address || undefined,
  email: client?.email || undefined,
  kra_pin: client?.kra_pin || undefined,
});

const dollarRate = ({ kes_per_usd: kes, kes_per_usd_day: day }: Settings): Pick<PaperRow, "dollar_rate"> =>
  kes === null || day === null ? {} : { dollar_rate: { kes, day } };

type Request = { client: clients.Row; company: Settings; account: Account; charges: Charge[]; today: Day };

/** The invoice that charges without one would get today, which nobody stores; undefined if there is nothing to invoice. */
export function paymentRequest({ client, company, account, charges, today }: Request): PaperRow | undefined {
  const { papers } = papersAfter(
    { ...account, charges: [] },
    { ...account, charges },
    {
      client_id: client.id,
      // Also before the day on which invoices begin.
      invoicing: { company: { ...company, invoices_from: FIRST_DAY }, client: () => client },
      told: new Set(charges.map(({ id }) => id)),
      today,
    },
  );
  return papers[0];
}

export const putPaper = (Item: PaperRow): TransactItem => ({
  Put: { TableName: table("papers"), Item, ...isAbsent() },
});
