import * as z from "zod/mini";
import { isSameAddress as isSame, parseAddress } from "../../shared/address.ts";
import type { MailProblem } from "../../shared/clients/mail-problem.ts";
import { dayAt } from "../../shared/day.ts";
import { DELIVERY_LOG_MESSAGE } from "../../shared/reminders/delivery-log.ts";
import { reasonText } from "../../shared/reminders/email-failures.ts";
import type { EmailKind } from "../../shared/reminders/reminder.ts";
import {
  type DeliveryStatus,
  deliveryRanks,
  othersOf,
  returnedEmails,
  setCopyStatus,
  setDeliveryStatus,
} from "../outbox/email-claims.ts";
import { enqueue } from "../platform/email/jobs.ts";
import { logEvent } from "../platform/log.ts";
import * as clients from "../stores/client-store.ts";
import { addressMark, type RowKey, rowKeyFromTags } from "../stores/email-key.ts";
import * as messages from "../stores/message-store.ts";

const recipients = z.array(z.object({ emailAddress: z.string() }));
const tag = z.optional(z.tuple([z.string()], z.string()));

/** The fields of an SES event that we use, in the form that EventBridge delivers. */
const SesEvent = z.object({
  time: z.string(),
  detail: z.object({
    eventType: z.enum(["Send", "Delivery", "DeliveryDelay", "Bounce", "Complaint", "Reject"]),
    mail: z.object({
      messageId: z.string(),
      timestamp: z.string(),
      destination: z._default(z.array(z.string()), []),
      commonHeaders: z.optional(z.object({ to: z.optional(z.array(z.string())) })),
      tags: z.object({ about: tag, claim: tag, others: tag, client: tag, message: tag }),
    }),
    bounce: z.optional(
      z.object({ bounceType: z.string(), bounceSubType: z.string(), bouncedRecipients: recipients }),
    ),
    complaint: z.optional(
      z.object({ complainedRecipients: recipients, complaintFeedbackType: z.nullish(z.string()) }),
    ),
    delivery: z.optional(z.object({ recipients: z.array(z.string()) })),
    reject: z.optional(z.object({ reason: z.string() })),
    deliveryDelay: z.optional(
      z.object({ delayType: z.string(), delayedRecipients: z._default(recipients, []) }),
    ),
  }),
});
type Detail = z.output<typeof SesEvent>["detail"];

/** After this number of emails that came back for the time being, no more go to an address. */
const MAX_RETURNED = 3;
const RETURNED_DAYS = 30;

/** Records the delivery status of an email, and suppresses an address that accepts no mail. Idempotent. */
export async function handler(event: unknown): Promise<void> {
  const { time, detail } = SesEvent.parse(event);
  const { messageId, tags } = detail.mail;
  // Any event but Reject proves that a visitor's message was mailed, even if its sender crashed before it recorded that.
  if (tags.message && detail.eventType !== "Reject") await messages.setMailed(tags.message[0], messageId);
  // A report that an email is no spam, or about its signature, says nothing about the recipient.
  if (detail.complaint && !isComplaint(detail.complaint)) return;
  // Visitors' messages have no row in the send log.
  if (!tags.about || !tags.claim) return;
  const status = statusOf(detail);
  const at = new Date(time).toISOString();
  const key = rowKeyFromTags({ about: tags.about[0], claim: tags.claim[0] });
  const email = { message_id: messageId, client_id: tags.client?.[0] };
  const named = addressesIn(detail);
  const { to, copies } = recipientsOf(detail.mail);
  const isTo = (address: string) => to !== undefined && isSame(address, to);
  // A bounce can name an address that the email was forwarded to: that is about the email too.
  const isAboutCopies =
    named.length > 0 && named.every((address) => copies.some((copy) => isSame(copy, address)));
  // An event about a copy still proves that the email went out.
  const ofEmail = isAboutCopies ? { rank: deliveryRanks.sent, state: "sent" as const } : status;
  const about = { at, to: named.find(isTo) };
  const isNews = await setDeliveryStatus(key, ofEmail, email, about);
  if (tags.others)
    await Promise.all(
      (await othersOf(key)).map((otherKey) =>
        setDeliveryStatus(otherKey, ofEmail, { ...email, same_email: true }, { at }),
      ),
    );
  for (const address of named) {
    const isNewsOfAddress = isTo(address) ? isNews : await setCopyStatus(key, address, status.rank);
    if (tags.client)
      await suppress(tags.client[0], address, detail, {
        at,
        what: emailName(key),
        isNews: isNewsOfAddress,
      });
  }
  logEvent(DELIVERY_LOG_MESSAGE, { state: status.state, entry: tags.claim[0] });
}

