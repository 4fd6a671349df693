import type { CsvExport } from "../../../../shared/csv.ts";
import { headingOf } from "../../../../shared/field.ts";
import { cellOf, fieldEntries } from "../../../../shared/field-values.ts";
import { messageFields } from "../../../../shared/messages/fields.ts";
import { type Box, boxOf, type Message, messageReference } from "../../../../shared/messages/message.ts";
import type { Colleague } from "../../../../shared/staff/staff.ts";
import { searchTextOf } from "../../rules/list-fields.ts";
import type { ListRules } from "../../rules/list-rules.ts";

const fieldText = searchTextOf<Message>(messageFields);

/** All messages of a box, or those assigned to this person. The server filters by box. */
export const messageRules = (me: string, box: string): ListRules<Message> => ({
  // Without its space, the reference is found typed either way.
  textOf: (message) => `${messageReference(message.id).replace(" ", "")}\n${fieldText(message)}`,
  filters: { box: () => box, for: ({ assigned }) => (assigned?.to === me ? "mine" : "") },
  sortKeys: {},
  defaultOrder: { id: "", desc: false },
});

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

/** The messages of a box as a file, from the declared fields. */
export const messagesExport = (box: string, staff: readonly Colleague[] = []): CsvExport<Message> => ({
  name: `messages ${box.toLowerCase()}`,
  columns: [
    ...fieldEntries<Message>(messageFields).map(
      ([name, field]) =>
        [headingOf(field), (row: Message) => cellOf(field, fileValueOf(row, name, staff))] as const,
    ),
    ["Reference", ({ id }) => messageReference(id)],
    ["Moved by", ({ moved }) => moved?.name],
  ],
});

function fileValueOf(message: Message, name: keyof Message, staff: readonly Colleague[]): unknown {
  const { answers, assigned, moved } = message;
  if (name === "moved") return moved?.at;
  if (name === "answers") return answers?.map(({ question, answer }) => `${question} ${answer}`).join("\n");
  if (name !== "assigned") return message[name];
  return assigned && (staff.find(({ id }) => id === assigned.to)?.name ?? "a former member of staff");
}
