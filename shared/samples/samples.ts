import * as z from "zod/mini";
import type { Routes } from "../route.ts";
import { Count, Id, Text } from "../text.ts";

export const sampleRoutes = {
  /** The sample clients that somebody edited or paid, so that staff see them before they remove the samples. */
  "GET /api/v1/samples": {
    access: "staff",
    response: z.object({ changed: z.array(z.object({ id: Id, name: Text })) }),
  },
  /**
   * Deletes every sample client and subscription, and nothing else. If real records exist, only an administrator may do
   * this.
   */
  "DELETE /api/v1/samples": {
    access: "staff",
    response: z.object({ removed: z.object({ clients: Count, subscriptions: Count }) }),
  },
} as const satisfies Routes;
