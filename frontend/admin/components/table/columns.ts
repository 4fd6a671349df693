import type { ReactNode } from "react";
import { headingOf } from "../../../../shared/field.ts";
import { type RowFields, valueText } from "../../../../shared/field-values.ts";
import { currencyOf } from "../../../../shared/money.ts";

export type Column<R> = {
  /** The field that it shows and sorts by. */
  id: string;
  header: string;
  /** Explains how sorting by it works. */
  title?: string | undefined;
  /** Default: the rest of the table's width. */
  width?: string;
  /** The width in narrower windows. */
  tight?: string;
  align?: "right";
  /** Its grid area on a card; without one it is only in the row's sheet. */
  card?: string;
  /** Its cells name the rows for screen readers; by default those of the first column. */
  names?: true;
  /** Its cells are a `Check`. */
  check?: true;
  className?: string | undefined;
  cell: (row: R) => ReactNode;
};

type FieldColumn<R> = Omit<Column<R>, "id" | "header" | "cell"> & {
  id: keyof R & string;
  header?: string;
  cell?: (row: R) => ReactNode;
};

/** Columns of a list; heading and cell come from the field unless they are given. */
export const columnsOf = <R>(fields: RowFields<R>, columns: readonly FieldColumn<R>[]): Column<R>[] =>
  columns.map((column) => {
    const field = fields[column.id];
    return {
      header: field ? headingOf(field) : column.id,
      cell: (row: R) => (field ? valueText(field, row[column.id], currencyOf(row as object)) : null),
      ...column,
    };
  });
