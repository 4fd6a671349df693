import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { count } from "../../../../shared/count.ts";
import type { Duplicates, Import, ImportRow } from "../../../../shared/imports/import.ts";
import { fieldsOfKind } from "../../../../shared/imports/kinds.ts";
import { failureText, request } from "../../../api.ts";
import { Dialog } from "../../components/form/Dialog.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { RadioList } from "../../components/form/fields.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { hasChoices, kinds } from "./kinds.ts";
import { importOf, importRows } from "./queries.ts";
import { actionNames, type Entry, nameOfRow, summaryOf } from "./rows.ts";

type Props = {
  data: Import;
  entry: Entry;
  /** The choice for a row that is possibly the same as a record; undefined: the choice for all rows. */
  choice: Duplicates | undefined;
  onChoose: (choice: Duplicates) => void;
  onCorrected: () => void;
  onClose: () => void;
};

/** A row: its values and the values before. Before the import starts, a wrong one can be corrected. */
export function RowDialog(props: Props) {
  const { data, entry, choice, onChoose, onClose } = props;
  const { action, row, changes = [], record_id, of, undone } = entry;
  if (data.state === "preview" && action === "wrong") return <CorrectRow {...props} />;
  const showsChanges = changes.length > 0 && (action === "new" || action === "update");
  const client =
    data.kind === "clients" && !undone ? (record_id ?? (typeof of === "string" ? of : undefined)) : undefined;
  const { noun } = kinds[data.kind];
  return (
    <Dialog title={nameOfRow(entry)} onClose={onClose}>
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
      {data.state === "preview" && action === "duplicate" && hasChoices(data.kind) && (
        <RadioList<Duplicates>
          label="What happens to this row?"
          options={[
            ["skip", "Skip it"],
            ...(typeof of === "string" ? [["update", `Update the ${noun}`] as const] : []),
            ["new", `Add it as a new ${noun}`],
          ]}
          value={choice}
          onChange={onChoose}
        />
      )}
    </Dialog>
  );
}

function CorrectRow({ data: { id, kind, columns }, entry, onCorrected, onClose }: Props) {
  const { row, cells: sent = [] } = entry;
  const queryClient = useQueryClient();
  const [cells, setCells] = useState(() => columns.map((_, at) => sent[at] ?? ""));
  const save = useMutation({
    mutationFn: () => {
      // A short row only lacks its last cells, and a long one loses those without a column.
      const length = Math.max(sent.length, cells.findLastIndex((cell) => cell !== "") + 1);
      const body = { from: row, rows: [cells.slice(0, length)] };
      return request("POST /api/v1/imports/{id}/rows", { params: { id }, body });
    },
    onSuccess: ({ import: after, rows: [planned] }) => {
      queryClient.setQueryData(importOf(id).queryKey, after);
      queryClient.setQueryData<ImportRow[]>(importRows(id).queryKey, (rows) =>
        rows?.map((shown) => (planned && shown.row === row ? planned : shown)),
      );
      if (planned?.action !== "wrong") onCorrected();
    },
  });
  return (
    <FormDialog
      title={nameOfRow(entry)}
      dirty={columns.some((_, at) => cells[at] !== (sent[at] ?? ""))}
      button="Correct the row"
      busyButton="Checking..."
      busy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Notice tone="error">
        {save.error
          ? failureText(save.error, "The server refused it.", "There was no response. Please try again.")
          : `Row ${count(row)}: ${entry.why}`}
      </Notice>
      {columns.map((column, at) => (
        <TextInput
          key={column}
          label={fieldsOfKind[kind].find(({ name }) => name === column)?.label}
          value={cells[at] ?? ""}
          onChange={({ currentTarget: { value } }) => setCells(cells.with(at, value))}
        />
      ))}
    </FormDialog>
  );
}
