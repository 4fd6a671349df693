import type { IconName } from "../ui/Icon.tsx";

/** What a person can do with a row. */
export type RowAction = {
  /** A word or two: `Edit`. */
  name: string;
  /** The same with the row's name, for screen readers: `Edit Umoja SACCO`. */
  label: string;
  icon: IconName;
  shortcut?: string;
} & (
  | { act: () => void }
  /** A screen of the back-office, and what it needs to know. */
  | { to: string; state?: object }
  /** An email, or an address that opens in a new tab. */
  | { href: string }
  /** Why it cannot be done now. */
  | { unavailable: string }
);

/** The one worded action of a row, and those behind "⋯", which are asked for when the menu opens. */
export type RowActions = { main?: RowAction | undefined; more?: (() => readonly RowAction[]) | undefined };
