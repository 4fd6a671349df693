import { type ReactNode, useCallback, useMemo } from "react";
import { count, counted } from "../../../../shared/count.ts";
import type { Duplicates, Import, ImportAction, ImportRow } from "../../../../shared/imports/import.ts";
import type { Tone } from "../../../../shared/tone.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { Counts } from "../../components/import/parts.tsx";
import type { Column } from "../../components/table/columns.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import type { RowActions } from "../../components/table/RowActions.tsx";
import { loaded, useAddress, useList } from "../../components/table/use-list.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { RowDialog } from "./RowDialog.tsx";
import { actionNames, type Entry, entryOf, entryRules, nameOfRow, rowActions, summaryOf } from "./rows.ts";

const texts: ListTexts = {
  loading: "Loading the rows...",
  failed: ["The rows could not be loaded", "An error occurred while loading the rows"],
  empty: ["No rows", "This import has no rows."],
  noMatch: ["No rows found", "No row matches your search and filters.", "Show all rows"],
};
type Props = {
  data: Import;
  rows: readonly ImportRow[] | undefined;
  choices: Readonly<Record<string, Duplicates>>;
  onChoose: (choices: Record<string, Duplicates>) => void;
  note: ReactNode;
};

/** Shows for each row what will happen, or happened. */
export function RowsList({ data, rows, choices, onChoose, note }: Props) {
  const entries = useMemo(() => rows?.map((row) => entryOf(row, choices[row.row])), [rows, choices]);
  const list = useList(entryRules, entries, useAddress());
  // The dialog is in the address, so opening it closes the row's sheet.
  const dialog = useDialog();
  const actions = useCallback(
    (entry: Entry): RowActions => ({
      main: {
        name: "Details",
        label: `Details of row ${entry.row}: ${nameOfRow(entry)}`,
        icon: "info",
        act: () => dialog.open("edit", entry.id),
      },
    }),
    [dialog.open],
  );
  const openedEntry = entries?.find(({ id }) => id === dialog.value("edit"));
  const having = (action: ImportAction) => rows?.filter((row) => row.action === action).length ?? 0;
  return (
    <>
      <ListPage
        id="rows"
        title="Rows"
        texts={texts}
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
        table={{ columns, nameOf: nameOfRow, actions, actionsWidth: "116px" }}
      />
      {openedEntry && (
        <RowDialog
          key={openedEntry.id}
          data={data}
          entry={openedEntry}
          choice={choices[openedEntry.id]}
          onChoose={(choice) => onChoose({ ...choices, [openedEntry.id]: choice })}
          onCorrected={() => {
            const next = entries?.find(({ action, id }) => action === "wrong" && id !== openedEntry.id);
            if (next) dialog.open("edit", next.id);
            else dialog.close();
          }}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

const tones: Record<ImportAction, Tone> = {
  new: "fine",
  update: "soon",
  same: "quiet",
  duplicate: "soon",
  wrong: "overdue",
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
    names: true,
    header: "Name",
    width: "24%",
    card: "1 / 1",
    cell: (entry) => <Lines strong>{nameOfRow(entry)}</Lines>,
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
    cell: (entry) => (
      <div title={summaryOf(entry)} className="cut">
        <Money>{summaryOf(entry)}</Money>
      </div>
    ),
  },
];

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
