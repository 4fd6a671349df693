import type { Day } from "../day.ts";
import type { PaperKind } from "./invoice.ts";

const prefixes = { invoice: "INV", credit_note: "CRN" } as const satisfies Record<PaperKind, string>;

/** Invoices and credit notes are counted by the year of their day: `INV-2026`. */
export const seriesOf = (kind: PaperKind, day: Day): string =>
  `${prefixes[kind]}-${day.slice(0, "YYYY".length)}`;

/** `INV-2026-000123`: the place of an invoice in its series. */
export const numberIn = (series: string, place: number): string =>
  `${series}-${String(place).padStart(6, "0")}`;

/** The series of a number and its place in it. Undefined if it is none. */
export function placeOf(number: string): { series: string; place: number } | undefined {
  const [, series, place] = /^((?:INV|CRN)-\d{4})-(\d{6,})$/.exec(number) ?? [];
  return series === undefined ? undefined : { series, place: Number(place) };
}