/** The recipients that an event names; none if it is about the whole email. SES sends one for several, or for each. */
function addressesIn({ delivery, deliveryDelay, bounce, complaint }: Detail): string[] {
  const named =
    bounce?.bouncedRecipients ?? complaint?.complainedRecipients ?? deliveryDelay?.delayedRecipients ?? [];
  return delivery?.recipients ?? named.map(({ emailAddress }) => emailAddress);
}

/** The status of an email is that of its delivery to the first recipient. */
function recipientsOf({ commonHeaders, destination }: Detail["mail"]) {
  const header = commonHeaders?.to?.[0];
  const to = header === undefined ? destination[0] : parseAddress(header).email;
  return { to, copies: destination.filter((address) => to !== undefined && !isSame(address, to)) };
}

function statusOf({ eventType, bounce, reject, deliveryDelay }: Detail): DeliveryStatus {
  switch (eventType) {
    case "Send":
      return { rank: deliveryRanks.sent, state: "sent" };
    case "Delivery":
      return { rank: deliveryRanks.delivered, state: "delivered" };
    case "DeliveryDelay":
      return { rank: deliveryRanks.delayed, state: "delayed", reason: deliveryDelay?.delayType };
    case "Complaint":
      return { rank: deliveryRanks.complained, state: "complained", reason: "marked as spam" };
    case "Reject":
      return { rank: deliveryRanks.rejected, state: "rejected", reason: reject?.reason };
    case "Bounce":
      return {
        rank: isPermanent(bounce) ? deliveryRanks.bounced : deliveryRanks.temporarilyBounced,
        state: "bounced",
        reason: bounce && bounceReason(bounce),
      };
  }
}

const isComplaint = ({ complaintFeedbackType: type }: NonNullable<Detail["complaint"]>): boolean =>
  !type || type === "abuse";

/** Names the kind of the email in a sentence. */
function emailName({ claim }: RowKey): string {
  const kind = claim.split("#")[0] ?? "";
  return namesInSentences[kind] ?? "reminder";
}

const namesInSentences: Record<string, string> = {
  receipt: "receipt",
  correction: "correction of a receipt",
  price: "notice of a new price",
  "price-withdrawn": "notice that a new price is withdrawn",
  statement: "statement of account",
} satisfies Partial<Record<EmailKind, string>>;

type Bounce = NonNullable<Detail["bounce"]>;
const isPermanent = (bounce: Detail["bounce"]) => bounce?.bounceType === "Permanent";
const bounceReason = ({ bounceType, bounceSubType }: Bounce) => `${bounceType}, ${bounceSubType}`;

/** Suppresses an address that bounced permanently or again and again, or complained, and notifies the company. */
async function suppress(
  client_id: string,
  address: string,
  { bounce, complaint, mail }: Detail,
  { at, what, isNews }: { at: string; what: string; isNews: boolean },
): Promise<void> {
  if (!bounce && !complaint) return;
  const kind: MailProblem["kind"] = complaint ? "complained" : isPermanent(bounce) ? "bounced" : "returned";
  if (kind === "returned") {
    // An email that was delivered all the same is none: an absence note looks like one that came back.
    const newest = isNews ? [mail.messageId] : [];
    if (!(await isReturnedTooOften(client_id, address, newest, at))) return;
  }
  const reason = bounce && bounceReason(bounce);
  const whose = await clients.noteMailProblem(client_id, address, { kind, at, reason });
  if (!whose) return;
  // The day of the email, so that a repeated event enqueues the same notice.
  const day = dayAt(Date.parse(mail.timestamp));
  const details = reason === undefined ? [] : [`The reason: ${reasonText(reason)}.`];
  const copy = whose === "copy" ? addressMark(address) : undefined;
  await enqueue([{ email: "notice", name: `address-${kind}`, client_id, copy, day, at, what, details }]);
}

/** Whether too many emails came back in the last days. The index may lag behind, so `newest` may not be in it yet. */
async function isReturnedTooOften(
  client_id: string,
  address: string,
  newest: string[],
  at: string,
): Promise<boolean> {
  const from = new Date(Date.parse(at) - RETURNED_DAYS * 86_400_000).toISOString();
  const returned = await returnedEmails(client_id, address, from);
  const works_since = await clients.mailWorksSince(client_id, address);
  const ids = returned.flatMap(({ at, message_id }) => (at > works_since ? [message_id] : []));
  return new Set([...ids, ...newest]).size >= MAX_RETURNED;
}
