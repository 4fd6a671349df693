import * as z from "zod/mini";
import type { MailProblem } from "../../shared/clients.ts";
import { dayAt } from "../../shared/day.ts";
import * as clients from "../clients/store.ts";
import { logEvent } from "../log.ts";
import * as messages from "../messages/store.ts";
import { enqueue } from "../outbox.ts";
import { advance, type Fate, ranks } from "./ledger.ts";
import { keyOfTags } from "./store.ts";

const recipients = z.array(z.object({ emailAddress: z.string() }));
const tag = z.optional(z.tuple([z.string()], z.string()));

/** What of the mail service's events is used, as EventBridge brings them. */
const MailEvent = z.object({
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
type Detail = z.output<typeof MailEvent>["detail"];

/** Writes down what became of an email, and shuts an address that takes no mail. An event twice changes nothing. */
export async function handler(event: unknown): Promise<void> {
  const { time, detail } = MailEvent.parse(event);
  const { messageId, tags } = detail.mail;
  // A visitor's message that went out is mailed, though its mailer may have died before it could say so.
  if (tags.message && detail.eventType !== "Reject") await messages.setMailed(tags.message[0], messageId);
  // Messages and tests are in no ledger.
  if (!tags.ledger || !tags.entry) return;
  const fate = fateOf(detail);
  const at = new Date(time).toISOString();
  const key = keyOfTags({ ledger: tags.ledger[0], entry: tags.entry[0] });
  await advance(key, { ...fate, message_id: messageId, client_id: tags.client?.[0] }, at);
  if (tags.client) await shut(tags.client[0], detail, at);
  logEvent("email's fate", { state: fate.state, entry: tags.entry[0] });
}

function fateOf({
  eventType,
  bounce,
  reject,
  deliveryDelay,
}: Detail): Pick<Fate, "fate_rank" | "state" | "reason"> {
  switch (eventType) {
    case "Send":
      return { fate_rank: ranks.sent, state: "sent" };
    case "Delivery":
      return { fate_rank: ranks.delivered, state: "delivered" };
    case "DeliveryDelay":
      return { fate_rank: ranks.delayed, state: "delayed", reason: deliveryDelay?.delayType };
    case "Complaint":
      return { fate_rank: ranks.complained, state: "complained", reason: "marked as spam" };
    case "Reject":
      return { fate_rank: ranks.rejected, state: "rejected", reason: reject?.reason };
    case "Bounce":
      return {
        fate_rank: isForGood(bounce) ? ranks.bounced : ranks["bounced for now"],
        state: "bounced",
        reason: `${bounce?.bounceType}, ${bounce?.bounceSubType}`,
      };
  }
}

const isForGood = (bounce: Detail["bounce"]) => bounce?.bounceType === "Permanent";

async function shut(client_id: string, { bounce, complaint, mail }: Detail, at: string): Promise<void> {
  const refused: [MailProblem["kind"], z.output<typeof recipients>] = complaint
    ? ["complained", complaint.complainedRecipients]
    : ["bounced", isForGood(bounce) ? (bounce?.bouncedRecipients ?? []) : []];
  const [kind, addresses] = refused;
  for (const { emailAddress } of addresses) {
    if (!(await clients.noteMailProblem(client_id, emailAddress, { kind, at }))) continue;
    // Named by the day of the email, so that the same event again asks for the same notice.
    const day = dayAt(Date.parse(mail.timestamp));
    await enqueue([{ email: "notice", name: `address-${kind}`, client_id, day, at }]);
  }
}
