import { type Box, boxOf, type Message } from "../../../../shared/messages.ts";

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

export type Conversation = {
  address: string;
  messages: readonly [Message, ...Message[]];
  /** So many of them wait for an answer. */
  waiting: number;
};

/** Messages of one address stand together, the newest first, where the first of them stands in the order given. */
export function conversationsOf(arrangement: readonly Message[]): Conversation[] {
  const byAddress = Map.groupBy(arrangement, ({ email }) => email.toLowerCase());
  return [...byAddress].map(([address, all]) => ({
    address,
    messages: all.sort((a, b) => Date.parse(b.received_at) - Date.parse(a.received_at)) as [
      Message,
      ...Message[],
    ],
    waiting: all.filter(({ state }) => boxOf(state) === "waiting").length,
  }));
}
