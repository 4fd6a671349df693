import type { Fields } from "../field.ts";
import type { Message, MessageState } from "./message.ts";

/** The box in which staff find a message. */
export const boxNames: Record<MessageState, string> = {
  pending: "Waiting",
  mailed: "Waiting",
  answered: "Answered",
  spam: "Spam",
};

/** In the order of the exported file. */
export const messageFields = {
  received_at: { label: "Received", kind: "moment", description: "When the message arrived." },
  name: { label: "Name", kind: "text", searched: true, description: "The visitor's name, as typed." },
  email: { label: "Email", kind: "text", searched: true, description: "The visitor's email address." },
  phone: { label: "Phone", kind: "text", description: "As typed; can be empty." },
  message: { label: "Message", kind: "lines", searched: true, description: "The text." },
  product: {
    label: "Product",
    kind: "text",
    searched: true,
    description: "What the visitor wants a quote for; absent if the message is about something else.",
  },
  answers: {
    label: "Answers",
    kind: "lines",
    description: "The questions about the product that the visitor answered.",
  },
  state: {
    label: "Box",
    kind: "text",
    description:
      "pending: not emailed to the company yet; mailed: emailed; answered: marked as answered by staff; spam: looks like spam and is not emailed.",
    names: boxNames,
  },
  assigned: {
    label: "Assigned to",
    kind: "text",
    description: "Who must answer, and since when; absent if nobody is chosen.",
  },
  moved: {
    label: "Moved",
    kind: "text",
    description: "When it was last moved to another box, and who moved it.",
  },
  id: { label: "Id", kind: "id", description: "Identifies the message." },
} as const satisfies Fields<Exclude<keyof Message, "day">>;
