import type { Import, ImportRow, importRoutes } from "../../imports/import.ts";
import * as example from "../examples.ts";
import { type Operations, PAGED, REPEATABLE } from "./operation.ts";

const made: Import = {
  id: "3f0c7a52-6f0e-4c55-9b0e-2f6d1c9a7e10",
  kind: "clients",
  name: "clients.xlsx",
  columns: ["name", "email", "phone"],
  state: "preview",
  counts: { rows: 2, new: 1, update: 0, same: 0, duplicate: 1, wrong: 0, done: 0, undone: 0, left: 0 },
  emptied: {},
  by: example.person.name,
  created_at: example.now,
};

const rows: ImportRow[] = [
  {
    row: 1,
    action: "new",
    name: "Bonde Traders",
    cells: ["Bonde Traders", "office@bonde.example", "0711 222333"],
    changes: [{ field: "phone", label: "Phone", before: "", after: "+254711222333" }],
  },
  {
    row: 2,
    action: "duplicate",
    name: "Umoja",
    of: example.client.id,
    why: "Possibly the same as Wanjiru Kamau: the same phone number.",
    cells: ["Umoja", "info@umoja.example", "0700000101"],
  },
];

export const importOperations: Operations<typeof importRoutes> = {
  "POST /api/v1/imports": {
    summary: "Create an import of clients, subscriptions or payments of past years",
    description: `Then send its rows and start it. \`columns\` are the names of fields, as in the exported file's record. With \`rows\`, the number of rows of the file, it does not start before all of them have arrived. ${REPEATABLE}`,
    body: { kind: "clients", name: made.name, columns: made.columns },
    response: {
      import: { ...made, counts: { ...made.counts, rows: 0, new: 0, duplicate: 0 } },
    },
  },
  "GET /api/v1/imports": {
    summary: "List the imports that wait in their preview",
    description: "All their rows have arrived, and nothing of them is saved yet. Newest first.",
    response: { imports: [made] },
  },
  "GET /api/v1/imports/{id}": {
    summary: "Read an import's state and counts",
    description:
      "The rows up to `counts.done` are finished. `emptied` counts values that the file would empty.",
    response: { import: { ...made, state: "running", counts: { ...made.counts, done: 1 } } },
  },
  "POST /api/v1/imports/{id}/rows": {
    summary: "Send rows, and see what would happen to each",
    description:
      "Up to 500 rows, each an array of texts in the order of `columns`. With `from`, they replace the rows from that number on: a repeated call, or a corrected row.",
    body: { rows: rows.map(({ cells = [] }) => cells) },
    response: { import: made, rows },
  },
  "GET /api/v1/imports/{id}/rows": {
    summary: "List the rows of an import, with what happened to each",
    description: PAGED,
    response: { rows },
  },
  "POST /api/v1/imports/{id}/run": {
    summary: "Start an import",
    description:
      "It goes on in the background. `duplicates` says what becomes of rows that are possibly the same as a record, `rows` of some by their number. Wrong rows are skipped, and keep their cells for a month. A field that more than ten rows would empty keeps its values, unless `empty` names it.",
    body: { duplicates: "skip" },
    response: { import: { ...made, state: "running" } },
  },
  "DELETE /api/v1/imports/{id}": {
    summary: "Undo an import",
    description:
      "Records that nobody changed since are removed or get their old values back, in the background. The others are left; their rows say why.",
    response: { import: { ...made, state: "undoing" } },
  },
};
