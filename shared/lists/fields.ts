import { money } from "../amount.ts";
import { formatReference } from "../billing/payment-reference.ts";
import type { Cell, CsvExport } from "../csv.ts";
import { formatDay, formatInstant, formatMoment } from "../dates.ts";
import { type Field, headingOf } from "../field.ts";
import { type Currency, currencyOf, moneyRank, toCents } from "../money.ts";
import type { SortKey } from "./order.ts";
import { searchable } from "./search.ts";

/** The declared fields of a list's rows. */
export type RowFields<R> = Readonly<Partial<Record<keyof R & string, Field>>>;

type InCurrency = { currency?: Currency | undefined };

const DAY_LENGTH = "YYYY-MM-DD".length;

export const fieldEntries = <R>(fields: RowFields<R>) =>
  Object.entries(fields) as [name: keyof R & string, field: Field][];

/** A value as people read it; empty text if it is absent. */
export function valueText(
  { kind, names, absent }: Field,
  value: unknown = absent,
  currency: Currency = "USD",
): string {
  if (value === undefined || value === null || value === "") return "";
  const text = String(value);
  if (names) return names[text] ?? text;
  if (kind === "yes-no") return value === true ? "yes" : "no";
  if (kind === "day") return formatDay(text.slice(0, DAY_LENGTH));
  if (kind === "instant") return formatInstant(text);
  if (kind === "moment") return formatMoment(text);
  if (kind === "numbers" && Array.isArray(value)) return value.join(", ");
  if (kind === "reference") return formatReference(text);
  return kind === "amount" ? money(Number(value), currency) : text;
}

/** What a row knows beside its columns: the fields that have a value. Nobody reads ids. */
export const factsOf = <R>(row: R, fields: RowFields<R>, columns: readonly string[]) =>
  fieldEntries(fields).flatMap(([name, field]) => {
    const isShown = field.kind !== "id" && !columns.includes(name);
    const text = isShown && valueText(field, row[name], currencyOf(row as InCurrency));
    return text ? [{ name, label: field.label, text }] : [];
  });

/** A value in a file: spreadsheets read days, instants and amounts as they are stored. */
export function cellOf({ kind, names, absent }: Field, value: unknown = absent): Cell {
  if (value === undefined || value === null) return undefined;
  if (names) return names[String(value)] ?? String(value);
  if (kind === "yes-no") return value === true ? "yes" : "";
  if (kind === "day") return String(value).slice(0, DAY_LENGTH);
  return typeof value === "number" ? value : String(value);
}

/** Named values sort in the order of their names. */
function sortKeyOf(
  { kind, names, absent }: Field,
  value: unknown = absent,
  currency: Currency = "USD",
): SortKey {
  if (value === undefined || value === null) return undefined;
  const text = String(value);
  if (names) return Object.keys(names).indexOf(text);
  if (kind === "day") return Number(text.slice(0, DAY_LENGTH).replaceAll("-", ""));
  if (kind === "instant" || kind === "moment") return Date.parse(text);
  return kind === "amount" ? moneyRank(toCents(Number(value)), currency) : text;
}

/** The list as a file: a column for each field, in the table's order. */
export const exportOf = <R>(name: string, fields: RowFields<R>): CsvExport<R> => ({
  name,
  columns: fieldEntries(fields).map(([name, field]) => [headingOf(field), (row) => cellOf(field, row[name])]),
});

/** Sorts by any field. */
export const sortKeysOf = <R>(fields: RowFields<R>): Record<string, (row: R) => SortKey> =>
  Object.fromEntries(
    fieldEntries(fields).map(([name, field]) => [
      name,
      (row) => sortKeyOf(field, row[name], currencyOf(row as InCurrency)),
    ]),
  );

/** The text that the search looks through. Cached by row, because a list of thousands is rebuilt while it loads. */
export function searchTextOf<R extends object>(fields: RowFields<R>): (row: R) => string {
  const cache = new WeakMap<R, string>();
  const searched = fieldEntries(fields).filter(([, { searched }]) => searched);
  return (row) => {
    const cached = cache.get(row);
    if (cached !== undefined) return cached;
    const text = searchable(
      ...searched.map(([name, field]) =>
        field.names ? valueText(field, row[name]) : String(row[name] ?? ""),
      ),
    );
    cache.set(row, text);
    return text;
  };
}
