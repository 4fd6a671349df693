import * as z from "zod/mini";
import { Cents, Currency } from "../shared/money.ts";

// An amount stands in its row under a name that tells its currency: dollars where every version looks for an amount,
// others where a version that knows dollars alone finds none. It leaves such a row out, instead of taking shillings for
// dollars.

type Item = Record<string, unknown>;

const inShillings = "amount_kes";

/** What a row that holds an amount has. */
export const InRow = { amount_cents: Cents, currency: z._default(Currency, "USD") };

/** A row as it is stored. */
export const stored = <R extends { amount_cents: number; currency: Currency }>({
  amount_cents,
  ...row
}: R) => ({
  ...row,
  [row.currency === "KES" ? inShillings : "amount_cents"]: amount_cents,
});

/** What is stored, with its amount where its row has it. */
export function restored(item: Item): Item {
  const { [inShillings]: shillings, ...row } = item;
  return item.currency === "KES" && shillings !== undefined ? { ...row, amount_cents: shillings } : row;
}

/** A schema of rows that reads them as they are stored. */
export const storing = <S extends z.ZodMiniType>(Row: S): z.ZodMiniType<z.output<S>> =>
  z.pipe(z.transform(restored), Row as z.ZodMiniType<z.output<S>, Item>);
