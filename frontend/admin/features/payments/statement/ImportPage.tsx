import { Button, NativeSelect } from "@mantine/core";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { count, counted } from "../../../../../shared/count.ts";
import { type Currency, currencies, currencyNames } from "../../../../../shared/money.ts";
import { omit } from "../../../../../shared/omit.ts";
import type { StatementLayout } from "../../../../../shared/payments/layout.ts";
import { RadioList } from "../../../components/form/fields.tsx";
import { useDialog } from "../../../components/form/use-dialog.ts";
import { ColumnsForm } from "../../../components/import/ColumnsForm.tsx";
import { Counts, FilePage, Problems, Working } from "../../../components/import/parts.tsx";
import { ListPage, type ListTexts } from "../../../components/table/ListPage.tsx";
import { loaded, useAddress, useList } from "../../../components/table/use-list.ts";
import { Notice } from "../../../components/ui/Notice.tsx";
import { useTightTable } from "../../../components/ui/use-narrow.ts";
import { statementFields } from "./file/columns.ts";
import { currencyOfTable, textProblem, unknownWords } from "./file/layout.ts";
import type { Direction, WordMeanings } from "./file/words.ts";
import { LineDialog } from "./LineDialog.tsx";
import { countsOf, type Entry, entryRules, nameOfEntry, stateOptions } from "./line-entries.ts";
import { lineActions, lineColumns } from "./line-list.tsx";
import { workOf, workText } from "./line-work.ts";
import { RunDialog } from "./RunDialog.tsx";
import { ignore, useEntries } from "./use-entries.ts";
import { type Step, useReading } from "./use-reading.ts";

/** Imports a statement: records payments of clients and keeps the other lines. */
export default function ImportPage() {
  const reading = useReading();
  const { step } = reading;
  return (
    <FilePage
      list="/admin/money/received"
      title="Import statement"
      lead="Payments from an M-Pesa or bank statement. You check every line before anything is saved."
      file="Statement (CSV or XLSX)"
      hint={
        <>
          A CSV or Excel file from the M-Pesa organisation portal or from any bank. The file stays in this
          browser; its lines are looked up on our server.{" "}
          <Link to="/admin/money/past">Import payments of past years</Link>
          {" · "}
          <Link to="/admin/money/charges">Import charges</Link>
        </>
      }
      step={step}
      onFile={(file) => void reading.open(file)}
      onStop={reading.stop}
    >
      {step.at === "columns" && (
        <StatementColumns
          key={step.name}
          step={step}
          onRead={(file, layout) => void reading.read({ ...step, ...file }, layout)}
          onStop={reading.stop}
        />
      )}
      {step.at === "lines" && <Preview step={step} onColumns={() => reading.choose(step, step.currency)} />}
    </FilePage>
  );
}

const texts: ListTexts = {
  loading: "Matching the lines...",
  failed: ["Failed to match the lines", "An error occurred while matching the lines"],
  empty: ["No payments", "This file has no incoming payments."],
  noMatch: ["No lines found", "No line matches your search and filters.", "Show all lines"],
};

