import * as z from "zod/mini";
import type { Routes } from "../route.ts";
import { Count, Id, Text } from "../text.ts";

export const sampleRoutes = {
  "GET /api/v1/samples": {
    summary: "List the sample clients that somebody edited or paid",
    description:
      "Samples stay samples whatever is saved over them. Removing them also removes these changes.",
    access: "staff",
    response: z.object({ changed: z.array(z.object({ id: Id, name: Text })) }),
  },
  "DELETE /api/v1/samples": {
    summary: "Delete all sample data",
    description: "If real records exist, only an administrator may do this.",
    access: "staff",
    response: z.object({ removed: z.object({ clients: Count, subscriptions: Count }) }),
  },
} as const satisfies Routes;
