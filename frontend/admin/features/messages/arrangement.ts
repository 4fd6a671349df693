import type { Box, Message } from "../../../../shared/messages.ts";

/** The later word on a message: the list's, or what a move made of it while the list was under way. */
const later = (listed: Message, moved: Message | undefined): Message =>
  moved && (listed.moved?.at ?? "") < (moved.moved?.at ?? "") ? moved : listed;

/**
 * A box as it is shown: what is in it, and in its old place what was moved away while it was looked at. What waits
 * longest comes first, so the overdue ones do; of the others the newest.
 */
export function arranged(box: Box, listed: readonly Message[], moved: readonly Message[]): Message[] {
  const latest = new Map(moved.map((message) => [message.id, message]));
  const all = new Map([
    ...latest,
    ...listed.map((message) => [message.id, later(message, latest.get(message.id))] as const),
  ]);
  const direction = box === "waiting" ? 1 : -1;
  return [...all.values()].sort(
    (a, b) => direction * (Date.parse(a.received_at) - Date.parse(b.received_at)),
  );
}
