import type { peopleRoutes } from "../../people/people.ts";
import * as example from "../examples.ts";
import type { Operations } from "./operation.ts";

const item = { kind: "message" as const, id: example.message.id };

export const peopleOperations: Operations<typeof peopleRoutes> = {
  "POST /api/v1/people/search": {
    summary: "Find what is stored about a person",
    description:
      "By name, address, phone number or payment reference, in any spelling. Send `cursor` again until a response has none.",
    body: { query: example.message.email },
    response: { found: [{ ...item, text: "2026-12-24 · Kiprop Chebet" }] },
  },
  "POST /api/v1/people/export": {
    summary: "Download everything stored in some records",
    description: "The download is recorded in the activity.",
    body: { items: [item] },
    response: { records: [{ ...item, data: { name: example.message.name } }] },
  },
  "POST /api/v1/people/erasure": {
    summary: "Erase personal data",
    description:
      "Amounts and days stay. `kept` says what cannot be erased, and why. Repeating the call changes nothing.",
    body: { items: [item] },
    response: { erased: [item], kept: [] },
  },
};
