import { Box, Button, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { type Client, NewClient } from "../../../../shared/clients.ts";
import { Language, languageNames } from "../../../../shared/languages.ts";
import { spaced } from "../../../../shared/payment-reference.ts";
import { conflictOf, onOff } from "../../components/form/conflict.ts";
import { errorsOf } from "../../components/form/errors.ts";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { Warning } from "../../components/form/Warning.tsx";
import { doubles, statuses } from "./directory.ts";
import { MailProblemNotice } from "./MailProblem.tsx";
import { useLatestClient, useSaveClient } from "./queries.ts";
import { SampleNotice } from "./SampleNotice.tsx";

const languages = Language.options.map((value) => ({ value, label: languageNames[value] }));

/** What a draft of the form is called. */
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

/** What is known of somebody who is no client yet: who wrote a message. */
export type Prospect = { messageId: string; name: string; email: string; phone: string };

type Props = {
  client: Client | undefined;
  prospect?: Prospect | undefined;
  clients: readonly Client[];
  /** Leads to erasing the client, for those who may. */
  onErase?: (() => void) | undefined;
  onClose: () => void;
};

export function ClientForm({ client, prospect, clients, onErase, onClose }: Props) {
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
  const double = doubles(clients, { id, ...values });

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
      saidOf={({ name, sample }) => {
        if (!client) return `${name} was added.`;
        return `${name} was saved${client.sample && !sample ? ", and is a real client now" : ""}.`;
      }}
      failed={["Failed to save client", "An error occurred while saving the client"]}
      reload={async () => {
        const now = await latest(id);
        if (!now) throw new Error("The client is gone.");
        record.takeOver(storedOf(now));
      }}
      onClose={onClose}
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
          Payment reference <span className="figures">{spaced(client.payment_reference)}</span>
        </p>
      )}
      <TextInput label="Name" required autoComplete="off" data-autofocus {...input("name")} />
      {double.name && (
        <Warning>{`There is already a client called ${double.name.name} (${double.name.email}).`}</Warning>
      )}
      {values.email === client?.email && <MailProblemNotice problem={client.mail_problem} />}
      <TextInput label="Email" type="email" required autoComplete="off" {...input("email")} />
      {double.email && <Warning>{`${double.email.name} already has this e-mail address.`}</Warning>}
      <TextInput label="Phone" type="tel" autoComplete="off" {...input("phone")} />
      <TextInput label="Company" autoComplete="off" {...input("company")} />
      <Textarea label="Address" rows={3} autoComplete="off" {...input("address")} />
      <NativeSelect
        label="Status"
        data={statuses.slice(1).map(([value, label]) => ({ value, label }))}
        {...input("status")}
      />
      <NativeSelect
        label="Language"
        data={languages}
        {...input("language", "Emails to this client, and chats that begin here, are in it.")}
      />
      <Switch
        label="Mute reminders"
        disabled={save.isPending}
        {...record.form.getInputProps("muted", { type: "checkbox" })}
        description={
          conflictOf(onOff(record.theirs.muted)) ??
          "No daily run writes to this client; those sent by hand go out."
        }
      />
    </RecordDialog>
  );
}
