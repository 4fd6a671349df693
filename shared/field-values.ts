import { type Address, addressText } from "./address.ts";
import { money } from "./amount.ts";
import type { Cell } from "./csv.ts";
import { formatDay, formatInstant, formatMoment } from "./dates.ts";
import type { Day } from "./day.ts";
import type { Field } from "./field.ts";
import type { Currency } from "./money.ts";
import { formatReference } from "./payment-reference.ts";

/** The declared fields of a list's rows. */
export type RowFields<R> = Readonly<Partial<Record<keyof R & string, Field>>>;

export const DAY_LENGTH = "YYYY-MM-DD".length;

export const fieldEntries = <R>(fields: RowFields<R>) =>
  Object.entries(fields) as [name: keyof R & string, field: Field][];

const isAmountFrom = (value: unknown): value is { amount: number; from: Day } =>
  typeof value === "object" && value !== null && "from" in value && "amount" in value;

const addressesText = (addresses: readonly Address[]): string => addresses.map(addressText).join(", ");

/** A value as people read it; empty text if it is absent. */
export function valueText(
  { kind, names, absent }: Pick<Field, "kind" | "names" | "absent">,
  value: unknown = absent,
  currency: Currency = "USD",
): string {
  if (value === undefined || value === null || value === "") return "";
  if (kind === "addresses") return addressesText(value as Address[]);
  const text = String(value);
  if (names) return names[text] ?? text;
  if (isAmountFrom(value)) return `${money(value.amount, currency)} from ${formatDay(value.from)}`;
  if (kind === "yes-no") return value === true ? "yes" : "no";
  if (kind === "day") return formatDay(text.slice(0, DAY_LENGTH));
  if (kind === "instant") return formatInstant(text);
  if (kind === "moment") return formatMoment(text);
  if (kind === "numbers" && Array.isArray(value)) return value.join(", ");
  if (kind === "reference") return formatReference(text);
  return kind === "amount" ? money(Number(value), currency) : text;
}

/** A value in a file: spreadsheets read days, instants and amounts as they are stored. */
export function cellOf({ kind, names, absent }: Field, value: unknown = absent): Cell {
  if (value === undefined || value === null) return undefined;
  if (names) return names[String(value)] ?? String(value);
  if (kind === "yes-no") return value === true ? "yes" : "";
  if (kind === "addresses") return addressesText(value as Address[]);
  if (kind === "day") return String(value).slice(0, DAY_LENGTH);
  if (isAmountFrom(value)) return `${value.amount} from ${value.from}`;
  return typeof value === "number" ? value : String(value);
}
