import { Box, Button, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { formatReference } from "../../../../shared/billing/payment-reference.ts";
import { type Client, NewClient } from "../../../../shared/clients/client.ts";
import { clientFields } from "../../../../shared/clients/fields.ts";
import type { Language } from "../../../../shared/languages.ts";
import { conflictOf, onOff } from "../../components/form/conflict.ts";
import { errorsOf } from "../../components/form/errors.ts";
import { optionsOf } from "../../components/form/options.ts";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { Warning } from "../../components/form/Warning.tsx";
import { findDuplicates } from "./duplicates.ts";
import { MailProblemNotice } from "./MailProblem.tsx";
import { useLatestClient, useSaveClient } from "./queries.ts";
import { SampleNotice } from "./SampleNotice.tsx";

/** The name of the form's draft. */
export const draftOf = (id = "new") => `client:${id}`;

type Values = {
  name: string;
  email: string;
  phone: string;
  company: string;
  address: string;
  status: Client["status"];
  language: Language;
  muted: boolean;
};

const empty: Values = {
  name: "",
  email: "",
  phone: "",
  company: "",
  address: "",
  status: "active",
  language: "en",
  muted: false,
};

const valuesOf = ({ name, email, phone }: Prospect): Values => ({ ...empty, name, email, phone });

const storedOf = (client: Client | undefined) => {
  if (!client) return { values: empty };
  const { name, email, phone, company, address, status, language = "en", muted = false } = client;
  const values = { name, email, phone, company, address, status, language, muted };
  return { values, version: client.version };
};

/** The sender of a message, to be added as a client. */
export type Prospect = { messageId: string; name: string; email: string; phone: string };

type Props = {
  client: Client | undefined;
  prospect?: Prospect | undefined;
  clients: readonly Client[];
  /** Opens the erasure, for administrators. */
  onErase?: (() => void) | undefined;
  onClose: () => void;
  /** Instead of `onClose`, after a new client was stored. */
  onAdded?: (client: Client) => void;
};

export function ClientForm({ client, prospect, clients, onErase, onClose, onAdded }: Props) {
  const record = useRecordForm<Values>({
    name: draftOf(client?.id ?? prospect?.messageId),
    stored: prospect ? { values: valuesOf(prospect) } : storedOf(client),
    validate: (values) => errorsOf(NewClient, values),
  });
  const { values } = record.form;
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
      bodyOf={({ muted, language, ...values }) => ({
        ...values,
        ...((language !== "en" || client?.language) && { language }),
        ...((muted || client?.muted) && { muted }),
        version: record.version,
      })}
      savedText={({ name, sample }) => {
        if (!client) return `${name} was added.`;
        return `${name} was saved${client.sample && !sample ? " and is now a real client" : ""}.`;
      }}
      failed={["Failed to save client", "An error occurred while saving the client"]}
      reload={async () => {
        const now = await latest(id);
        if (!now) throw new Error("The client no longer exists.");
        record.takeOver(storedOf(now));
      }}
      onClose={onClose}
      onSaved={client ? undefined : onAdded}
      below={
        onErase && (
          <Box className="apart" mt={20} pt={8}>
            <Button
              variant="subtle"
              color="red"
              size="sm"
              px={8}
              ml={-9}
              aria-disabled={save.isPending}
              onClick={() => !save.isPending && onErase()}
            >
              Erase personal data…
            </Button>
          </Box>
        )
      }
    >
      {client?.sample && <SampleNotice client={client} typed={values} />}
      {client?.payment_reference && (
        <p className="quiet small">
          Payment reference <span className="figures">{formatReference(client.payment_reference)}</span>
        </p>
      )}
      <TextInput
        label={clientFields.name.label}
        required
        autoComplete="off"
        data-autofocus
        {...input("name")}
      />
      {duplicate.name && (
        <Warning>{`There is already a client named ${duplicate.name.name} (${duplicate.name.email}).`}</Warning>
      )}
      {values.email === client?.email && <MailProblemNotice problem={client.mail_problem} />}
      <TextInput
        label={clientFields.email.label}
        type="email"
        required
        autoComplete="off"
        {...input("email")}
      />
      {duplicate.email && <Warning>{`${duplicate.email.name} already has this email address.`}</Warning>}
      <TextInput label={clientFields.phone.label} type="tel" autoComplete="off" {...input("phone")} />
      <TextInput label={clientFields.company.label} autoComplete="off" {...input("company")} />
      <Textarea label={clientFields.address.label} rows={3} autoComplete="off" {...input("address")} />
      <NativeSelect
        label={clientFields.status.label}
        data={optionsOf(clientFields.status)}
        {...input("status")}
      />
      <NativeSelect
        label={clientFields.language.label}
        data={optionsOf(clientFields.language)}
        {...input("language", "The language of emails and WhatsApp messages to this client.")}
      />
      <Switch
        label="Mute reminders"
        disabled={save.isPending}
        {...record.form.getInputProps("muted", { type: "checkbox" })}
        description={
          conflictOf(onOff(record.theirs.muted)) ??
          "The daily run sends no reminders to this client. You can still send them by hand."
        }
      />
    </RecordDialog>
  );
}
