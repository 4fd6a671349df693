import * as z from "zod/mini";

/** The language of emails to a client. Staff and the back-office use English. */
export const Language = z.enum(["en", "sw"], "The language must be English (en) or Swahili (sw).");
export type Language = z.output<typeof Language>;

export const languageNames: Record<Language, string> = { en: "English", sw: "Swahili" };
