import { dueFigures } from "../../shared/billing/due-days.ts";
import { type CsvExport, csvBatches } from "../../shared/csv.ts";
import { type Day, endOfMonth } from "../../shared/day.ts";
import { type MonthFacts, monthEmail } from "../../shared/emails/month-email.ts";
import { fileEntryOf, lineColumns, linesOf } from "../../shared/invoices/month-file.ts";
import type { ListedInvoice } from "../../shared/invoices/routes.ts";
import { type Currency, currencyOrder, fromCents, toCents } from "../../shared/money.ts";
import { type MonthPayment, paymentsFile } from "../../shared/payments/month-file.ts";
import { isReceived, WITHHOLDING_TAX } from "../../shared/subscriptions/subscription.ts";
import { countingAmong } from "../ledger/account-store.ts";
import { readDueDays } from "../ledger/due-day-totals.ts";
import { allPapersOfMonth } from "../ledger/papers-page.ts";
import { type ClientPaymentRow, receiptNumberOf } from "../ledger/payment-row.ts";
import { withinLimit } from "../outbox/attached-papers.ts";
import { type Draft, type Outcome, sendOnce } from "../outbox/send-once.ts";
import { pageByDay } from "../platform/dynamo/page-by-day.ts";
import type { Job } from "../platform/email/jobs.ts";
import type { Attachment } from "../platform/email/mime.ts";
import { siteUrl } from "../platform/environment.ts";
import type { Moment } from "../platform/moment.ts";
import * as clients from "../stores/client-store.ts";
import { COMPANY, type EmailKey } from "../stores/email-key.ts";
import * as settings from "../stores/settings-store.ts";

type MonthJob = Job & { email: "month" };

export const monthKeyOf = ({ day }: MonthJob): EmailKey => ({
  about: COMPANY,
  period: day,
  kind: "month",
  more: day,
});

/** Sends the sums of a month to the accountant, once, with the month's invoices and payments as files. */
export const sendMonth = (job: MonthJob, { now, today }: Moment): Promise<Outcome> =>
  sendOnce([monthKeyOf(job)], { now, today }, async (): Promise<Draft> => {
    const { accountant_email: to, default_currency: usual } = await settings.get();
    if (!to) return { skip: "no address for the accountant in the settings" };
    const { month } = job;
    const [papers, payments, days] = await Promise.all([
      allPapersOfMonth(month),
      paymentsOf(month, today),
      readDueDays(today),
    ]);
    const named = await withNames(payments);
    const real = named.filter(({ sample }) => !sample);
    return {
      email: monthEmail({
        month,
        ...paperSums(papers, usual),
        ...paymentSums(real, usual),
        owed: dueFigures(days, today).owed,
        today,
        site: siteUrl(),
      }),
      to,
      reader: to,
      attachments: async () =>
        withinLimit([
          file({ name: `invoices ${month}`, columns: lineColumns }, linesOf(papers.map(fileEntryOf))),
          file(paymentsFile(month), real),
        ]),
    };
  });

const file = <R>(csv: CsvExport<R>, rows: readonly R[]): Attachment => ({
  filename: `${csv.name}.csv`,
  contentType: "text/csv; charset=utf-8",
  content: Buffer.from([...csvBatches(csv, rows)].join("")),
});

/** The payments and refunds of a month, oldest first. */
async function paymentsOf(month: string, today: Day): Promise<ClientPaymentRow[]> {
  const from = `${month}-01`;
  const rows: ClientPaymentRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageByDay(
      "payments",
      { from, to: endOfMonth(from), ...(cursor && { cursor }) },
      today,
    );
    rows.push(...countingAmong(page.items).rows);
    cursor = page.cursor;
  } while (cursor);
  return rows.reverse();
}

type NamedPayment = MonthPayment & { cents: number; sample: boolean };

async function withNames(rows: readonly ClientPaymentRow[]): Promise<NamedPayment[]> {
  const byId = await clients.getMany(rows.map(({ client_id }) => client_id));
  return rows.map((row) => {
    const { paid_on, cents, currency, method, reference, state } = row;
    const client = byId.get(row.client_id);
    const refund = state === "refund";
    return {
      paid_on,
      client_name: client?.name ?? "Unknown Client",
      company: client?.company || undefined,
      amount: fromCents(refund ? -cents : cents),
      currency,
      method,
      reference,
      receipt_number: receiptNumberOf(row),
      refund,
      cents,
      sample: client?.sample === true,
    };
  });
}

/** What invoices and credit notes say, by currency, the usual one first. */
function paperSums(
  papers: readonly ListedInvoice[],
  usual: Currency,
): Pick<MonthFacts, "invoiced" | "credited"> {
  const sums = (kind: ListedInvoice["kind"]) =>
    currencyOrder(usual).flatMap((currency) => {
      const ofIt = papers.filter((paper) => paper.kind === kind && paper.currency === currency);
      const sum = (amount: "net" | "vat" | "gross") =>
        ofIt.reduce((total, paper) => total + toCents(paper[amount]), 0);
      return ofIt.length === 0
        ? []
        : [{ currency, count: ofIt.length, net: sum("net"), vat: sum("vat"), gross: sum("gross") }];
    });
  return { invoiced: sums("invoice"), credited: sums("credit_note") };
}

/** What came in by method, what was withheld, and what went back, by currency. */
function paymentSums(
  payments: readonly NamedPayment[],
  usual: Currency,
): Pick<MonthFacts, "received" | "withheld" | "refunded"> {
  const sums = (of: readonly NamedPayment[]) =>
    currencyOrder(usual).flatMap((currency) => {
      const ofIt = of.filter((payment) => payment.currency === currency);
      const cents = ofIt.reduce((total, payment) => total + payment.cents, 0);
      return ofIt.length === 0 ? [] : [{ currency, count: ofIt.length, cents }];
    });
  const received = payments.filter(isReceived);
  const methods = [...new Set(received.map(({ method = "" }) => method))].sort();
  return {
    received: methods.flatMap((method) =>
      sums(received.filter((payment) => (payment.method ?? "") === method)).map((sum) => ({
        ...sum,
        method,
      })),
    ),
    withheld: sums(payments.filter(({ method, refund }) => method === WITHHOLDING_TAX && !refund)),
    refunded: sums(payments.filter(({ refund }) => refund)),
  };
}
