import { count } from "../../labels/count.ts";
import type { Column } from "../table/columns.ts";
import type { ListRules } from "../table/list.ts";
import { searchable } from "../table/search.ts";
import { Badge, type Tone } from "../ui/Badge.tsx";
import { Lines } from "../ui/Lines.tsx";
import { Money } from "../ui/Money.tsx";
import type { PlannedRow, RowStatus } from "./plan-rows.ts";

/** Sorted by how much attention a row needs. */
export const rowStatuses = ["wrong", "changed", "new", "same"] as const;
export const statusNames: Record<RowStatus, string> = {
  new: "New",
  changed: "Changed",
  same: "Same",
  wrong: "Wrong",
};
const tones: Record<RowStatus, Tone> = { new: "fine", changed: "soon", same: "quiet", wrong: "overdue" };

export const rowRules: ListRules<PlannedRow<unknown>> = {
  textOf: (one) => searchable(one.name, summaryOf(one), ...one.row.cells),
  filters: { status: ({ status }) => status },
  sortKeys: {
    line: ({ row }) => row.line,
    name: ({ name }) => name,
    status: ({ status }) => rowStatuses.indexOf(status),
  },
  defaultOrder: { id: "status", desc: false },
};

/** A row in one line: its problem, or its changes. */
export function summaryOf(one: PlannedRow<unknown>): string {
  if (one.status === "same") return "No changes.";
  if (one.status === "wrong") return one.problem;
  return one.differences
    .map(({ label, before, after }) =>
      one.status === "new"
        ? `${label}: ${after}`
        : `${label}: ${before || "(empty)"} → ${after || "(empty)"}`,
    )
    .join("; ");
}

export const rowColumns: Column<PlannedRow<unknown>>[] = [
  {
    id: "line",
    header: "Line",
    width: "84px",
    align: "right",
    cell: ({ row }) => <span className="figures">{count(row.line)}</span>,
  },
  {
    id: "name",
    header: "Row",
    width: "24%",
    card: "1 / 1",
    cell: ({ name }) => <Lines strong>{name}</Lines>,
  },
  {
    id: "status",
    header: "Result",
    width: "124px",
    card: "1 / 2",
    cell: ({ status }) => <Badge tone={tones[status]}>{statusNames[status]}</Badge>,
  },
  {
    id: "what",
    header: "Details",
    card: "2 / 1 / auto / span 2",
    cell: (one) => (
      <div title={summaryOf(one)} className="cut">
        <Money>{summaryOf(one)}</Money>
      </div>
    ),
  },
];
