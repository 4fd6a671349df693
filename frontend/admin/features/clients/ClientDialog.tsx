import { useEffect, useState } from "react";
import type { Client } from "../../../../shared/clients/client.ts";
import { dropDraft } from "../../components/form/draft.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { formatInstant } from "../../labels/dates.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { ClientForm, draftOf } from "./ClientForm.tsx";
import { EraseClient } from "./EraseClient.tsx";

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
    <FormDialog
      title="Erased client"
      dirty={false}
      busy={false}
      button="Close"
      busyButton="Close"
      onSubmit={onClose}
      onClose={onClose}
      onDiscard={onClose}
    >
      <Notice tone="plain">
        <p>The personal data of this client was erased on {formatInstant(at)}.</p>
        <p>Subscriptions, amounts and dates are kept. The client can no longer be edited.</p>
      </Notice>
    </FormDialog>
  );
}
