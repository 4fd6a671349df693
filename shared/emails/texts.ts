import type { Language } from "../languages.ts";
import { english } from "./english.ts";
import type { LanguageTexts } from "./language-texts.ts";
import { swahili } from "./swahili.ts";

export const texts: Record<Language, LanguageTexts> = { en: english, sw: swahili };
