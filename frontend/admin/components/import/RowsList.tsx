import { Button, Group } from "@mantine/core";
import { useCallback } from "react";
import { count, counted } from "../../../../shared/count.ts";
import type { PlannedRow, RowStatus } from "../../../../shared/imports/plan-rows.ts";
import {
  fileToCorrect,
  ignoredColumns,
  rowRules,
  rowStatuses,
  statusNames,
  summaryOf,
} from "../../../../shared/imports/rows.ts";
import type { Tone } from "../../../../shared/tone.ts";
import { Dialog } from "../form/Dialog.tsx";
import { useDialog } from "../form/use-dialog.ts";
import type { Column } from "../table/columns.ts";
import { saveCsv } from "../table/export.ts";
import { ListPage, type ListWords } from "../table/ListPage.tsx";
import { loaded } from "../table/list-status.ts";
import type { RowActions } from "../table/row-actions.ts";
import { useAddress } from "../table/use-address.ts";
import { useList } from "../table/use-list.ts";
import { Badge } from "../ui/Badge.tsx";
import { Lines } from "../ui/Lines.tsx";
import { Money } from "../ui/Money.tsx";
import { Notice } from "../ui/Notice.tsx";
import type { ImportDefinition } from "./definition.ts";
import { Counts, NotRead } from "./parts.tsx";
import { remember } from "./remembered-columns.ts";
import type { Step } from "./use-import.ts";

const words: ListWords = {
  loading: "Checking the rows...",
  failed: ["The rows could not be checked", "An error occurred while checking the rows"],
  empty: ["No rows", "This file has no rows below its column names."],
  noMatch: ["No rows match", "No row matches your search and filters.", "Show all rows"],
};
const nameOf = ({ name }: PlannedRow<unknown>) => name;

type Props<N extends string, A, R> = {
  step: Extract<Step<N, A>, { at: "rows" }>;
  definition: ImportDefinition<N, A, R>;
  onRun: (rows: readonly PlannedRow<A>[]) => void;
  onColumns: () => void;
};

/** Previews what happens to each row. */
export function RowsList<N extends string, A, R>({ step, definition, onRun, onColumns }: Props<N, A, R>) {
  const { name, table, columns: assigned, planned } = step;
  const { noun } = definition;
  const list = useList(rowRules, planned, useAddress());
  // The dialog is in the address, so opening it closes the row's sheet.
  const dialog = useDialog();
  const actions = useCallback(
    ({ id, name, row }: PlannedRow<A>): RowActions => ({
      main: {
        name: "Details",
        label: `Details of line ${row.line}: ${name}`,
        icon: "info",
        act: () => dialog.open("edit", id),
      },
    }),
    [dialog.open],
  );
  const withStatus = (status: string) => planned.filter((one) => one.status === status);
  const [wrong, changed, added] = [withStatus("wrong"), withStatus("changed"), withStatus("new")];
  const one = planned.find(({ id }) => id === dialog.value("edit"));
  const ignored = ignoredColumns(table, assigned, [...definition.ignoredColumns, "problem"]);

  function saveWrong() {
    const { file, header, columns } = fileToCorrect(step);
    // The corrected file has the same columns.
    remember(noun, header, columns);
    void saveCsv(file, wrong);
  }
  const changes = [
    added.length > 0 && `add ${count(added.length)}`,
    changed.length > 0 && `change ${count(changed.length)}`,
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <>
      {planned.length > 0 && (
        <Notice
          tone="plain"
          mb={16}
          action={
            <Group gap={8}>
              {wrong.length > 0 && (
                <Button variant="default" onClick={saveWrong}>
                  {`Download ${counted(wrong.length, "wrong row")}`}
                </Button>
              )}
              {changes && (
                <Button onClick={() => onRun(planned)}>
                  {changes.replace(/^./, (letter) => letter.toUpperCase())}
                </Button>
              )}
            </Group>
          }
        >
          {changes
            ? "Nothing is saved yet. Check what happens to each row. Wrong rows are skipped."
            : wrong.length > 0
              ? "There is nothing to save. Correct the wrong rows and import them again."
              : "There is nothing to save: every row matches what is already stored."}
        </Notice>
      )}
      <ListPage
        id="rows"
        title={name}
        words={words}
        status={loaded}
        list={list}
        search="Search rows"
        filters={filters}
        figures={
          <Counts
            all={counted(planned.length, "row")}
            of={rowStatuses.map((status) => [statusNames[status], withStatus(status).length])}
          />
        }
        note={<NotRead what="Ignored columns" left={ignored} onColumns={onColumns} />}
        table={{ columns: rowColumns, nameOf, actions, actionsWidth: "116px" }}
      />
      {one && <RowDialog planned={one} onClose={dialog.close} />}
    </>
  );
}

const tones: Record<RowStatus, Tone> = { new: "fine", changed: "soon", same: "quiet", wrong: "overdue" };

const rowColumns: Column<PlannedRow<unknown>>[] = [
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

type RowDialogProps = { planned: PlannedRow<unknown>; onClose: () => void };

/** The values of a row, and the values before. */
function RowDialog({ planned, onClose }: RowDialogProps) {
  const { name, status, row } = planned;
  const unchanged = status === "same" || status === "wrong";
  return (
    <Dialog title={name} onClose={onClose}>
      <p>
        <Money>{`Line ${count(row.line)}. ${statusNames[status]}${unchanged ? `: ${summaryOf(planned)}` : "."}`}</Money>
      </p>
      {!unchanged && (
        <dl className="ruled" style={{ margin: "12px 0 0" }}>
          {planned.differences.map(({ label, before, after }) => (
            <div key={label} style={{ padding: "8px 4px", whiteSpace: "pre-line" }}>
              <dt className="quiet small">{label}</dt>
              <dd style={{ margin: 0, overflowWrap: "anywhere" }}>
                {status === "changed" && (
                  <>
                    <del className="quiet">
                      <Money>{before || "(empty)"}</Money>
                    </del>
                    {" → "}
                  </>
                )}
                <Money>{after || "(empty)"}</Money>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

const filters = [
  {
    name: "status",
    label: "Result",
    options: [["", "All"] as const, ...rowStatuses.map((status) => [status, statusNames[status]] as const)],
  },
];
