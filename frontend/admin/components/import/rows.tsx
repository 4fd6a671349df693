import { count } from "../../words/count.ts";
import type { Column } from "../table/columns.ts";
import type { ListRules } from "../table/list.ts";
import { RowButton } from "../table/RowButton.tsx";
import { searchable } from "../table/search.ts";
import { Badge, type Tone } from "../ui/Badge.tsx";
import { Lines } from "../ui/Lines.tsx";
import type { Fate, Planned } from "./planned.ts";

export const fates = ["wrong", "changed", "new", "same"] as const;
export const fateNames: Record<Fate, string> = {
  new: "New",
  changed: "Changed",
  same: "Same",
  wrong: "Wrong",
};
const tones: Record<Fate, Tone> = { new: "fine", changed: "soon", same: "quiet", wrong: "overdue" };

export const rowRules: ListRules<Planned<unknown>> = {
  textOf: (one) => searchable(one.name, whatOf(one), ...one.row.cells),
  filters: { fate: ({ fate }) => fate },
  sortKeys: {
    line: ({ row }) => row.line,
    name: ({ name }) => name,
    fate: ({ fate }) => fates.indexOf(fate),
  },
  usualOrder: { id: "fate", desc: false },
};

/** What is said of a row in a line: what is wrong with it, or what it says. */
export function whatOf(one: Planned<unknown>): string {
  if (one.fate === "same") return "All of it is so already.";
  if (one.fate === "wrong") return one.why;
  return one.differences
    .map(({ label, before, after }) =>
      one.fate === "new" ? `${label}: ${after}` : `${label}: ${before || "(empty)"} → ${after || "(empty)"}`,
    )
    .join("; ");
}

export const rowColumns = (look: (id: string) => void): Column<Planned<unknown>>[] => [
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
    id: "fate",
    header: "Outcome",
    width: "124px",
    card: "1 / 2",
    cell: ({ fate }) => <Badge tone={tones[fate]}>{fateNames[fate]}</Badge>,
  },
  {
    id: "what",
    header: "What, and why",
    card: "2 / 1 / auto / span 2",
    cell: (one) => (
      <div title={whatOf(one)} className="cut">
        {whatOf(one)}
      </div>
    ),
  },
  {
    id: "actions",
    header: "Actions",
    width: "76px",
    align: "right",
    cell: ({ id, name, row }) => (
      <RowButton icon="info" label={`Look at line ${row.line}: ${name}`} onClick={() => look(id)} />
    ),
  },
];
