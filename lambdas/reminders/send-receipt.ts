import { invoicePath } from "../../shared/account-page-routes.ts";
import type { Address } from "../../shared/address.ts";
import {
  type Charge,
  compareCharges,
  creditOf,
  isAskedFor,
  isOpen,
  leftOf,
  scheduledDay,
} from "../../shared/billing/account.ts";
import { withoutPayments } from "../../shared/billing/release.ts";
import { periodDays } from "../../shared/billing/schedule.ts";
import { recipientsOf } from "../../shared/clients/recipients.ts";
import { compareTexts } from "../../shared/compare-texts.ts";
import type { Day } from "../../shared/day.ts";
import type { Email } from "../../shared/emails/email.ts";
import { correctionEmail, type PaidPart, receiptEmail } from "../../shared/emails/receipt-email.ts";
import { signatureOf } from "../../shared/emails/reminder-text.ts";
import { type Sums, sumsOf } from "../../shared/money.ts";
import { receiptContent } from "../../shared/paper/receipt-content.ts";
import { type ReminderDays, wasSent } from "../../shared/reminders/reminder.ts";
import { isDue } from "../../shared/reminders/to-pay.ts";
import {
  accountPayments,
  openChargesOfClient,
  readCharges,
  readClientPayments,
  readPayments,
  readRow,
  readStored,
} from "../ledger/account-store.ts";
import { invoicesOf } from "../ledger/papers.ts";
import { type ClientPaymentRow, receiptNumberOf } from "../ledger/payment-row.ts";
import { numberReceipt } from "../ledger/receipt-number.ts";
import { toCharge } from "../ledger/rows.ts";
import { attachedPapers } from "../outbox/attached-papers.ts";
import { type Draft, type Outcome, sendOnce } from "../outbox/send-once.ts";
import { MAX_TRIES, pauseBefore } from "../platform/dynamo/database.ts";
import type { Job } from "../platform/email/jobs.ts";
import type { Moment } from "../platform/moment.ts";
import { accountUrl } from "../stores/client-link-store.ts";
import * as clients from "../stores/client-store.ts";
import { type Receipt, receiptKeyOf } from "../stores/email-key.ts";
import { lastReceipt } from "../stores/reminder-store.ts";
import * as settings from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";

type ReceiptJob = Job & { email: "receipt" };
type CorrectionJob = Job & { email: "correction" };

/** Sends the receipt of a payment, once for each correction. */
export const sendReceipt = (job: ReceiptJob, moment: Moment): Promise<Outcome> =>
  sendOnce([receiptKeyOf(job)], moment, async function write(keys, tries = 1): Promise<Draft> {
    const to = await readerOf(job);
    if ("skip" in to) return to;
    const { client, company, templateOf } = to;
    if (!company.send_receipts) return { skip: "this kind of email is switched off", client_id: client.id };
    // The first receipt replaces none.
    const earlier = job.revision ? await lastReceipt(job, "before") : undefined;
    // Read last, to see a correction or an undo in the meantime.
    const [payment] = await readClientPayments([job.payment_id]);
    if (!payment || payment.client_id !== client.id || payment.state !== "recorded")
      return { skip: "the payment was undone", client_id: client.id };
    if ((payment.revision ?? 0) !== (job.revision ?? 0))
      return { skip: "the payment was corrected", client_id: client.id };
    const number = await numberReceipt(payment, moment.today);
    if (number === undefined) {
      // Somebody changed the payment: look again.
      if (tries === MAX_TRIES) throw new Error("The payment changed each time that it was read.");
      await pauseBefore(tries);
      return write(keys, tries + 1);
    }
    const charges = await asPaymentLeftThem(payment, job);
    const ofClient = await aboutClient(client);
    const invoices = await paidInvoices(payment, charges, ofClient.link);
    const owed = owedSums(charges, moment.today, company);
    const isSettled = Object.values(owed).every((cents) => cents === 0);
    const parts = await partsOf(payment, charges);
    const facts = {
      ...payment,
      ...ofClient,
      number,
      invoices,
      replaces: earlier && wasSent(earlier.state) ? receiptNumberOf(payment, earlier.revision) : undefined,
      parts,
      owed,
      credit: creditOf(payment),
      next: isSettled ? nextDue(charges) : undefined,
    };
    return {
      ...draftFor(to, receiptEmail(facts, company, templateOf("receipt", client.language)), parts),
      receipt_number: number,
      ...(company.attach_receipts && {
        attachments: () => attachedPapers([receiptContent({ client, company, receipt: facts })]),
      }),
    };
  });

/**
 * The charges that a payment pays, and all that it left open. The receipt says what its payment did: what was paid since
 * then, before it is sent, has a receipt of its own.
 */
async function asPaymentLeftThem(
  { id, client_id, allocations }: ClientPaymentRow,
  { account_version, at }: ReceiptJob,
): Promise<Charge[]> {
  const open = await openChargesOfClient(client_id);
  const closed = allocations.filter(({ charge_id }) => !open.some((charge) => charge.id === charge_id));
  const paid = await readCharges(
    client_id,
    closed.map(({ charge_id }) => charge_id),
  );
  // Read last: until now, nobody has changed the account since the payment.
  if ((await readRow(client_id))?.version === account_version) return [...open, ...paid].map(toCharge);
  const { account, charges } = await readStored(client_id);
  const otherPayments = new Set(
    charges.flatMap(({ paid_by = [] }) => paid_by).filter((paymentId) => paymentId !== id),
  );
  const later = (await readClientPayments(otherPayments)).filter((row) => row.recorded_at > at);
  return withoutPayments(account, accountPayments(later)).charges;
}

