import type { QueryClient } from "@tanstack/react-query";
import type { Field } from "../../csv/columns.ts";
import type { How, Planned } from "./planned.ts";

/** What records can be imported, and how. */
export type Importing<N extends string = string, D = unknown, R = unknown> = {
  /** `client`, as it is counted. */
  noun: string;
  /** The list that they are on: where it is, and what it is called. */
  list: { path: string; name: string };
  /** What a row may be known by. */
  known: string;
  fields: readonly Field<N>[];
  /** Those that hold days. */
  days: readonly N[];
  /** Names of columns that are known, and say nothing that could be written. */
  leftAlone: readonly string[];
  /** The columns that a file for new ones has. */
  template: readonly N[];
  /** Every row with its fate, by what is stored now. */
  plan: (queryClient: QueryClient, how: How<N>, onProgress: (share: number) => void) => Promise<Planned<D>[]>;
  /** The version a change is written over, where it is one. */
  versionOf: (deed: D) => number | undefined;
  write: (deed: D) => Promise<R>;
  /** Shows what was stored; all that follows from it once it is over. */
  show: (queryClient: QueryClient, saved: readonly R[], over: boolean) => void;
};
