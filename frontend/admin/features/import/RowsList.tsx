import { type ReactNode, useCallback, useMemo } from "react";
import { Link } from "react-router";
import { count, counted } from "../../../../shared/count.ts";
import type { ImportAction, ImportKind, ImportRow } from "../../../../shared/imports/import.ts";
import {
  actionNames,
  type Entry,
  entryOf,
  entryRules,
  rowActions,
  summaryOf,
} from "../../../../shared/imports/rows.ts";
import type { Tone } from "../../../../shared/tone.ts";
import { Dialog } from "../../components/form/Dialog.tsx";
import { useDialog } from "../../components/form/use-dialog.ts";
import { Counts } from "../../components/import/parts.tsx";
import type { Column } from "../../components/table/columns.ts";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import type { RowActions } from "../../components/table/RowActions.tsx";
import { loaded, useAddress, useList } from "../../components/table/use-list.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";

const words: ListWords = {
  loading: "Loading the rows...",
  failed: ["The rows could not be loaded", "An error occurred while loading the rows"],
  empty: ["No rows", "This import has no rows."],
  noMatch: ["No rows match", "No row matches your search and filters.", "Show all rows"],
};
const nameOf = ({ name, row }: Entry) => name || `Row ${count(row)}`;

type Props = { kind: ImportKind; rows: readonly ImportRow[] | undefined; note: ReactNode };

/** What happens, or happened, to each row. */
export function RowsList({ kind, rows, note }: Props) {
  const entries = useMemo(() => rows?.map(entryOf), [rows]);
  const list = useList(entryRules, entries, useAddress());
  // The dialog is in the address, so opening it closes the row's sheet.
  const dialog = useDialog();
  const actions = useCallback(
    (one: Entry): RowActions => ({
      main: {
        name: "Details",
        label: `Details of row ${one.row}: ${nameOf(one)}`,
        icon: "info",
        act: () => dialog.open("edit", one.id),
      },
    }),
    [dialog.open],
  );
  const one = entries?.find(({ id }) => id === dialog.value("edit"));
  const having = (action: ImportAction) => rows?.filter((row) => row.action === action).length ?? 0;
  return (
    <>
      <ListPage
        id="rows"
        title="Rows"
        words={words}
        status={rows ? loaded : { ...loaded, pending: true, complete: false }}
        list={list}
        search="Search rows"
        filters={filters}
        figures={
          <Counts
            all={counted(rows?.length ?? 0, "row")}
            of={rowActions.map((action) => [actionNames[action], having(action)])}
          />
        }
        note={note}
        table={{ columns, nameOf, actions, actionsWidth: "116px" }}
      />
      {one && <RowDialog kind={kind} entry={one} onClose={dialog.close} />}
    </>
  );
}

const tones: Record<ImportAction, Tone> = {
  ...{ new: "fine", update: "soon", same: "quiet", duplicate: "soon", wrong: "overdue" },
};

const columns: Column<Entry>[] = [
  {
    id: "row",
    header: "Row",
    width: "84px",
    align: "right",
    cell: ({ row }) => <span className="figures">{count(row)}</span>,
  },
  {
    id: "name",
    header: "Name",
    width: "24%",
    card: "1 / 1",
    cell: (one) => <Lines strong>{nameOf(one)}</Lines>,
  },
  {
    id: "action",
    header: "Result",
    width: "164px",
    card: "1 / 2",
    cell: ({ action }) => <Badge tone={tones[action]}>{actionNames[action]}</Badge>,
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

/** The values of a row, and the values before. */
function RowDialog({ kind, entry, onClose }: { kind: ImportKind; entry: Entry; onClose: () => void }) {
  const { action, row, changes = [], record_id, of, undone } = entry;
  const showsChanges = changes.length > 0 && (action === "new" || action === "update");
  const client =
    kind === "clients" && !undone ? (record_id ?? (typeof of === "string" ? of : undefined)) : undefined;
  return (
    <Dialog title={nameOf(entry)} onClose={onClose}>
      <p>
        <Money>{`Row ${count(row)}. ${actionNames[action]}${showsChanges ? "." : `: ${summaryOf(entry)}`}`}</Money>
      </p>
      {client && <Link to={`/admin/clients/${client}`}>Open the client</Link>}
      {showsChanges && (
        <Facts
          facts={changes.map(({ label, before, after }) => [
            label,
            action === "update" ? `${before || "(empty)"} → ${after || "(empty)"}` : after || "(empty)",
          ])}
        />
      )}
    </Dialog>
  );
}

const filters = [
  {
    name: "action",
    label: "Result",
    options: [
      ["", "All"] as const,
      ...rowActions.map((action) => [action, actionNames[action]] as const),
      ["left", "Left by undoing"] as const,
    ],
  },
];
