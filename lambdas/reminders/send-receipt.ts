import { periodDays } from "../../shared/billing/schedule.ts";
import { signatureOf } from "../../shared/emails/reminder-text.ts";
import { receiptEmail } from "../../shared/emails/to-clients.ts";
import { currencyOf, fromCents, toCents } from "../../shared/money.ts";
import { isMailable } from "../../shared/text.ts";
import { renewalsOf } from "../billing/renewals.ts";
import * as clients from "../clients/store.ts";
import type { Job } from "../platform/email/jobs.ts";
import type { Moment } from "../platform/moment.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { receiptKeyOf } from "./email-key.ts";
import { type Draft, type Outcome, sendOnce } from "./send-once.ts";

export type ReceiptJob = Job & { email: "receipt" };

/** Sends the receipt of a payment, once for each time the payment was recorded. */
export const sendReceipt = (job: ReceiptJob, moment: Moment): Promise<Outcome> =>
  sendOnce([receiptKeyOf(job)], moment, () => draft(job));

async function draft({ subscription_id, recorded_at }: ReceiptJob): Promise<Draft> {
  const [{ company, templateOf }, row] = await Promise.all([
    settings.forClients(),
    subscriptions.get(subscription_id),
  ]);
  const client = row && (await clients.get(row.client_id));
  if (!row || !client) return { skip: "the client does not exist" };
  // Read last, to see an undo in the meantime. A payment may cover several periods.
  const paid = (await renewalsOf(row)).renewals
    .filter((renewal) => renewal.recorded_at === recorded_at)
    .sort((a, b) => (a.period < b.period ? -1 : 1));
  const [first, last] = [paid[0], paid.at(-1)];
  const { id: client_id } = client;
  if (!first || !last) return { skip: "the payment was undone", client_id };
  if (!company.send_receipts) return { skip: "this kind of email is switched off", client_id };
  if (row.sample || client.sample) return { skip: "sample data", client_id };
  if (!isMailable(client.email)) return { skip: "no valid address", client_id };
  if (client.mail_problem) return { skip: "address suppressed", client_id };

  const { payment_reference } = client;
  const { frequency, service } = row;
  const { paid_on, method, reference, currency } = first;
  const [from, to] = [first, last].map(({ period }) => periodDays(row, period));
  const facts = {
    language: client.language,
    client: client.name,
    frequency,
    service,
    paid_on,
    method,
    reference,
    payment_reference,
    amount: fromCents(paid.reduce((cents, { amount }) => cents + toCents(amount), 0)),
    currency: currencyOf({ currency }),
    covered: from && to && { from: from.from, to: to.to },
    next: last.next_billing_date,
    // After a part payment the rest is still due.
    left: !last.part || currency !== row.currency ? undefined : fromCents(subscriptions.leftCentsOf(row)),
  };
  return {
    client_id,
    serviceOf: () => service,
    email: receiptEmail(facts, company, templateOf("receipt", client.language)),
    to: client.email,
    replyTo: company.company_email || undefined,
    name: signatureOf(company.company_name),
  };
}
