import { Button, Group } from "@mantine/core";
import { useCallback } from "react";
import { unescapeFormula } from "../../../../shared/csv.ts";
import { remember } from "../../csv/columns.ts";
import { count, counted } from "../../labels/count.ts";
import { useDialog } from "../form/use-dialog.ts";
import { saveCsv } from "../table/export.ts";
import { ListPage, type ListWords } from "../table/ListPage.tsx";
import type { RowActions } from "../table/row-actions.ts";
import { useAddress } from "../table/use-address.ts";
import { useList } from "../table/use-list.ts";
import { Notice } from "../ui/Notice.tsx";
import type { ImportDefinition } from "./import-definition.ts";
import { Counts, NotRead } from "./parts.tsx";
import type { PlannedRow } from "./plan-rows.ts";
import { RowDialog } from "./RowDialog.tsx";
import { rowColumns, rowRules, rowStatuses, statusNames } from "./row-columns.tsx";
import { ignoredColumns, type Step } from "./use-import.ts";

const words: ListWords = {
  loading: "Checking the rows...",
  failed: ["The rows could not be checked", "An error occurred while checking the rows"],
  empty: ["No rows", "This file has no rows below its column names."],
  noMatch: ["No rows match", "No row matches your search and filters.", "Show all rows"],
};
const filters = [
  {
    name: "status",
    label: "Result",
    options: [["", "All"] as const, ...rowStatuses.map((status) => [status, statusNames[status]] as const)],
  },
];
const nameOf = ({ name }: PlannedRow<unknown>) => name;

/** Added to the file of rows to correct. */
const problemColumn = "Problem";

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
    const kept = table.header.flatMap((header, at) => (header === problemColumn ? [] : [{ header, at }]));
    // The corrected file has the same columns, so remember them.
    remember(
      noun,
      [...kept.map(({ header }) => header), problemColumn],
      Object.fromEntries(
        Object.entries(assigned).map(([field, at]) => [field, kept.findIndex((one) => one.at === at)]),
      ),
    );
    const file = {
      name: `${name.replace(/( to correct)?\.\w+$/, "")} to correct`,
      columns: [
        ...kept.map(
          ({ header, at }) =>
            [header, ({ row }: PlannedRow<unknown>) => unescapeFormula(row.cells[at] ?? "")] as const,
        ),
        [problemColumn, (one: PlannedRow<unknown>) => (one.status === "wrong" ? one.problem : "")] as const,
      ],
    };
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
        status={{
          error: null,
          pending: false,
          loadingMore: false,
          complete: true,
          unreadable: undefined,
          retry: () => {},
        }}
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
