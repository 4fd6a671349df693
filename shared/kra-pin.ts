import * as z from "zod/mini";
import { line } from "./text.ts";

/** Capitals without spaces and hyphens, as stored. */
export const normalizeKraPin = (pin: string): string => pin.replace(/[\s-]/g, "").toUpperCase();

/** A tax number of the Kenya Revenue Authority, or empty. P is a company's, A is a person's. */
export const KraPin = line("KRA PIN", 40).check(
  z.overwrite(normalizeKraPin),
  z.refine(
    (pin) => /^([AP]\d{9}[A-Z])?$/.test(pin),
    "Please give the KRA PIN as A or P, nine digits and a letter, such as A123456789Z.",
  ),
);
