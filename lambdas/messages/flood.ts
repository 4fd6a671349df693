import { createHmac } from "node:crypto";
import {
  isOnlyLinks,
  lettersOnly,
  MAIL_LIMIT_PER_ADDRESS,
  type NewMessage,
  REPEAT_LIMIT_PER_ADDRESS,
} from "../../shared/messages/message.ts";
import { variable } from "../platform/environment.ts";
import { withinLimit } from "../platform/http/rate-limit.ts";

/**
 * Counts a stored message. It belongs to a flood if its IP address sent too many and it has a second sign, because all
 * phones of a network may share one address.
 */
export async function isFlood({ email, message }: NewMessage, caller: string, now: string): Promise<boolean> {
  const hashed = (text: string) =>
    createHmac("sha256", variable("ORIGIN_SECRET")).update(`${caller}#${text}`).digest("base64url");
  const [messages, texts, senders] = await Promise.all([
    withinLimit({ what: "messages", ...MAIL_LIMIT_PER_ADDRESS }, caller, now),
    withinLimit(
      { what: "messages-text", ...REPEAT_LIMIT_PER_ADDRESS },
      hashed(lettersOnly(message) || message),
      now,
    ),
    withinLimit({ what: "messages-sender", ...REPEAT_LIMIT_PER_ADDRESS }, hashed(email.toLowerCase()), now),
  ]);
  return !messages.within && (!texts.within || !senders.within || isOnlyLinks(message));
}
