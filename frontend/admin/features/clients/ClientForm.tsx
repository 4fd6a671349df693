import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Client } from "../../../../shared/clients/client.ts";
import { clientFields } from "../../../../shared/clients/fields.ts";
import { formatReference } from "../../../../shared/payment-reference.ts";
import { More, Pair } from "../../components/form/Dialog.tsx";
import { Warning } from "../../components/form/fields.tsx";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { optionsOf, type RecordForm, useRecordForm } from "../../components/form/use-record-form.ts";
import { VatField } from "../../components/form/vat-fields.tsx";
import { SampleNotice } from "../../components/ui/SampleNotice.tsx";
import { CopyFields, PastedAddresses } from "./CopyFields.tsx";
import { MailProblemNotice } from "./client-list.tsx";
import {
  bodyOf,
  findDuplicates,
  type Prospect,
  problemsOf,
  storedOf,
  type Values,
  valuesOf,
} from "./form-values.ts";
import { useLatestClient, useSaveClient } from "./queries.ts";

/** The name of the form's draft. */
export const draftOf = (id = "new") => `client:${id}`;

type Props = {
  client: Client | undefined;
  prospect?: Prospect | undefined;
  clients: readonly Client[];
  /** Opens the erasure, for administrators. */
  onErase?: (() => void) | undefined;
  onClose: () => void;
  /** Opens the page of a client who was added. */
  openPage?: (client: Client) => void;
};

export function ClientForm({ client, prospect, clients, onErase, onClose, openPage }: Props) {
  const record = useRecordForm<Values>({
    name: draftOf(client?.id ?? prospect?.messageId),
    stored: prospect ? { values: valuesOf(prospect) } : storedOf(client),
    validate: problemsOf,
  });
  const { values } = record.form;
  const [mailWorks, setMailWorks] = useState(false);
  const id = client?.id ?? record.id;
  const save = useSaveClient(id);
  const latest = useLatestClient();
  const input = record.inputs(save.isPending);
  const duplicate = findDuplicates(clients, { id, ...values });

  return (
    <RecordDialog
      title={client ? "Edit Client" : "Add New Client"}
      button={client ? "Save Client" : "Add Client"}
      record={record}
      save={save}
      bodyOf={(typed) => ({
        ...bodyOf(typed, client),
        ...(mailWorks && { mail_works: true as const }),
        version: record.version,
      })}
      savedText={({ name }) => `${name} was ${client ? "saved" : "added"}.`}
      failed={["Failed to save client", "An error occurred while saving the client"]}
      reload={async () => {
        const latestClient = await latest(id);
        if (!latestClient) throw new Error("The client no longer exists.");
        record.takeOver(storedOf(latestClient));
      }}
      openSaved={client ? undefined : openPage}
      onClose={onClose}
    >
      {client?.sample && <SampleNotice />}
      {client?.payment_reference && (
        <p className="quiet small">
          Payment reference <span className="figures">{formatReference(client.payment_reference)}</span>
        </p>
      )}
      <Pair>
        <TextInput
          label={clientFields.name.label}
          required
          autoComplete="off"
          data-autofocus
          {...input("name")}
        />
        <TextInput label={clientFields.company.label} autoComplete="off" {...input("company")} />
      </Pair>
      {duplicate.name && (
        <Warning>{`There is already a client named ${duplicate.name.name} (${duplicate.name.email}).`}</Warning>
      )}
      {client?.mail_problem && values.email === client.email && (
        <>
          <MailProblemNotice problem={client.mail_problem} />
          <Switch
            label="This address works again"
            checked={mailWorks}
            onChange={(event) => setMailWorks(event.currentTarget.checked)}
          />
        </>
      )}
      <Pair>
        <TextInput
          label={clientFields.email.label}
          type="email"
          required
          autoComplete="off"
          {...input("email")}
        />
        <TextInput label={clientFields.phone.label} type="tel" autoComplete="off" {...input("phone")} />
      </Pair>
      <PastedAddresses record={record} saving={save.isPending} />
      {duplicate.email && <Warning>{`${duplicate.email.name} already has this email address.`}</Warning>}
      <Textarea label={clientFields.address.label} rows={3} autoComplete="off" {...input("address")} />
      <MoreFields record={record} saving={save.isPending} client={client} onErase={onErase} />
    </RecordDialog>
  );
}

type MoreProps = {
  record: RecordForm<Values>;
  saving: boolean;
  client: Client | undefined;
  onErase: (() => void) | undefined;
};

function MoreFields({ record, saving, client, onErase }: MoreProps) {
  const input = record.inputs(saving);
  return (
    <More editing={client !== undefined} filled={record.form.values.copies.length > 0}>
      <CopyFields record={record} saving={saving} client={client} />
      <Pair>
        <NativeSelect
          label={clientFields.status.label}
          data={optionsOf(clientFields.status)}
          {...input("status")}
        />
        <NativeSelect
          label={clientFields.language.label}
          data={optionsOf(clientFields.language)}
          {...input("language")}
        />
      </Pair>
      <TextInput label={clientFields.kra_pin.label} autoComplete="off" {...input("kra_pin")} />
      <VatField
        {...input("vat", "For their new subscriptions and charges.")}
        value={record.form.values.vat}
      />
      <Switch
        label="Mute reminders"
        {...record.toggles(saving)(
          "muted",
          "The daily run sends no reminders to this client. You can still send them by hand.",
        )}
      />
      {onErase && (
        <div>
          <Button
            variant="subtle"
            color="red"
            size="sm"
            px={8}
            ml={-8}
            aria-disabled={saving}
            onClick={() => !saving && onErase()}
          >
            Erase personal data…
          </Button>
        </div>
      )}
    </More>
  );
}
