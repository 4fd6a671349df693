import { messageReference, type messageRoutes } from "../../messages/message.ts";
import * as example from "../examples.ts";
import { type Operations, PAGED } from "./operation.ts";

const { now } = example;

export const messageOperations: Operations<typeof messageRoutes> = {
  "POST /api/send-email": {
    summary: "Send the contact form",
    description:
      "Four fields are enough. The message is stored first. Repeating an `id` is the same message, with the same `reference`.",
    body: {
      name: "Kiprop Chebet",
      email: "kiprop@bonde.example",
      message: example.message.message,
      product: example.message.product,
      answers: example.message.answers,
    },
    response: { received: true, reference: messageReference(example.message.id) },
  },
  "GET /api/v1/messages": {
    summary: "List messages of the contact form",
    description: `The messages of one box: waiting ones oldest first, others newest first. ${PAGED}`,
    response: { messages: [example.message], now },
  },
  "PUT /api/v1/messages/{id}": {
    summary: "Move a message to another box",
    body: { box: "answered", seen: "waiting" },
    response: {
      message: {
        ...example.message,
        state: "answered",
        moved: { at: now, by: example.person.id, name: example.person.name },
      },
    },
  },
  "PUT /api/v1/messages/{id}/assignment": {
    summary: "Assign a message to a colleague, or to nobody",
    body: { to: example.person.id, seen: null },
    response: {
      message: { ...example.message, assigned: { to: example.person.id, at: now, by: example.person.id } },
    },
  },
  "DELETE /api/v1/messages/{id}": {
    summary: "Delete a message for good",
    description:
      "The reason is kept in the activity, so do not name the sender. Repeating the call changes nothing.",
    body: { reason: "Spam" },
    response: { deleted: true },
  },
};
