import type { activityRoutes } from "../../activity/activity.ts";
import * as example from "../examples.ts";
import { type Operations, PAGED } from "./operation.ts";

const { client, today, now } = example;

export const activityOperations: Operations<typeof activityRoutes> = {
  "POST /api/v1/exports": {
    summary: "Record that you save a list as a file",
    description: "The back-office calls it before it writes the file.",
    body: { list: "clients", rows: 300, filter: "status active" },
    response: { recorded: true },
  },
  "GET /api/v1/activity": {
    summary: "List who changed what",
    description: PAGED,
    response: {
      entries: [
        {
          id: `${now}#1a2b3c4d`,
          at: now,
          kind: "client-changed",
          name: example.person.name,
          client_id: client.id,
          before: { phone: "+254 700 000 100" },
          after: { phone: client.phone },
        },
      ],
      from: "2026-12-01",
      to: today,
      today,
    },
  },
};
