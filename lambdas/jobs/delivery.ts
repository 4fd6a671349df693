import * as z from "zod/mini";
import type { MailProblem } from "../../shared/clients/client.ts";
import { dayAt } from "../../shared/day.ts";
import { DELIVERY_LOG_MESSAGE } from "../../shared/reminders/delivery-log.ts";
import { reasonText } from "../../shared/reminders/email-failures.ts";
import type { EmailKind } from "../../shared/reminders/reminder.ts";
import {
  type DeliveryStatus,
  deliveryRanks,
  othersOf,
  returnedEmails,
  setDeliveryStatus,
} from "../outbox/email-claims.ts";
import { enqueue } from "../platform/email/jobs.ts";
import { logEvent } from "../platform/log.ts";
import * as clients from "../stores/client-store.ts";
import { type RowKey, rowKeyFromTags } from "../stores/email-key.ts";
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
      tags: z.object({ about: tag, claim: tag, others: tag, client: tag, message: tag }),
    }),
    bounce: z.optional(
      z.object({ bounceType: z.string(), bounceSubType: z.string(), bouncedRecipients: recipients }),
    ),
    complaint: z.optional(
      z.object({ complainedRecipients: recipients, complaintFeedbackType: z.nullish(z.string()) }),
    ),
    reject: z.optional(z.object({ reason: z.string() })),
    deliveryDelay: z.optional(z.object({ delayType: z.string() })),
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
  const isNews = await setDeliveryStatus(key, status, email, at);
  if (tags.others)
    await Promise.all(
      (await othersOf(key)).map((otherKey) =>
        setDeliveryStatus(otherKey, status, { ...email, same_email: true }, at),
      ),
    );
  if (tags.client) await suppress(tags.client[0], detail, { at, what: emailName(key), isNews });
  logEvent(DELIVERY_LOG_MESSAGE, { state: status.state, entry: tags.claim[0] });
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
  { bounce, complaint, mail }: Detail,
  { at, what, isNews }: { at: string; what: string; isNews: boolean },
): Promise<void> {
  const kind: MailProblem["kind"] = complaint ? "complained" : isPermanent(bounce) ? "bounced" : "returned";
  if (kind === "returned") {
    // An email that was delivered all the same is none: an absence note looks like one that came back.
    const newest = bounce && isNews ? [mail.messageId] : [];
    if (!bounce || !(await isReturnedTooOften(client_id, newest, at))) return;
  }
  const reason = bounce && bounceReason(bounce);
  for (const { emailAddress } of complaint?.complainedRecipients ?? bounce?.bouncedRecipients ?? []) {
    if (!(await clients.noteMailProblem(client_id, emailAddress, { kind, at, reason }))) continue;
    // The day of the email, so that a repeated event enqueues the same notice.
    const day = dayAt(Date.parse(mail.timestamp));
    const details = reason === undefined ? [] : [`The reason: ${reasonText(reason)}.`];
    await enqueue([{ email: "notice", name: `address-${kind}`, client_id, day, at, what, details }]);
  }
}

/** Whether too many emails came back in the last days. The index may lag behind, so `newest` may not be in it yet. */
async function isReturnedTooOften(client_id: string, newest: string[], at: string): Promise<boolean> {
  const from = new Date(Date.parse(at) - RETURNED_DAYS * 86_400_000).toISOString();
  const returned = await returnedEmails(client_id, from);
  const works_since = await clients.mailWorksSince(client_id);
  const ids = returned.flatMap(({ at, message_id }) => (at > works_since ? [message_id] : []));
  return new Set([...ids, ...newest]).size >= MAX_RETURNED;
}
