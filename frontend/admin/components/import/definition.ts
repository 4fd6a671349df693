import type { QueryClient } from "@tanstack/react-query";
import type { Field as FileField } from "../../../../shared/imports/columns.ts";
import type { PlannedRow, ReadOptions } from "../../../../shared/imports/plan-rows.ts";
import type { YieldNow } from "../../../../shared/imports/table.ts";

/** How one kind of record is imported. */
export type ImportDefinition<N extends string = string, A = unknown, R = unknown> = {
  /** In the singular: `client`. */
  noun: string;
  /** The list that shows these records. */
  list: { path: string; name: string };
  /** What a row is matched by, for people. */
  matchedBy: string;
  fields: readonly FileField<N>[];
  /** The fields that hold dates. */
  days: readonly N[];
  /** Known columns without anything to import; not reported as ignored. */
  ignoredColumns: readonly string[];
  /** The columns of the template file. */
  template: readonly N[];
  /** What happens to each row, compared with what is stored now. */
  plan: (queryClient: QueryClient, options: ReadOptions<N>, yieldNow: YieldNow) => Promise<PlannedRow<A>[]>;
  /** The stored version that a change replaces. */
  versionOf: (action: A) => number | undefined;
  write: (action: A) => Promise<R>;
  /** Shows saved records, and refreshes everything else at the end. */
  show: (queryClient: QueryClient, saved: readonly R[], finished: boolean) => void;
};
