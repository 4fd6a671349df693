import type { Language } from "../languages.ts";
import type { Texts } from "./a-languages-texts.ts";
import { english } from "./english.ts";
import { swahili } from "./swahili.ts";

export const texts: Record<Language, Texts> = { en: english, sw: swahili };
