import * as z from "zod";
import type { Routes } from "./route.ts";

export const sampleRoutes = {
  /** Takes away every client and subscription that was made as a sample, and nothing else. */
  "DELETE /api/v1/samples": {
    access: "admin",
    answer: z.object({ removed: z.object({ clients: z.int().min(0), subscriptions: z.int().min(0) }) }),
  },
} as const satisfies Routes;
