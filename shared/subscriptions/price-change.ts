import * as z from "zod/mini";
import { formatDay } from "../dates.ts";
import { addDays, Day, TypedDay } from "../day.ts";
import { Amount, Currency } from "../money.ts";
import { Count, Id, OptionalId } from "../text.ts";

// A change of many prices from one day on. It is one change by its id, also if it is sent in several requests.

/** Takes a request some seconds. */
export const MAX_PRICE_IDS = 100;

/** A client who is informed of a new price has this many days to decide. */
export const NOTICE_DAYS = 30;

/** Ten times the price: more is a typing error. */
const MAX_PERCENT = 900;

const Percent = z.number("Please give the percentage as a number.").check(
  z.refine(
    (percent) => percent > -100 && percent <= MAX_PERCENT,
    `The percentage must be more than -100 and at most ${MAX_PERCENT}.`,
  ),
  z.refine(
    (percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6,
    "Please give the percentage with at most two decimals.",
  ),
);

export const roundings = [1, 10, 50, 100] as const;
const Rounding = z.literal(roundings, "Prices are rounded to 1, 10, 50 or 100.");

const price = {
  percent: z.optional(Percent),
  amount: z.optional(Amount),
  /** Rounds to the nearest 1, 10, 50 or 100 of the currency. */
  round: z.optional(Rounding),
};

export const PriceChange = z
  .strictObject({
    id: OptionalId,
    ids: z
      .array(Id)
      .check(
        z.minLength(1, "Please choose at least one subscription."),
        z.maxLength(MAX_PRICE_IDS, `Send at most ${MAX_PRICE_IDS} subscriptions at once, with the same id.`),
      ),
    ...price,
    from: TypedDay,
    /** One email to each client. */
    notify: z.optional(z.boolean()),
    /** Changes nothing. */
    preview: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ percent, amount }) => (percent === undefined) !== (amount === undefined),
      "Please give either a percentage or an amount.",
    ),
  );
export type PriceChange = z.output<typeof PriceChange>;

/** Why a day is too early, if the clients are told. */
export const noticeProblem = (from: Day, today: Day): string | undefined => {
  const first = addDays(today, NOTICE_DAYS);
  return from < first
    ? `Clients who are told need ${NOTICE_DAYS} days: choose ${formatDay(first)} or later.`
    : undefined;
};

/** One subscription of a change. */
export const PriceRow = z.object({
  subscription_id: Id,
  from: Day,
  /** The price now, and from the day on; absent if the subscription is not found. */
  before: z.optional(Amount),
  after: z.optional(Amount),
  currency: z.optional(Currency),
  /** Why it is not changed. */
  why: z.optional(z.string()),
});
export type PriceRow = z.output<typeof PriceRow>;

export const PriceChanges = z.object({ id: Id, rows: z.array(PriceRow) });
export type PriceChanges = z.output<typeof PriceChanges>;

/** `left`: how many subscriptions wait for the next request. */
export const WithdrawnPrices = z.extend(PriceChanges, { left: Count });
export type WithdrawnPrices = z.output<typeof WithdrawnPrices>;

/** The new price in cents: half of a step is rounded up. */
export function newCents(
  cents: number,
  { percent, amount, round }: Pick<PriceChange, "percent" | "amount" | "round">,
): number {
  // In hundredths of a percent, all numbers are whole.
  const hundredths = amount === undefined ? 10_000 + Math.round((percent ?? 0) * 100) : 10_000;
  const base = amount === undefined ? cents : Math.round(amount * 100);
  const step = (round ?? 0.01) * 100;
  const [whole, divisor] = [base * hundredths, 10_000 * Math.round(step)];
  return Math.floor((2 * whole + divisor) / (2 * divisor)) * Math.round(step);
}