/** Previews each line with its match and the reason. */
function Preview({ step, onColumns }: { step: Extract<Step, { at: "lines" }>; onColumns: () => void }) {
  const { name, leftOut, unread } = step;
  // The server knows nothing of the file's rows.
  const lines = useMemo(() => step.lines.map((line) => omit(line, "row")), [step.lines]);
  const { entries, progress, error, change, showResults, putBack, matchAgain } = useEntries(lines);
  const list = useList(entryRules, entries, useAddress());
  const dialog = useDialog();
  const [running, setRunning] = useState<readonly Entry[]>();
  const isTight = useTightTable();
  const columns = useMemo(
    () => lineColumns(isTight, (id, selected) => change(id, { selected })),
    [isTight, change],
  );
  const actions = useMemo(() => lineActions(dialog.open, putBack), [dialog.open, putBack]);
  const work = useMemo(() => workText(workOf(entries ?? [])), [entries]);
  const edited = entries?.find(({ id }) => id === dialog.value("edit"));
  if (!entries && !error) return <Working what="Matching the lines" {...progress} />;
  const leftOutTexts = [...leftOut].map(([why, rows]) => `${count(rows)} ${why}`);
  return (
    <>
      {unread.length > 0 && (
        <Problems what={`${counted(unread.length, "row")} could not be read:`} problems={unread} />
      )}
      {entries && entries.length > 0 && (
        <Notice
          tone="plain"
          mb={16}
          action={work !== "" && <Button onClick={() => setRunning(entries)}>{work}</Button>}
        >
          {work !== "" ? (
            "Nothing of this is saved yet. Selected lines are recorded as payments. The others are kept, and you can assign them later."
          ) : (
            <>
              There is nothing to do: every line is recorded, kept or ignored. Assign what is kept under{" "}
              <Link to="/admin/money/unmatched">Unmatched payments</Link>.
            </>
          )}
        </Notice>
      )}
      <ListPage
        id="lines"
        title={name}
        texts={texts}
        status={{ ...loaded, error, complete: entries !== undefined, retry: () => void matchAgain() }}
        list={list}
        search="Search lines"
        filters={[{ name: "state", label: "Match", options: stateOptions }]}
        figures={<Counts all={counted(lines.length, "line")} of={countsOf(entries ?? [])} />}
        note={
          <>
            {leftOutTexts.length > 0 && <span>{`Skipped rows: ${leftOutTexts.join(", ")}. `}</span>}
            <Button variant="subtle" size="compact-sm" onClick={onColumns}>
              Change the columns
            </Button>
          </>
        }
        table={{ columns, nameOf: nameOfEntry, actions, actionsWidth: "124px", grows: true }}
      />
      {edited && (
        <LineDialog
          key={edited.id}
          entry={edited}
          button="Choose"
          busyButton="Choosing..."
          onChoose={(chosen) => change(edited.id, { chosen, selected: true })}
          onIgnore={async (reason) => {
            await ignore(edited, reason);
            showResults(new Map([[edited.id, { state: "ignored" as const }]]));
          }}
          onClose={dialog.close}
        />
      )}
      {running && (
        <RunDialog entries={running} onResults={showResults} onClose={() => setRunning(undefined)} />
      )}
    </>
  );
}

const fields = statementFields.filter(({ name }) => name !== "linked");
const days = ["day"] as const;

type Props = {
  step: Extract<Step, { at: "columns" }>;
  onRead: (file: Pick<Props["step"], "table" | "columns">, layout: StatementLayout) => void;
  onStop: () => void;
};

/** Shows which column is read as what, and asks for dates, currency and words that the file does not make clear. */
function StatementColumns({ step, onRead, onStop }: Props) {
  const { table } = step;
  const [currency, setCurrency] = useState(step.currency);
  const [words, setWords] = useState<WordMeanings>(step.words ?? {});
  return (
    <ColumnsForm
      step={step}
      fields={fields}
      days={days}
      lead="Check what each column holds. Your choice is remembered for everybody who imports a file with the same columns of the same account."
      unanswered={(columns) =>
        textProblem(table, columns) ??
        (unknownWords(table, columns, words).length > 0
          ? "Choose what each word of the bank means."
          : currency
            ? undefined
            : "Choose the statement's currency.")
      }
      onRead={({ chosen, order, ...file }) =>
        currency &&
        onRead(file, {
          columns: chosen,
          order,
          currency: currencyOfTable(table, chosen) ?? currency,
          ...(Object.keys(words).length > 0 && { words }),
        })
      }
      onStop={onStop}
    >
      {(columns) => (
        <>
          {unknownWords(table, columns, step.words).map(({ column, word, text }) => (
            <RadioList<Direction>
              key={`${column} ${word}`}
              label={`What does “${text}” in the column “${table.header[columns[column] ?? -1] ?? ""}” mean?`}
              options={wordOptions[column]}
              value={words[word]}
              onChange={(meaning) => setWords((before) => ({ ...before, [word]: meaning }))}
            />
          ))}
          {currencyOfTable(table, columns) === undefined && (
            <NativeSelect
              label="Currency"
              required
              value={currency ?? ""}
              data={[
                ...(currency ? [] : [{ value: "", label: "Choose the statement's currency" }]),
                ...currencies.map((value) => ({ value, label: currencyNames[value] })),
              ]}
              onChange={({ currentTarget: { value } }) => setCurrency(value as Currency)}
            />
          )}
        </>
      )}
    </ColumnsForm>
  );
}

const wordOptions = {
  side: [
    ["in", "Money came in"],
    ["out", "Money went out"],
  ],
  status: [
    ["in", "The money has arrived"],
    ["out", "It has not arrived: leave the row out"],
  ],
} as const;
