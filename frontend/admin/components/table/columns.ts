import type { ReactNode } from "react";

export type Column<R> = {
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
  className?: string | undefined;
  cell: (row: R) => ReactNode;
};
