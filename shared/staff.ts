import * as z from "zod/mini";
import type { Routes } from "./route.ts";
import { Id, line } from "./text.ts";

/** What a member of staff is called; they write it of themselves, so it proves nothing. */
export const StaffName = line("name", 200);

/** Somebody to whom work can be given. */
export const Colleague = z.object({ id: Id, name: z.string() });
export type Colleague = z.output<typeof Colleague>;

export const staffRoutes = {
  /** Those who can sign in, by their names, and nothing else of them. */
  "GET /api/v1/staff": { access: "staff", answer: z.object({ staff: z.array(Colleague) }) },
} as const satisfies Routes;
