import { Button, NativeSelect } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isMpesa, statementFields } from "../../../../../shared/billing/statement-file/columns.ts";
import {
  type Entry,
  entryRules,
  importText,
  isKept,
  nameOfEntry,
  stateNames,
  toRecord,
} from "../../../../../shared/billing/statement-lines/entries.ts";
import { count, counted } from "../../../../../shared/count.ts";
import { type Currency, currencies, currencyNames } from "../../../../../shared/money.ts";
import { useDialog } from "../../../components/form/use-dialog.ts";
import { ColumnsForm } from "../../../components/import/ColumnsForm.tsx";
import { Counts, FilePage, NotRead, Working } from "../../../components/import/parts.tsx";
import { ListPage, type ListWords } from "../../../components/table/ListPage.tsx";
import { loaded } from "../../../components/table/list-status.ts";
import { useAddress } from "../../../components/table/use-address.ts";
import { useList } from "../../../components/table/use-list.ts";
import { Notice } from "../../../components/ui/Notice.tsx";
import { LineDialog } from "./LineDialog.tsx";
import { lineActions, lineColumns } from "./line-list.tsx";
import { RunDialog } from "./RunDialog.tsx";
import { ignoreLine, showStored, useEntries } from "./use-entries.ts";
import { type Step, useReading } from "./use-reading.ts";

/** Imports a statement: records matched payments and saves unmatched lines. */
export default function ImportPage() {
  const reading = useReading();
  const { step } = reading;
  return (
    <FilePage
      list={{ path: "/admin/payments", name: "Payments" }}
      title="Import statement"
      lead="Payments from an M-Pesa or bank statement. You check every line before anything is saved."
      file="Statement (CSV or XLSX)"
      hint="A CSV or Excel file from the M-Pesa organisation portal or from any bank. The file stays in this browser."
      step={step}
      onFile={(file) => void reading.open(file)}
      onStop={reading.stop}
    >
      {step.at === "columns" && (
        <StatementColumns
          key={step.name}
          step={step}
          onRead={(choices) => void reading.read(step, choices)}
          onStop={reading.stop}
        />
      )}
      {step.at === "lines" && (
        <Preview step={step} onColumns={() => reading.choose(step, step.currency)} onStop={reading.stop} />
      )}
    </FilePage>
  );
}

const words: ListWords = {
  loading: "Matching the lines...",
  failed: ["Failed to match the lines", "An error occurred while matching the lines"],
  empty: ["No payments", "This file has no incoming payments."],
  noMatch: ["No lines match", "No line matches your search and filters.", "Show all lines"],
};
const states = [
  ["", "All"] as const,
  ...(["doubtful", "sure", "unmatched", "recorded", "ignored"] as const).map(
    (state) => [state, stateNames[state]] as const,
  ),
];

type PreviewProps = { step: Extract<Step, { at: "lines" }>; onColumns: () => void; onStop: () => void };

/** Previews each line with its match and the reason. */
function Preview({ step: { name, lines, leftOut }, onColumns, onStop }: PreviewProps) {
  const queryClient = useQueryClient();
  const { entries, matchIndex, share, error, change, matchAgain } = useEntries(lines);
  const list = useList(entryRules, entries, useAddress());
  const dialog = useDialog();
  const [running, setRunning] = useState<readonly Entry[]>();
  const columns = useMemo(() => lineColumns((id, selected) => change(id, { selected })), [change]);
  const actions = useMemo(() => lineActions((id) => dialog.open("edit", id)), [dialog.open]);
  const edited = entries?.find(({ id }) => id === dialog.value("edit"));
  if (!entries && !error) return <Working what="Matching the lines" share={share} onStop={onStop} />;
  const [recorded, kept] = [entries?.filter(toRecord).length ?? 0, entries?.filter(isKept).length ?? 0];
  const left = [...leftOut].map(([why, rows]) => `${count(rows)} ${why}`);
  return (
    <>
      {entries && entries.length > 0 && (
        <Notice
          tone="plain"
          mb={16}
          action={
            recorded + kept > 0 && (
              <Button onClick={() => setRunning(entries)}>{importText(recorded, kept)}</Button>
            )
          }
        >
          {recorded + kept > 0
            ? "Nothing is saved yet. Selected lines are recorded as payments. The others are saved, and you can assign them later."
            : "There is nothing to do: every line is recorded, saved or ignored."}
        </Notice>
      )}
      <ListPage
        id="lines"
        title={name}
        words={words}
        status={{ ...loaded, error, complete: entries !== undefined, retry: () => void matchAgain() }}
        list={list}
        search="Search lines"
        filters={[{ name: "state", label: "Match", options: states }]}
        figures={
          <Counts
            all={counted(lines.length, "line")}
            of={(["sure", "doubtful", "unmatched", "recorded"] as const).map((state) => [
              stateNames[state],
              entries?.filter(({ match }) => match.state === state).length ?? 0,
            ])}
          />
        }
        note={<NotRead what="Skipped rows" left={left} onColumns={onColumns} />}
        table={{ columns, nameOf: nameOfEntry, actions, actionsWidth: "112px" }}
      />
      {edited && matchIndex && (
        <LineDialog
          key={edited.id}
          entry={edited}
          matchIndex={matchIndex}
          button="Choose"
          busyButton="Choosing..."
          onChoose={(chosen) => change(edited.id, { chosen, selected: true })}
          onIgnore={async (reason) => {
            await ignoreLine(edited, reason);
            showStored(queryClient, []);
            change(edited.id, {
              chosen: undefined,
              selected: false,
              match: { ...edited.match, state: "ignored", why: `Ignored: ${reason}` },
            });
          }}
          onClose={dialog.close}
        />
      )}
      {running && (
        <RunDialog
          entries={running}
          onClose={(started) => {
            setRunning(undefined);
            if (started) void matchAgain();
          }}
        />
      )}
    </>
  );
}

const fields = statementFields.filter(({ name }) => name !== "withdrawn" && name !== "linked");
const days = ["day"] as const;

type Props = {
  step: Extract<Step, { at: "columns" }>;
  onRead: (choices: Parameters<ReturnType<typeof useReading>["read"]>[1]) => void;
  onStop: () => void;
};

/** Asks for columns, date order and currency that the file does not make clear. */
function StatementColumns({ step, onRead, onStop }: Props) {
  const [currency, setCurrency] = useState(step.currency);
  return (
    <ColumnsForm
      step={step}
      fields={fields}
      days={days}
      lead="Choose what each column holds. This browser remembers your choice for files with the same columns."
      unanswered={currency ? undefined : "Choose the statement's currency."}
      onRead={(choices) => currency && onRead({ ...choices, currency })}
      onStop={onStop}
    >
      {!isMpesa(step.table.header) && (
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
    </ColumnsForm>
  );
}
