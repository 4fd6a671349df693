import * as z from "zod/mini";
import type { MailProblem } from "../../shared/clients.ts";
import { dayAt } from "../../shared/day.ts";
import * as clients from "../clients/store.ts";
import { enqueue } from "../email-queue.ts";
import { logEvent } from "../log.ts";
import * as messages from "../messages/store.ts";
import { rowKeyOfTags } from "./email-key.ts";
import { type DeliveryStatus, ranks, setDeliveryStatus } from "./ledger.ts";

const recipients = z.array(z.object({ emailAddress: z.string() }));
const tag = z.optional(z.tuple([z.string()], z.string()));

/** What of an event of SES is used, as EventBridge brings it. */
const SesEvent = z.object({
  time: z.string(),
  detail: z.object({
    eventType: z.enum(["Send", "Delivery", "DeliveryDelay", "Bounce", "Complaint", "Reject"]),
    mail: z.object({
      messageId: z.string(),
      timestamp: z.string(),
      tags: z.object({ ledger: tag, entry: tag, client: tag, message: tag }),
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

/** Records an email's delivery status, and suppresses an address that takes no mail. An event twice changes nothing. */
export async function handler(event: unknown): Promise<void> {
  const { time, detail } = SesEvent.parse(event);
  const { messageId, tags } = detail.mail;
  // A visitor's message that went out is mailed, though its sender may have died before it could say so.
  if (tags.message && detail.eventType !== "Reject") await messages.setMailed(tags.message[0], messageId);
  // Visitors' messages are in no ledger.
  if (!tags.ledger || !tags.entry) return;
  const status = statusOf(detail);
  const at = new Date(time).toISOString();
  const key = rowKeyOfTags({ ledger: tags.ledger[0], entry: tags.entry[0] });
  await setDeliveryStatus(key, status, { message_id: messageId, client_id: tags.client?.[0] }, at);
  if (tags.client) await suppress(tags.client[0], detail, at);
  logEvent("delivery status", { state: status.state, entry: tags.entry[0] });
}

function statusOf({ eventType, bounce, reject, deliveryDelay }: Detail): DeliveryStatus {
  switch (eventType) {
    case "Send":
      return { rank: ranks.sent, state: "sent" };
    case "Delivery":
      return { rank: ranks.delivered, state: "delivered" };
    case "DeliveryDelay":
      return { rank: ranks.delayed, state: "delayed", reason: deliveryDelay?.delayType };
    case "Complaint":
      return { rank: ranks.complained, state: "complained", reason: "marked as spam" };
    case "Reject":
      return { rank: ranks.rejected, state: "rejected", reason: reject?.reason };
    case "Bounce":
      return {
        rank: isForGood(bounce) ? ranks.bounced : ranks["bounced for now"],
        state: "bounced",
        reason: `${bounce?.bounceType}, ${bounce?.bounceSubType}`,
      };
  }
}

const isForGood = (bounce: Detail["bounce"]) => bounce?.bounceType === "Permanent";

/** Sees that no more is sent to an address that bounced for good or complained, and tells the company. */
async function suppress(client_id: string, { bounce, complaint, mail }: Detail, at: string): Promise<void> {
  const [kind, refused]: [MailProblem["kind"], z.output<typeof recipients>] = complaint
    ? ["complained", complaint.complainedRecipients]
    : ["bounced", isForGood(bounce) ? (bounce?.bouncedRecipients ?? []) : []];
  for (const { emailAddress } of refused) {
    if (!(await clients.noteMailProblem(client_id, emailAddress, { kind, at }))) continue;
    // Named by the day of the email, so that the same event again asks for the same notice.
    const day = dayAt(Date.parse(mail.timestamp));
    await enqueue([{ email: "notice", name: `address-${kind}`, client_id, day, at }]);
  }
}
