import { Button, Group } from "@mantine/core";
import { useMemo } from "react";
import { asMeant } from "../../../../shared/csv.ts";
import { remember } from "../../csv/columns.ts";
import { count, counted } from "../../words/count.ts";
import { useDialog } from "../form/use-dialog.ts";
import { DataTable } from "../table/DataTable.tsx";
import { saveCsv } from "../table/export.ts";
import { ListPage, type ListWords } from "../table/ListPage.tsx";
import { useAddress } from "../table/use-address.ts";
import { useList } from "../table/use-list.ts";
import { Notice } from "../ui/Notice.tsx";
import type { Importing } from "./importing.ts";
import { Counts, NotRead } from "./parts.tsx";
import type { Planned } from "./planned.ts";
import { RowDialog } from "./RowDialog.tsx";
import { fateNames, fates, rowColumns, rowRules } from "./rows.tsx";
import { type Step, unread } from "./use-import.ts";

const words: ListWords = {
  loading: "Looking at the rows...",
  failed: ["The rows could not be looked at", "An error occurred while looking at the rows"],
  empty: ["No rows", "Below the names of its columns this file has nothing."],
  noMatch: ["No rows match", "None fits this search and filter.", "Show all rows"],
};
const filters = [
  {
    name: "fate",
    label: "Outcome",
    options: [["", "All"] as const, ...fates.map((fate) => [fate, fateNames[fate]] as const)],
  },
];
const nameOf = ({ name }: Planned<unknown>) => name;
const none = () => {};

/** What is added to the file of what is to be mended. */
const whyColumn = "What is wrong";

type Props<N extends string, D, R> = {
  step: Extract<Step<N, D>, { at: "rows" }>;
  importing: Importing<N, D, R>;
  onRun: (rows: readonly Planned<D>[]) => void;
  onColumns: () => void;
};

/** Every row with what becomes of it, before anything is recorded. */
export function RowsList<N extends string, D, R>({ step, importing, onRun, onColumns }: Props<N, D, R>) {
  const { name, table, columns: assigned, planned } = step;
  const { noun } = importing;
  const list = useList(rowRules, planned, useAddress());
  // In the address, as everywhere: what is opened from the sheet of a row closes that.
  const dialog = useDialog();
  const columns = useMemo(() => rowColumns((id) => dialog.open("edit", id)), [dialog.open]);
  const of = (fate: string) => planned.filter((one) => one.fate === fate);
  const [wrong, changed, added] = [of("wrong"), of("changed"), of("new")];
  const one = planned.find(({ id }) => id === dialog.value("edit"));
  const left = unread(table, assigned, [...importing.leftAlone, "whatiswrong"]);

  function saveWrong() {
    const kept = table.header.flatMap((header, at) => (header === whyColumn ? [] : [{ header, at }]));
    // Assigned by hand once, its columns are known when it comes back.
    remember(
      noun,
      [...kept.map(({ header }) => header), whyColumn],
      Object.fromEntries(
        Object.entries(assigned).map(([field, at]) => [field, kept.findIndex((one) => one.at === at)]),
      ),
    );
    const file = {
      name: `${name.replace(/( to mend)?\.\w+$/, "")} to mend`,
      columns: [
        ...kept.map(
          ({ header, at }) => [header, ({ row }: Planned<unknown>) => asMeant(row.cells[at] ?? "")] as const,
        ),
        [whyColumn, (one: Planned<unknown>) => (one.fate === "wrong" ? one.why : "")] as const,
      ],
    };
    void saveCsv(file, wrong);
  }
  const doing = [
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
              {doing && (
                <Button onClick={() => onRun(planned)}>
                  {doing.replace(/^./, (letter) => letter.toUpperCase())}
                </Button>
              )}
            </Group>
          }
        >
          {doing
            ? "Nothing is recorded yet. Look at what becomes of each row; what is wrong is left out."
            : wrong.length > 0
              ? "There is nothing to record. Mend the rows that are wrong, and import them again."
              : "There is nothing to record: all of it is so already."}
        </Notice>
      )}
      <ListPage
        id="rows"
        title={name}
        words={words}
        status={{
          ...{ error: null, pending: false, loadingMore: false, complete: true },
          ...{ unreadable: undefined, retry: none },
        }}
        list={list}
        search="Search rows"
        filters={filters}
        figures={
          <Counts
            all={counted(planned.length, "row")}
            of={fates.map((fate) => [fateNames[fate], of(fate).length])}
          />
        }
        note={<NotRead what="Not read" left={left} onColumns={onColumns} />}
        cardsSortedBy={columns}
      >
        {(rows, cards) => (
          <DataTable
            label={`Rows of ${noun}s`}
            columns={columns}
            rows={rows}
            sorting={list.sorting}
            cards={cards}
            nameOf={nameOf}
          />
        )}
      </ListPage>
      {one && <RowDialog planned={one} onClose={dialog.close} />}
    </>
  );
}
