import * as z from "zod/mini";

/** What a client reads; staff and the back-office have English. */
export const Language = z.enum(["en", "sw"], "The language must be English (en) or Swahili (sw).");
export type Language = z.output<typeof Language>;

export const languageNames: Record<Language, string> = { en: "English", sw: "Swahili" };
