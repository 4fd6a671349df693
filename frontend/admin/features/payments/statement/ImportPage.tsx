import { Box, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { Link } from "react-router";
import { useDialog } from "../../../components/form/use-dialog.ts";
import { Counts, FileChoice, NotRead, Problems, Working } from "../../../components/import/parts.tsx";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { ListPage, type ListWords } from "../../../components/table/ListPage.tsx";
import { useAddress } from "../../../components/table/use-address.ts";
import { useList } from "../../../components/table/use-list.ts";
import { Notice } from "../../../components/ui/Notice.tsx";
import { PageHead } from "../../../components/ui/PageHead.tsx";
import { count, counted } from "../../../words/count.ts";
import { ColumnsForm } from "./ColumnsForm.tsx";
import { lineColumns, nameOfEntry } from "./columns.tsx";
import { type Entry, entryRules, isKept, stateNames, toRecord } from "./entries.ts";
import { LineDialog } from "./LineDialog.tsx";
import { setAside, showStored } from "./recording.ts";
import { useEntries } from "./use-entries.ts";
import { type Step, useReading } from "./use-reading.ts";

const RunDialog = lazy(() => import("./RunDialog.tsx"));

/** From the file of a statement to payments that are recorded, and lines that are kept. */
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
        lead="Payments from a statement of M-Pesa or a bank. Nothing is recorded before you have looked at it."
      />
      <Box mb={16}>
        <FileChoice
          label="Statement (CSV)"
          onFile={(file) => void reading.open(file)}
          again={step.at === "lines"}
        >
          From M-Pesa's portal for organisations, or any bank's CSV. The file stays in this browser.
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
          onRead={(said) => void reading.read(step, said)}
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
  failed: ["Failed to look the lines up", "An error occurred while looking the lines up"],
  empty: ["No payments", "No line of this file paid anything in."],
  noMatch: ["No lines match", "None fits this search and filter.", "Show all lines"],
};
const states = [
  ["", "All"] as const,
  ...(["doubtful", "sure", "unmatched", "recorded", "aside"] as const).map(
    (state) => [state, stateNames[state]] as const,
  ),
];

type PreviewProps = { step: Extract<Step, { at: "lines" }>; onColumns: () => void; onStop: () => void };

/** Each line with whose it is and why, before anything is recorded. */
function Preview({ step: { name, lines, leftOut }, onColumns, onStop }: PreviewProps) {
  const queryClient = useQueryClient();
  const { entries, book, share, error, change, matchAnew } = useEntries(lines);
  const list = useList(entryRules, entries, useAddress());
  const dialog = useDialog();
  const [running, setRunning] = useState<readonly Entry[]>();
  const columns = useMemo(
    () =>
      lineColumns({
        open: (id) => dialog.open("edit", id),
        tick: (id, ticked) => change(id, { ticked }),
      }),
    [dialog.open, change],
  );
  const looked = entries?.find(({ id }) => id === dialog.value("edit"));
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
                  kept > 0 && `${recorded > 0 ? "keep" : "Keep"} ${counted(kept, "line")}`,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </Button>
            )
          }
        >
          {recorded + kept > 0
            ? "Nothing is recorded yet. What is ticked is recorded; what is not is kept, to be assigned later."
            : "There is nothing left to do: every line is recorded, kept or set aside."}
        </Notice>
      )}
      <ListPage
        id="lines"
        title={name}
        words={words}
        status={{
          ...{ error, pending: false, loadingMore: false, complete: entries !== undefined },
          ...{ unreadable: undefined, retry: () => void matchAnew() },
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
        note={<NotRead what="Left out" left={left} onColumns={onColumns} />}
        cardsSortedBy={columns}
      >
        {(rows, cards) => (
          <DataTable
            label="Lines of the statement"
            columns={columns}
            rows={rows}
            sorting={list.sorting}
            cards={cards}
            nameOf={nameOfEntry}
          />
        )}
      </ListPage>
      {looked && book && (
        <LineDialog
          key={looked.id}
          entry={looked}
          book={book}
          button="Choose"
          busyButton="Choosing..."
          onChoose={(chosen) => change(looked.id, { chosen, ticked: true })}
          onAside={async (reason) => {
            await setAside(looked, reason);
            showStored(queryClient, []);
            const why = `Set aside: ${reason}`;
            change(looked.id, {
              chosen: undefined,
              ticked: false,
              match: { ...looked.match, state: "aside", why },
            });
          }}
          onClose={dialog.close}
        />
      )}
      <Suspense>
        {running && (
          <RunDialog
            entries={running}
            onClose={(begun) => {
              setRunning(undefined);
              if (begun) void matchAnew();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