/** The invoices of what a payment pays. @throws InvoiceWithoutNumber, because a payment often writes its invoice itself */
async function paidInvoices(
  { allocations }: ClientPaymentRow,
  charges: readonly Charge[],
  account: string | undefined,
) {
  const paid = charges.filter(({ id }) => allocations.some(({ charge_id }) => charge_id === id));
  // Not those that credit notes took back whole.
  const named = paid.map(({ invoiced = [] }) => ({ invoiced: invoiced.filter(({ cents }) => cents > 0) }));
  const invoices = (await invoicesOf(named)).sort((a, b) => compareTexts(a.written, b.written));
  return invoices.map(({ number }) => {
    if (number === undefined) throw new InvoiceWithoutNumber();
    return { number, link: account && invoicePath(account, number) };
  });
}

class InvoiceWithoutNumber extends Error {
  override name = "its invoice has no number yet";
}

/** Tells the client that the receipt of an undone payment does not count. */
export const sendCorrection = (job: CorrectionJob, moment: Moment): Promise<Outcome> =>
  sendOnce([receiptKeyOf(job, "correction")], moment, async (): Promise<Draft> => {
    const to = await readerOf(job);
    if ("skip" in to) return to;
    const { client, company } = to;
    const receipt = await lastReceipt(job);
    // A sender has the receipt: it is known soon whether it went out.
    if (receipt?.state === "claimed") throw new ReceiptIsBeingSent();
    if (!receipt) return { skip: "no receipt went out", client_id: client.id };
    const open = await openChargesOfClient(client.id);
    const [payment] = await readPayments([job.payment_id]);
    if (payment?.state === "recorded" && payment.client_id === client.id)
      return { skip: "the payment was recorded again", client_id: client.id };
    const facts = {
      ...job,
      ...(await aboutClient(client)),
      paid_on: receipt.paid_on,
      cents: receipt.cents,
      number: payment && receiptNumberOf(payment, receipt.revision),
      owed: owedSums(open.map(toCharge), moment.today, company),
    };
    return draftFor(to, correctionEmail(facts, company), []);
  });

class ReceiptIsBeingSent extends Error {
  override name = "the receipt is being sent";
}

export type Reader = { client: clients.Row; recipients: { to: string; cc: Address[] } } & Awaited<
  ReturnType<typeof settings.forClients>
>;

/** The client, the company and its templates, or the reason why no email goes out. */
export async function readerOf({
  client_id,
}: Pick<Receipt, "client_id">): Promise<Reader | { skip: string; client_id?: string }> {
  const [forClients, client] = await Promise.all([settings.forClients(), clients.get(client_id)]);
  if (!client) return { skip: "the client does not exist" };
  if (client.sample) return { skip: "sample data", client_id };
  const recipients = recipientsOf(client);
  if ("unreachable" in recipients) return { skip: recipients.unreachable, client_id };
  return { client, recipients, ...forClients };
}

export const aboutClient = async (client: clients.Row) => ({
  client: client.name,
  language: client.language,
  payment_reference: client.payment_reference,
  kra_pin: client.kra_pin,
  link: await accountUrl(client),
});

const draftFor = (
  { client, recipients, company }: Reader,
  email: Email,
  parts: readonly PaidPart[],
): Draft => ({
  client_id: client.id,
  serviceOf: () => (parts.length === 1 ? parts[0]?.service : undefined),
  email,
  ...recipients,
  replyTo: company.company_email || undefined,
  name: signatureOf(company.company_name),
});

/** Sums the due charges, also the muted ones: a receipt says how much is owed in all. */
const owedSums = (charges: readonly Charge[], today: Day, days: ReminderDays): Sums =>
  sumsOf(
    charges.filter((charge) => isAskedFor(charge) && isDue(charge, today, days)),
    leftOf,
  );

const nextDue = (charges: readonly Charge[]): Day | undefined =>
  charges
    .filter(isAskedFor)
    .map(({ due }) => due)
    .sort()[0];

/** Divides the payment by subscription, and by charge that does not recur, earliest due first. */
async function partsOf(payment: ClientPaymentRow, all: readonly Charge[]): Promise<PaidPart[]> {
  const centsOf = new Map(payment.allocations.map(({ charge_id, cents }) => [charge_id, cents]));
  const paid = all.filter(({ id }) => centsOf.has(id)).sort(compareCharges);
  const bySubscription = Map.groupBy(paid, ({ subscription_id, id }) => subscription_id ?? id);
  const rows = await subscriptions.getMany(paid.flatMap(({ subscription_id }) => subscription_id ?? []));
  return [...bySubscription].flatMap(([id, charges]): PaidPart[] => {
    const [first, last] = [charges[0], charges.at(-1)];
    if (!first || !last) return [];
    const row = rows.get(id);
    // One that another client has now can have other terms.
    const subscription = row?.client_id === payment.client_id ? row : undefined;
    const periods = charges.map(scheduledDay).sort();
    const [from, to] = [periods[0], periods.at(-1)].map((period) =>
      subscription && period ? periodDays(subscription, period) : undefined,
    );
    return [
      {
        subscription_id: last.subscription_id,
        frequency: subscription?.frequency ?? last.frequency ?? "",
        service: last.service,
        period: last.due,
        cents: charges.reduce((sum, charge) => sum + (centsOf.get(charge.id) ?? 0), 0),
        covered: from && to && { from: from.from, to: to.to },
        left: isOpen(last) ? leftOf(last) : 0,
      },
    ];
  });
}
