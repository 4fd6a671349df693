import * as z from "zod/mini";
import type { MailProblem } from "../../shared/clients/client.ts";
import { dayAt } from "../../shared/day.ts";
import { DELIVERY_LOG_MESSAGE } from "../../shared/reminders/delivery-log.ts";
import * as clients from "../clients/store.ts";
import * as messages from "../messages/store.ts";
import { enqueue } from "../platform/email/queue.ts";
import { logEvent } from "../platform/log.ts";
import { rowKeyFromTags } from "./email-key.ts";
import { type DeliveryStatus, deliveryRanks, othersOf, setDeliveryStatus } from "./ledger.ts";

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
      tags: z.object({ ledger: tag, entry: tag, others: tag, client: tag, message: tag }),
    }),
    bounce: z.optional(
      z.object({ bounceType: z.string(), bounceSubType: z.string(), bouncedRecipients: recipients }),
    ),
    complaint: z.optional(z.object({ complainedRecipients: recipients })),
    reject: z.optional(z.object({ reason: z.string() })),
    deliveryDelay: z.optional(z.object({ delayType: z.string() })),
  }),
});
type Detail = z.output<typeof SesEvent>["detail"];

/** Records the delivery status of an email, and suppresses an address that accepts no mail. Idempotent. */
export async function handler(event: unknown): Promise<void> {
  const { time, detail } = SesEvent.parse(event);
  const { messageId, tags } = detail.mail;
  // Any event but Reject proves that a visitor's message was mailed, even if its sender crashed before it recorded that.
  if (tags.message && detail.eventType !== "Reject") await messages.setMailed(tags.message[0], messageId);
  // Visitors' messages have no row in the ledger.
  if (!tags.ledger || !tags.entry) return;
  const status = statusOf(detail);
  const at = new Date(time).toISOString();
  const key = rowKeyFromTags({ ledger: tags.ledger[0], entry: tags.entry[0] });
  const email = { message_id: messageId, client_id: tags.client?.[0] };
  await setDeliveryStatus(key, status, email, at);
  if (tags.others)
    await Promise.all(
      (await othersOf(key)).map((other) =>
        setDeliveryStatus(other, status, { ...email, same_email: true }, at),
      ),
    );
  if (tags.client) await suppress(tags.client[0], detail, at);
  logEvent(DELIVERY_LOG_MESSAGE, { state: status.state, entry: tags.entry[0] });
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
        reason: `${bounce?.bounceType}, ${bounce?.bounceSubType}`,
      };
  }
}

const isPermanent = (bounce: Detail["bounce"]) => bounce?.bounceType === "Permanent";

/** Suppresses an address that bounced permanently or complained, and notifies the company. */
async function suppress(client_id: string, { bounce, complaint, mail }: Detail, at: string): Promise<void> {
  const kind: MailProblem["kind"] = complaint ? "complained" : "bounced";
  const bounced = isPermanent(bounce) ? bounce?.bouncedRecipients : [];
  for (const { emailAddress } of complaint?.complainedRecipients ?? bounced ?? []) {
    if (!(await clients.noteMailProblem(client_id, emailAddress, { kind, at }))) continue;
    // The day of the email, so that a repeated event enqueues the same notice.
    const day = dayAt(Date.parse(mail.timestamp));
    await enqueue([{ email: "notice", name: `address-${kind}`, client_id, day, at }]);
  }
}
