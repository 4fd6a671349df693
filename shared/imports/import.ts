import * as z from "zod/mini";
import type { Routes } from "../route.ts";
import { Count, Id, Instant, line, OptionalId, Text } from "../text.ts";

export const ImportKind = z.enum(
  ["clients", "subscriptions", "payments", "charges", "control_units"],
  "An import is of clients, subscriptions, payments, charges or control_units.",
);
export type ImportKind = z.output<typeof ImportKind>;

/** For one request. */
export const MAX_PART_ROWS = 500;
export const MAX_PART_BYTES = 1_000_000;
/** For one import: far more than a company has. */
export const MAX_IMPORT_ROWS = 50_000;
/** Longer than any field, so that a longer cell is wrong anyway. */
export const MAX_IMPORT_CELL = 2_000;
const MAX_COLUMNS = 40;

/** How many rows may have a choice of their own. */
const MAX_CHOICES = 1_000;

/** A column may empty a field in this many rows; in more, only if somebody said so. */
export const MAX_EMPTIED = 10;

export const ImportState = z.enum(["preview", "running", "done", "undoing", "undone", "failed"]);
export type ImportState = z.output<typeof ImportState>;

/** The action that a row will get, or got. */
export const ImportAction = z.enum(["new", "update", "same", "duplicate", "wrong"]);
export type ImportAction = z.output<typeof ImportAction>;

/** Decides about rows that are possibly the same as a record. */
export const Duplicates = z.enum(
  ["new", "update", "skip"],
  "Rows that are possibly the same as a record become new, update it, or are skipped.",
);
export type Duplicates = z.output<typeof Duplicates>;

export const ImportCounts = z.object({
  rows: Count,
  new: Count,
  update: Count,
  same: Count,
  duplicate: Count,
  wrong: Count,
  /** The rows that the import, or undoing it, has finished. */
  done: Count,
  undone: Count,
  /** Records that somebody changed since, so that undoing left them. */
  left: Count,
});
export type ImportCounts = z.output<typeof ImportCounts>;

export const Import = z.object({
  id: Id,
  kind: ImportKind,
  /** The file's name. */
  name: Text,
  columns: z.array(z.string()),
  state: ImportState,
  counts: ImportCounts,
  /** By field: how many records have a value that the file would empty. */
  emptied: z.record(z.string(), Count),
  /** Who created it. */
  by: Text,
  created_at: Instant,
});
export type Import = z.output<typeof Import>;

export const isWorking = ({ state }: Pick<Import, "state">) => state === "running" || state === "undoing";

const Difference = z.object({ field: z.string(), label: z.string(), before: Text, after: Text });
export type Difference = z.output<typeof Difference>;

export const ImportRow = z.object({
  /** Counted from 1. */
  row: Count,
  action: ImportAction,
  /** Why it is wrong or a duplicate. */
  why: z.optional(Text),
  /** The row that a duplicate repeats, or the id of the record. */
  of: z.optional(z.union([Count, Id])),
  name: Text,
  changes: z.optional(z.array(Difference)),
  /** As sent, until the import starts. */
  cells: z.optional(z.array(Text)),
  /** The record that the row made, updated or matches. */
  record_id: z.optional(Id),
  undone: z.optional(z.literal(true)),
  /** Why undoing left the record. */
  left: z.optional(Text),
});
export type ImportRow = z.output<typeof ImportRow>;

const tooManyRows = `Send at most ${MAX_PART_ROWS} rows at once.`;
const tooManyChoices = `Choose for at most ${MAX_CHOICES} rows, or for all.`;
const cell = z
  .string("Every cell must be text.")
  .check(z.maxLength(MAX_IMPORT_CELL, `A cell has at most ${MAX_IMPORT_CELL} characters.`));

const fieldName = z.string().check(z.maxLength(50, "There is no field with such a long name."));

