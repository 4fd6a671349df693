import * as z from "zod/mini";
import type { Routes } from "./route.ts";
import { Count } from "./text.ts";

export const sampleRoutes = {
  /**
   * Takes away every client and subscription that is a sample, and nothing else. Beside real records only an
   * administrator may.
   */
  "DELETE /api/v1/samples": {
    access: "staff",
    answer: z.object({ removed: z.object({ clients: Count, subscriptions: Count }) }),
  },
} as const satisfies Routes;
