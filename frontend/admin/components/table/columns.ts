import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";

/** `className` gives the column's width and side, and its place on the card that a row is where there is little room. */
type Meta = { className?: string | undefined };

export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<Meta>() });
export type Features = typeof features;

export const columnsFor = <R extends RowData>() => createColumnHelper<Features, R>();
export type Columns<R extends RowData> = ColumnDef<Features, R>[];
