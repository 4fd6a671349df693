import type { ReactNode } from "react";

export type Column<R> = {
  id: string;
  header: string;
  /** More of what sorting by it does. */
  title?: string | undefined;
  /** Without one it has what the others leave. */
  width?: string;
  /** The width where there is less room for a table. */
  tight?: string;
  align?: "right";
  /** Its place on the card that a row is where there is little room; without one it is in the row's sheet alone. */
  card?: string;
  className?: string | undefined;
  cell: (row: R) => ReactNode;
};
