import type { CsvExport } from "../../../shared/csv.ts";
import { type Field, headingOf } from "../../../shared/field.ts";
import { cellOf, DAY_LENGTH, fieldEntries, type RowFields, valueText } from "../../../shared/field-values.ts";
import { type Currency, currencyOf, moneyRank, toCents } from "../../../shared/money.ts";
import { searchable } from "../../../shared/search.ts";
import type { SortKey } from "./list-order.ts";

// A list sorts, searches and exports its rows by their declared fields.

type InCurrency = { currency?: Currency | undefined };

/** The fields of a row that have a value and no column, except ids, which people do not read. */
export const factsOf = <R>(row: R, fields: RowFields<R>, columns: readonly string[]) =>
  fieldEntries(fields).flatMap(([name, field]) => {
    const isShown = field.kind !== "id" && !columns.includes(name);
    const text = isShown && valueText(field, row[name], currencyOf(row as InCurrency));
    return text ? [{ name, label: field.label, text }] : [];
  });

/** Named values sort in the order of their names. */
function sortKeyOf(
  { kind, names, absent }: Field,
  value: unknown = absent,
  currency: Currency = "USD",
): SortKey {
  if (value === undefined || value === null) return undefined;
  if (kind === "amount-from") return moneyRank(toCents((value as { amount: number }).amount), currency);
  const text = kind === "addresses" ? valueText({ kind }, value) : String(value);
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
        field.names || field.kind === "addresses" ? valueText(field, row[name]) : String(row[name] ?? ""),
      ),
    );
    cache.set(row, text);
    return text;
  };
}