export const NewImport = z.strictObject({
  id: OptionalId,
  kind: ImportKind,
  name: line("file name", 200, "Please give the name of the file."),
  /** The names of fields, in the order of the cells. */
  columns: z.array(fieldName).check(z.maxLength(MAX_COLUMNS, "Too many columns.")),
  /** How many rows the file has: fewer are not imported. */
  rows: z.optional(z.int("Please give the number of rows.").check(z.minimum(1), z.maximum(MAX_IMPORT_ROWS))),
});
export type NewImport = z.output<typeof NewImport>;

export const NewRows = z.strictObject({
  rows: z
    .array(z.array(cell).check(z.maxLength(MAX_COLUMNS + 1, "A row has too many cells.")))
    .check(z.minLength(1, "Send at least one row."), z.maxLength(MAX_PART_ROWS, tooManyRows)),
  /** The number of the first of these rows, which replace those that were sent before; by default, they are added. */
  from: z.optional(z.int("Please give the number of the first row.").check(z.minimum(1))),
});

const params = z.strictObject({ id: Id });
const response = z.object({ import: Import });

export const importRoutes = {
  "POST /api/v1/imports": {
    summary:
      "Create an import of clients, subscriptions, payments of past years, charges that do not recur, or control unit numbers of invoices",
    description:
      "Then send its rows and start it. `columns` are the names of fields, as in the exported file's record. With `rows`, the number of rows of the file, it does not start before all of them have arrived.",
    access: "staff",
    body: NewImport,
    response,
    status: 201,
  },
  "GET /api/v1/imports": {
    summary: "List the imports that wait in their preview",
    description: "All their rows have arrived, and nothing of them is saved yet. Newest first.",
    access: "staff",
    query: z.strictObject({ kind: z.optional(ImportKind) }),
    response: z.object({ imports: z.array(Import) }),
  },
  "GET /api/v1/imports/{id}": {
    summary: "Read an import's state and counts",
    description:
      "The rows up to `counts.done` are finished. `emptied` counts values that the file would empty.",
    access: "staff",
    params,
    response,
  },
  "POST /api/v1/imports/{id}/rows": {
    summary: "Send rows, and see what would happen to each",
    description:
      "Up to 500 rows, each an array of texts in the order of `columns`. With `from`, they replace the rows from that number on: a repeated call, or a corrected row.",
    access: "staff",
    maxBodyBytes: MAX_PART_BYTES,
    params,
    body: NewRows,
    response: z.object({ import: Import, rows: z.array(ImportRow) }),
  },
  "GET /api/v1/imports/{id}/rows": {
    summary: "List the rows of an import, with what happened to each",
    access: "staff",
    params,
    query: z.strictObject({
      cursor: z.optional(z.string().check(z.regex(/^\d{1,5}$/, "There is no such page of this list."))),
    }),
    response: z.object({ rows: z.array(ImportRow), cursor: z.optional(z.string()) }),
  },
  "POST /api/v1/imports/{id}/run": {
    summary: "Start an import",
    description:
      "It goes on in the background. `duplicates` says what becomes of rows that are possibly the same as a record, `rows` of some by their number. Wrong rows are skipped, and keep their cells for a month. A field that more than ten rows would empty keeps its values, unless `empty` names it. An import that failed continues. Repeating the call changes nothing.",
    access: "staff",
    params,
    body: z.strictObject({
      duplicates: z._default(Duplicates, "skip"),
      /** Choices for single rows, by their number, instead of the general one. */
      rows: z.optional(
        z
          .record(z.string().check(z.regex(/^\d{1,5}$/, "A row is named by its number.")), Duplicates)
          .check(z.refine((rows) => Object.keys(rows).length <= MAX_CHOICES, tooManyChoices)),
      ),
      /** The fields that may be emptied in more than ten records. The others keep their values. */
      empty: z._default(z.array(fieldName).check(z.maxLength(MAX_COLUMNS, "Too many fields.")), []),
    }),
    response,
  },
  "DELETE /api/v1/imports/{id}": {
    summary: "Undo an import",
    description:
      "Records that nobody changed since are removed or get their old values back, in the background. The others are left; their rows say why.",
    access: "staff",
    params,
    response,
  },
} as const satisfies Routes;
