import { readFileSync } from "node:fs";
import * as z from "zod";

const Price = z.strictObject({
  dollars: z.number(),
  per: z.number(),
  /** What every account has free each month, not only in its first year; stages in one account share it. */
  alwaysFree: z.number(),
  source: z.url(),
  /** Where else the same price was read, the page itself showing none without its script; absent when nowhere. */
  confirmed: z.string().optional(),
});
const Prices = z.strictObject({
  region: z.string(),
  /** The day on which the prices were entered here. */
  entered: z.iso.date(),
  prices: z.record(z.string(), Price),
});
export type Prices = z.output<typeof Prices>;

export const readPrices = (file: string | URL = new URL("prices.json", import.meta.url)): Prices =>
  Prices.parse(JSON.parse(readFileSync(file, "utf8")));

/** A month's use, by the names of prices.json. */
export type Usage = Record<string, number>;

export type Line = { what: string; quantity: number; listed: number; paid: number };

/** Dollars of a month: `listed` by the price list alone, `paid` after what is always free. @throws Error without a price */
export function billOf(usage: Usage, { prices }: Prices): Line[] {
  return Object.entries(usage).map(([what, quantity]) => {
    const price = prices[what];
    if (!price) throw new Error(`prices.json has no price of ${what}.`);
    const dollars = (quantity: number) => (quantity / price.per) * price.dollars;
    return {
      what,
      quantity,
      listed: dollars(quantity),
      paid: dollars(Math.max(0, quantity - price.alwaysFree)),
    };
  });
}

export const totalOf = (lines: Line[]) => ({
  listed: lines.reduce((sum, { listed }) => sum + listed, 0),
  paid: lines.reduce((sum, { paid }) => sum + paid, 0),
});
