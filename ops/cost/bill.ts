import { readFileSync } from "node:fs";
import * as z from "zod";

const Price = z.strictObject({
  dollars: z.number(),
  per: z.number(),
  /** The account's permanent free tier a month, which its stages share. */
  alwaysFree: z.number(),
  source: z.url(),
  /** A second source of the price, because the page shows none without JavaScript. */
  confirmed: z.string().optional(),
});
const Prices = z.strictObject({
  region: z.string(),

  entered: z.iso.date(),
  prices: z.record(z.string(), Price),
});
export type Prices = z.output<typeof Prices>;

export const readPrices = (file: string | URL = new URL("prices.json", import.meta.url)): Prices =>
  Prices.parse(JSON.parse(readFileSync(file, "utf8")));

/** A month's quantities, by the names of prices.json. */
export type Usage = Record<string, number>;

export type Line = { what: string; quantity: number; listed: number; paid: number };

/** Dollars a month: `listed` without the free tier, `paid` with it. @throws Error without a price */
export function billOf(usage: Usage, { prices }: Prices): Line[] {
  return Object.entries(usage).map(([what, quantity]) => {
    const price = prices[what];
    if (!price) throw new Error(`prices.json has no price for ${what}.`);
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
