import * as z from "zod/mini";
import type { Routes } from "./route.ts";
import { Count } from "./text.ts";

export const sampleRoutes = {
  /** Takes away every client and subscription that was made as a sample, and nothing else. */
  "DELETE /api/v1/samples": {
    access: "admin",
    answer: z.object({ removed: z.object({ clients: Count, subscriptions: Count }) }),
  },
} as const satisfies Routes;
