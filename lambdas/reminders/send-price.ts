import { priceEmail, priceWithdrawnEmail } from "../../shared/emails/price-email.ts";
import { signatureOf } from "../../shared/emails/reminder-text.ts";
import { wasSent } from "../../shared/reminders/reminder.ts";
import { markPricesTold, waitingPrices, withdrawPricesTold } from "../ledger/told-prices.ts";
import { type Draft, type Outcome, sendOnce } from "../outbox/send-once.ts";
import type { Job } from "../platform/email/jobs.ts";
import type { Moment } from "../platform/moment.ts";
import { claimOf, priceKeyOf, withdrawnPriceKeyOf } from "../stores/email-key.ts";
import { rowsAbout } from "../stores/reminder-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { aboutClient, type Reader, readerOf } from "./send-receipt.ts";

type PriceJob = Job & { email: "price" };
type WithdrawnJob = Job & { email: "price-withdrawn" };

/** Tells a client the prices of a change that still wait, once. Muted clients are told too: it is no reminder. */
export const sendPrice = (job: PriceJob, moment: Moment): Promise<Outcome> =>
  sendOnce([priceKeyOf(job)], moment, async (): Promise<Draft> => {
    const { client_id, change, from } = job;
    const to = await activeReaderOf(job);
    if ("skip" in to) return to;
    const waiting = await waitingPrices(client_id, change);
    if (!waiting || waiting.rows.length === 0) return { skip: "the price was withdrawn", client_id };
    if (from <= moment.today) return { skip: "the price holds already", client_id };
    const prices = waiting.rows.map(({ amount_cents, next_price, ...row }) => ({
      ...row,
      now: amount_cents,
      later: next_price?.cents ?? amount_cents,
    }));
    return {
      ...draftFor(to),
      email: priceEmail({ ...(await aboutClient(to.client)), from, prices }, to.company),
      serviceOf: () => (prices.length === 1 ? prices[0]?.service : undefined),
      tell: () => markPricesTold(waiting, moment.today),
      withdraw: () => withdrawPricesTold(client_id, change),
    };
  });

/** Tells a client that prices were withdrawn, if the client was told about them. */
export const sendPriceWithdrawn = (job: WithdrawnJob, moment: Moment): Promise<Outcome> =>
  sendOnce([withdrawnPriceKeyOf(job)], moment, async (): Promise<Draft> => {
    const { client_id, change, from } = job;
    const to = await activeReaderOf(job);
    if ("skip" in to) return to;
    const claim = claimOf(priceKeyOf(job));
    const notice = (await rowsAbout(change)).find((row) => row.claim === claim);
    // A sender has the notice: it is known soon whether it went out.
    if (notice?.state === "claimed" || notice?.state === "waiting") throw new NoticeIsBeingSent();
    if (!notice || !wasSent(notice.state)) return { skip: "the client was not told", client_id };
    const rows = await subscriptions.getMany(job.prices.map(({ subscription_id }) => subscription_id));
    const prices = job.prices.flatMap(({ subscription_id, cents }) => {
      const row = rows.get(subscription_id);
      return row?.client_id === client_id ? [{ ...row, now: row.amount_cents, later: cents }] : [];
    });
    if (prices.length === 0) return { skip: "another client has the subscription now", client_id };
    return {
      ...draftFor(to),
      email: priceWithdrawnEmail({ ...(await aboutClient(to.client)), from, prices }, to.company),
      serviceOf: () => (prices.length === 1 ? prices[0]?.service : undefined),
    };
  });

class NoticeIsBeingSent extends Error {
  override name = "the notice is being sent";
}

async function activeReaderOf({ client_id }: PriceJob | WithdrawnJob) {
  const to = await readerOf({ client_id });
  if (!("skip" in to) && to.client.status !== "active")
    return { skip: to.client.erased_at ? "the client was erased" : "the client is inactive", client_id };
  return to;
}

const draftFor = ({ client, recipients, company }: Reader) => ({
  client_id: client.id,
  ...recipients,
  replyTo: company.company_email || undefined,
  name: signatureOf(company.company_name),
});
