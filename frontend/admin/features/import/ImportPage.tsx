import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { count, counted } from "../../../../shared/count.ts";
import {
  type Duplicates,
  type Import,
  type ImportRow,
  isWorking,
} from "../../../../shared/imports/import.ts";
import { fieldsOfKind } from "../../../../shared/imports/kinds.ts";
import { request } from "../../../api.ts";
import { ErrorNotice } from "../../components/form/Failure.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { ProgressBar } from "../../components/import/parts.tsx";
import { saveCsv } from "../../components/table/export.ts";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { backTo } from "../../places.ts";
import { refresh, refreshRecords } from "../../queries/cache.ts";
import { kinds } from "./kinds.ts";
import { Questions } from "./Questions.tsx";
import { ignoredIn, importOf, importRows } from "./queries.ts";
import { RowsList } from "./RowsList.tsx";
import { fileToCorrect, outcomeText } from "./rows.ts";
import { sendRows } from "./send-rows.ts";

/** An import: what would happen to each row, the questions before it starts, its progress, its outcome. */
export default function ImportPage() {
  const { id = "" } = useParams();
  const queryClient = useQueryClient();
  const query = useQuery(importOf(id));
  const rows = useQuery(importRows(id));
  const { data } = query;
  const [choices, setChoices] = useState<Record<string, Duplicates>>({});
  const wasWorking = useRef(false);
  useEffect(() => {
    if (!data) return;
    const isDone = wasWorking.current && !isWorking(data);
    wasWorking.current = isWorking(data);
    if (!isDone) return;
    void queryClient.invalidateQueries({ queryKey: importRows(id).queryKey });
    void refreshRecords(queryClient);
  }, [data, id, queryClient]);
  const isFailed = (query.error ?? rows.error) && !(data && rows.data);
  if (isFailed || !data)
    return (
      <>
        <PageHead title="Import" />
        {isFailed ? (
          <QueryFailure query={[query, rows]} texts={failed} />
        ) : (
          <p role="status">Loading the import...</p>
        )}
      </>
    );
  const { list, title } = kinds[data.kind];
  const ignored = queryClient.getQueryData<string[]>(ignoredIn(id)) ?? [];
  const wrong = rows.data?.filter(({ action, cells }) => action === "wrong" && cells) ?? [];
  return (
    <>
      <PageHead back={backTo(list)} title={title} lead={data.name} />
      <Status data={data} rows={rows.data} choices={choices} />
      <RowsList
        data={data}
        rows={rows.data}
        choices={choices}
        onChoose={setChoices}
        note={
          <>
            {ignored.length > 0 && <span>{`Ignored columns: ${ignored.join(", ")}. `}</span>}
            {wrong.length > 0 && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void saveCsv(fileToCorrect(data, fieldsOfKind[data.kind]), wrong)}
              >
                {`Download ${counted(wrong.length, "wrong row")}`}
              </Button>
            )}
            {wrong.length > 0 && data.state === "done" && <CorrectWrong data={data} rows={wrong} />}
          </>
        }
      />
    </>
  );
}

/** Makes another import of the rows that this one could not save. */
function CorrectWrong({ data: { kind, name, columns }, rows }: { data: Import; rows: readonly ImportRow[] }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const correct = useMutation({
    mutationFn: () =>
      sendRows(queryClient, { kind, name, columns, cells: rows.map(({ cells = [] }) => cells) }),
    onSuccess: (id) => navigate(`/admin/imports/${id}`),
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        ml={8}
        loading={correct.isPending}
        onClick={() => correct.mutate()}
      >
        {`Correct ${counted(rows.length, "wrong row")}`}
      </Button>
      <ErrorNotice
        error={correct.error}
        texts={["The server refused it.", "There was no response. Please try again."]}
        mb={0}
      />
    </>
  );
}

const failed = ["The import could not be loaded", "An error occurred while loading the import"] as const;

const outcomeTones: Partial<Record<Import["state"], "success" | "plain" | "error">> = {
  done: "success",
  undone: "plain",
  failed: "error",
};

/** Tells the state of the import: it waits, runs or is over. */
function Status({
  data,
  rows,
  choices,
}: Pick<ComponentProps<typeof Questions>, "data" | "rows" | "choices">) {
  const { id, kind, state, counts } = data;
  const { noun } = kinds[kind];
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const show = (changed: Import) => {
    queryClient.setQueryData(importOf(id).queryKey, changed);
    void refresh(queryClient, "activity");
  };
  const start = useMutation({
    mutationFn: (answers: { duplicates?: Duplicates; empty?: string[] }) =>
      request("POST /api/v1/imports/{id}/run", { params: { id }, body: { ...answers, rows: choices } }),
    onSuccess: (answer) => show(answer.import),
  });
  const undo = useMutation({
    mutationFn: () => request("DELETE /api/v1/imports/{id}", { params: { id } }),
    onSuccess: (answer) => show(answer.import),
  });
  return (
    <>
      <ErrorNotice
        error={start.error ?? undo.error}
        texts={["The server refused it.", "There was no response. Please try again."]}
        mb={16}
      />
      {state === "preview" && (
        <Questions data={data} rows={rows} choices={choices} busy={start.isPending} onStart={start.mutate} />
      )}
      {isWorking(data) && (
        <Progress data={data} what={state === "running" ? "Importing" : "Undoing the import"} />
      )}
      {outcomeTones[state] && (
        <Notice
          tone={outcomeTones[state]}
          mb={16}
          action={
            <>
              {state === "undone" && counts.left > 0 && (
                <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
                  Try again
                </Button>
              )}
              {state === "failed" && counts.undone + counts.left === 0 && (
                <Button loading={start.isPending} onClick={() => start.mutate({})}>
                  Continue
                </Button>
              )}
              {(state === "failed" || (state === "done" && counts.new + counts.update > 0)) && (
                <Button variant="default" onClick={() => setAsking(true)}>
                  Undo the import
                </Button>
              )}
            </>
          }
        >
          {outcomeText(data, noun)}
        </Notice>
      )}
      {asking && (
        <FormDialog
          title="Undo the import"
          button="Undo the import"
          busyButton="Undoing..."
          busy={undo.isPending}
          onSubmit={() => undo.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{`What this import added is removed, and what it changed gets its old values back. A ${noun} that somebody has changed since, or that has later payments or subscriptions, is left as it is and listed.`}</p>
        </FormDialog>
      )}
    </>
  );
}

const Progress = ({ data: { counts }, what }: { data: Import; what: string }) => (
  <Notice tone="plain" mb={16}>
    <p>{`${what}: ${count(counts.done)} of ${counted(counts.rows, "row")}. You can close this tab.`}</p>
    <ProgressBar what={what} share={counts.rows === 0 ? 1 : counts.done / counts.rows} />
  </Notice>
);
