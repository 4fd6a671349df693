import { type Box, boxOf, type Message } from "../../../../shared/messages/message.ts";

/** The newer version of a message: from the list, or from a move made while the list was loading. */
const later = (listed: Message, moved: Message | undefined): Message =>
  moved && (listed.moved?.at ?? "") < (moved.moved?.at ?? "") ? moved : listed;

/**
 * The messages of a box, with messages just moved out of it in their old place. In the inbox the oldest come first, in
 * the other boxes the newest.
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
  /** How many wait for an answer. */
  waiting: number;
};

/** Groups messages by address, newest first, in the order of their first message. */
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
