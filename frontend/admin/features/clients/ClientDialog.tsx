import { Box, Stack, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Client } from "../../../../shared/clients/client.ts";
import { formatInstant } from "../../../../shared/dates.ts";
import { ApiError } from "../../../api.ts";
import { dropDraft } from "../../components/form/draft.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { usePerson } from "../../session/SessionProvider.tsx";
import { ClientForm, draftOf } from "./ClientForm.tsx";
import { isSameName } from "./form-values.ts";
import { useEraseClient, useLatestClient } from "./queries.ts";

type Props = { client: Client; clients: readonly Client[]; onClose: () => void };

/** The dialog of a client: the form, the erasure, or a note that the client was erased. */
export function ClientDialog({ client, clients, onClose }: Props) {
  const mayErase = usePerson().role === "admin";
  const [erasing, setErasing] = useState(false);
  if (erasing) return <EraseClient client={client} onBack={() => setErasing(false)} onErased={onClose} />;
  if (client.erased_at) return <Erased id={client.id} at={client.erased_at} onClose={onClose} />;
  return (
    <ClientForm
      client={client}
      clients={clients}
      onErase={mayErase ? () => setErasing(true) : undefined}
      onClose={onClose}
    />
  );
}

function Erased({ id, at, onClose }: { id: string; at: string; onClose: () => void }) {
  useEffect(() => dropDraft(draftOf(id)), [id]);
  return (
    <FormDialog title="Erased client" button="Close" busyButton="Close" onSubmit={onClose} onClose={onClose}>
      <Notice tone="plain">
        <p>{`The personal data of this client was erased on ${formatInstant(at)}.`}</p>
        <p>Subscriptions, amounts, dates and invoices are kept. The client can no longer be edited.</p>
      </Notice>
    </FormDialog>
  );
}

const consequences = [
  [
    "Deleted",
    "Name, email, phone, company, address, copies, KRA PIN and email problems. Notes, messages from all their addresses, services, reasons, rows of imported files, and references and payers of payments.",
  ],
  [
    "Kept",
    "Subscriptions and payments with amounts, dates and M-Pesa codes, and when reminders were sent, under the name “Erased client”. Invoices and credit notes as they were written, with name, address and KRA PIN: tax law keeps them. The payment reference is never used again.",
  ],
  [
    "Afterwards",
    "The client is inactive, gets no reminders and cannot be edited. Active subscriptions still count in the totals: end them first if they are over.",
  ],
] as const;

type EraseClientProps = { client: Client; onBack: () => void; onErased: () => void };

/** Explains the erasure, and erases when the client's name is typed. */
function EraseClient({ client, onBack, onErased }: EraseClientProps) {
  const [typed, setTyped] = useState("");
  const erase = useEraseClient(client, () => {
    dropDraft(draftOf(client.id));
    announce("The client's personal data was erased.");
    onErased();
  });
  const latest = useLatestClient();

  return (
    <FormDialog
      title="Erase personal data"
      busy={erase.isPending}
      button="Erase permanently"
      busyButton="Erasing..."
      danger
      disabled={!isSameName(typed, client.name)}
      onSubmit={() => erase.mutate()}
      onClose={onBack}
      failure={{
        error: erase.error,
        texts: ["Failed to erase the client", "An error occurred while erasing the client"],
        advice: adviceOn(erase.error),
        reload: async () => {
          await latest(client.id);
          erase.reset();
        },
      }}
    >
      {/* Takes the focus, so that screen readers read all of it first. */}
      <div style={{ lineHeight: 1.5, outline: "none" }} tabIndex={-1} data-autofocus>
        <p>
          For a client who asks for erasure. <strong>This cannot be undone.</strong>
        </p>
        <Stack component="dl" gap={12} mt={16}>
          {consequences.map(([name, text]) => (
            <div key={name}>
              <Box component="dt" fw={600}>
                {name}
              </Box>
              <Box component="dd" mt={2} fz="text">
                {text}
              </Box>
            </div>
          ))}
        </Stack>
      </div>
      <TextInput
        label={<span style={{ overflowWrap: "anywhere" }}>{`Type “${client.name}” to confirm`}</span>}
        autoComplete="off"
        spellCheck={false}
        disabled={erase.isPending}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}

const adviceOn = (error: Error | null) =>
  error instanceof ApiError
    ? "Nothing was erased. You can try again."
    : "It may not have been erased. Check your connection and try again. Erasing twice does no harm.";
