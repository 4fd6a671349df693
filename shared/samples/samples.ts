import * as z from "zod/mini";
import type { Routes } from "../route.ts";
import { Count } from "../text.ts";

export const sampleRoutes = {
  /**
   * Deletes every sample client and subscription, and nothing else. If real records exist, only an administrator may do
   * this.
   */
  "DELETE /api/v1/samples": {
    access: "staff",
    response: z.object({ removed: z.object({ clients: Count, subscriptions: Count }) }),
  },
} as const satisfies Routes;
