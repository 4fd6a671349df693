import {
  isOnlyLinks,
  lettersOnly,
  MAIL_LIMIT_PER_ADDRESS,
  type NewMessage,
  REPEAT_LIMIT_PER_ADDRESS,
} from "../../shared/messages/message.ts";
import { withinLimit } from "../platform/http/rate-limit.ts";
import { hashed } from "../platform/http/visitor.ts";

/**
 * Counts a stored message. It belongs to a flood if its IP address sent too many and it has a second sign, because all
 * phones of a network may share one address.
 */
export async function isFlood({ email, message }: NewMessage, caller: string, now: string): Promise<boolean> {
  const repeats = async (what: string, text: string) =>
    withinLimit({ what, ...REPEAT_LIMIT_PER_ADDRESS }, await hashed(`${caller}#${text}`), now);
  const [messages, texts, senders] = await Promise.all([
    withinLimit({ what: "messages", ...MAIL_LIMIT_PER_ADDRESS }, caller, now),
    repeats("messages-text", lettersOnly(message) || message),
    repeats("messages-sender", email.toLowerCase()),
  ]);
  return !messages.within && (!texts.within || !senders.within || isOnlyLinks(message));
}
