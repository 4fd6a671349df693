import { Box, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { Link } from "react-router";
import { useDialog } from "../../../components/form/use-dialog.ts";
import { Counts, FileChoice, NotRead, Problems, Working } from "../../../components/import/parts.tsx";
import { ListPage, type ListWords } from "../../../components/table/ListPage.tsx";
import { useAddress } from "../../../components/table/use-address.ts";
import { useList } from "../../../components/table/use-list.ts";
import { Notice } from "../../../components/ui/Notice.tsx";
import { PageHead } from "../../../components/ui/PageHead.tsx";
import { count, counted } from "../../../labels/count.ts";
import { ColumnsForm } from "./ColumnsForm.tsx";
import { lineActions, lineColumns, nameOfEntry } from "./columns.tsx";
import { type Entry, entryRules, isKept, stateNames, toRecord } from "./entries.ts";
import { LineDialog } from "./LineDialog.tsx";
import { ignoreLine, showStored } from "./recording.ts";
import { useEntries } from "./use-entries.ts";
import { type Step, useReading } from "./use-reading.ts";

const RunDialog = lazy(() => import("./RunDialog.tsx"));

/** Imports a statement: records matched payments and saves unmatched lines. */
export default function ImportPage() {
  const reading = useReading();
  const { step } = reading;
  return (
    <>
      <Link to="/admin/payments" className="small" style={{ display: "block", marginBottom: 12 }}>
        Back to Payments
      </Link>
      <PageHead
        title="Import statement"
        lead="Payments from an M-Pesa or bank statement. You check every line before anything is saved."
      />
      <Box mb={16}>
        <FileChoice
          label="Statement (CSV)"
          onFile={(file) => void reading.open(file)}
          again={step.at === "lines"}
        >
          A CSV file from the M-Pesa organisation portal or from any bank. The file stays in this browser.
        </FileChoice>
      </Box>
      {step.at === "file" && step.problems && <Problems name={step.name ?? ""} problems={step.problems} />}
      {step.at === "working" && (
        <Working what={`Reading ${step.name}`} share={step.share} onStop={reading.stop} />
      )}
      {step.at === "columns" && (
        <ColumnsForm
          key={step.name}
          {...step}
          onRead={(choices) => void reading.read(step, choices)}
          onStop={reading.stop}
        />
      )}
      {step.at === "lines" && (
        <Preview step={step} onColumns={() => reading.choose(step, step)} onStop={reading.stop} />
      )}
    </>
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
          action={
            recorded + kept > 0 && (
              <Button onClick={() => setRunning(entries)}>
                {[
                  recorded > 0 && `Record ${counted(recorded, "payment")}`,
                  kept > 0 && `${recorded > 0 ? "save" : "Save"} ${counted(kept, "line")}`,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </Button>
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
        status={{
          error,
          pending: false,
          loadingMore: false,
          complete: entries !== undefined,
          unreadable: undefined,
          retry: () => void matchAgain(),
        }}
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
      <Suspense>
        {running && (
          <RunDialog
            entries={running}
            onClose={(started) => {
              setRunning(undefined);
              if (started) void matchAgain();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
