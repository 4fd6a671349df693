import { Stack, TextInput } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Client } from "../../../../../shared/clients/client.ts";
import { formatReference } from "../../../../../shared/payment-reference.ts";
import { Charges } from "../../../components/form/Charges.tsx";
import { DialogSummary } from "../../../components/form/Dialog.tsx";
import { FormDialog } from "../../../components/form/FormDialog.tsx";
import { RadioList, SearchSelect } from "../../../components/form/fields.tsx";
import { QueryFailure } from "../../../components/table/ListState.tsx";
import { Facts } from "../../../components/ui/Facts.tsx";
import { Notice } from "../../../components/ui/Notice.tsx";
import { clientList } from "../../../queries/lists.ts";
import { previewFailed, previewOf } from "../../../queries/preview.ts";
import { clientText } from "../../../rules/client-text.ts";
import {
  chargeProblem,
  firstValues,
  type PaymentValues,
  paidIn,
  previewTexts,
  requestOf,
} from "../../../rules/payment-form.ts";
import { type Entry, factsOf } from "./line-entries.ts";

const OTHER = "other";
const IGNORE = "ignore";

type Props = {
  entry: Entry;
  button: string;
  busyButton: string;
  onChoose: (chosen: NonNullable<Entry["chosen"]>) => Promise<void> | void;
  onIgnore: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** A line in full, why it was matched so, the choice of a client, and what the payment pays then. */
export function LineDialog({ entry, button, busyButton, onChoose, onIgnore, onClose }: Props) {
  const { line, match, chosen } = entry;
  const { candidates } = match;
  const before = chosen?.client_id ?? "";
  const isOther = chosen
    ? candidates.every((candidate) => candidate.client_id !== before)
    : candidates.length === 0;
  const [choice, setChoice] = useState(isOther ? OTHER : before);
  const [otherClient, setOtherClient] = useState(isOther ? before : "");
  const [typed, setTyped] = useState<PaymentValues["to"]>([]);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const client_id = choice === OTHER ? otherClient : choice === IGNORE ? "" : choice;
  const amount = match.rest ?? line.amount;
  const values: PaymentValues = {
    paid_on: line.paid_on,
    amount: amount.toFixed(2),
    currency: line.currency,
    first: "",
    rest: "credit",
    missing: "part",
    why: "not_collectible",
    to: typed,
    method: "",
    reference: "",
    receipt: "",
  };
  const look = useQuery({
    ...previewOf(client_id, requestOf(values)),
    enabled: client_id !== "",
    placeholderData: keepPreviousData,
  });
  const preview = client_id === "" ? undefined : look.data;

  const save = useMutation({
    mutationFn: async () => {
      if (choice === IGNORE) await onIgnore(reason.trim());
      else if (preview) await onChoose({ client_id, name: preview.client_name, to: paidIn(preview) });
    },
    onSuccess: onClose,
  });

  function submit() {
    const newProblem =
      choice === IGNORE
        ? reason.trim() === "" && "Enter a reason."
        : (client_id === "" && "Choose a client.") ||
          (!preview && "Wait until it is clear what this pays.") ||
          chargeProblem(typed, line.currency);
    setProblem(newProblem || undefined);
    if (!newProblem) save.mutate();
  }

  return (
    <FormDialog
      title="Assign payment"
      busy={save.isPending}
      button={choice === IGNORE ? "Ignore" : button}
      busyButton={choice === IGNORE ? "Saving..." : busyButton}
      onSubmit={submit}
      onClose={onClose}
      failure={{
        error: save.error,
        texts: ["The server refused it.", "There was no response."],
        advice: "Nothing else was changed. Check the line or try again.",
      }}
    >
      <Facts facts={factsOf(entry)} />
      <Notice tone="plain" quiet>
        {match.why}
      </Notice>
      <RadioList
        label="Assign to"
        options={[
          ...candidates.map(({ client_id: id, why }) => [id, why] as const),
          [OTHER, candidates.length > 0 ? "Another client" : "A client"],
          [IGNORE, "Ignore: not a client's payment"],
        ]}
        value={choice}
        onChange={(value) => {
          setChoice(value);
          setTyped([]);
        }}
      />
      {choice === OTHER && (
        <ClientSelect
          value={otherClient}
          onChange={(id) => {
            setOtherClient(id);
            setTyped([]);
          }}
        />
      )}
      {client_id !== "" && <QueryFailure query={look} texts={previewFailed} />}
      {preview && (
        <Stack gap={8}>
          <DialogSummary>{previewTexts(preview, { ...firstValues(preview), rest: "credit" })}</DialogSummary>
          <Charges
            preview={preview}
            typed={typed}
            disabled={save.isPending}
            triedToSave={problem !== undefined}
            onChange={setTyped}
          />
        </Stack>
      )}
      {choice === IGNORE && (
        <TextInput
          label="Reason"
          required
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
    </FormDialog>
  );
}

const optionOf = ({ id, name, payment_reference: reference }: Client) => ({
  value: id,
  label: reference ? `${name} (${formatReference(reference)})` : name,
});

/** Selects any client, found as in the list of clients. */
function ClientSelect({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data } = useQuery(clientList);
  const all = useMemo(
    () =>
      (data?.rows ?? [])
        .filter(({ sample, erased_at }) => !sample && !erased_at)
        .map((client) => ({ option: optionOf(client), text: clientText(client) })),
    [data],
  );
  return (
    <SearchSelect
      label="Client"
      placeholder="Type a name or reference"
      all={all}
      value={value}
      onChange={onChange}
      nothingFoundMessage="No client matches."
    />
  );
}
