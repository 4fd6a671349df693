import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type Client, NewClient } from "../../../../shared/clients.ts";
import { failureText } from "../../../api.ts";
import { theirsOf } from "../../components/form/conflict.ts";
import { errorsOf } from "../../components/form/errors.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { focusFirstError } from "../../components/form/focus-first-error.ts";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { Warning } from "../../components/form/Warning.tsx";
import { announce } from "../../components/ui/announce.ts";
import classes from "./ClientForm.module.css";
import { doubles, statuses } from "./directory.ts";
import { MailProblemNotice } from "./MailProblem.tsx";
import { useLatestClient, useSaveClient } from "./queries.ts";
import { SampleNotice } from "./SampleNotice.tsx";

/** What a draft of the form is called. */
export const draftOf = (id = "new") => `client:${id}`;

type Values = {
  name: string;
  email: string;
  phone: string;
  company: string;
  address: string;
  status: Client["status"];
};

const empty: Values = { name: "", email: "", phone: "", company: "", address: "", status: "active" };

const storedOf = (client: Client | undefined) => {
  if (!client) return { values: empty };
  const { name, email, phone, company, address, status, version } = client;
  return { values: { name, email, phone, company, address, status }, version };
};

type Props = {
  client: Client | undefined;
  clients: readonly Client[];
  /** Leads to erasing the client, for those who may. */
  onErase?: (() => void) | undefined;
  onClose: () => void;
};

export function ClientForm({ client, clients, onErase, onClose }: Props) {
  const record = useRecordForm<Values>({
    name: draftOf(client?.id),
    stored: storedOf(client),
    validate: (values) => errorsOf(NewClient, values),
  });
  const id = client?.id ?? record.id;
  const save = useSaveClient(id);
  const latest = useLatestClient();
  const { form, theirs } = record;
  const input = (field: keyof Values) => ({
    ...form.getInputProps(field),
    description: theirsOf(theirs[field]),
    disabled: save.isPending,
  });
  const double = doubles(clients, { id, ...form.values });

  const submit = form.onSubmit((values) => {
    if (save.isPending) return;
    save.mutate(
      { ...values, version: record.version },
      {
        onSuccess: ({ name, sample }) => {
          record.forget();
          const real = client?.sample && !sample;
          announce(
            client ? `${name} was saved${real ? ", and is a real client now" : ""}.` : `${name} was added.`,
          );
          onClose();
        },
      },
    );
  }, focusFirstError);

  async function reload() {
    const now = await latest(id);
    if (!now) throw new Error("The client is gone.");
    record.takeOver(storedOf(now));
    save.reset();
  }

  return (
    <FormDialog
      title={client ? "Edit Client" : "Add New Client"}
      dirty={record.dirty}
      busy={save.isPending}
      button={client ? "Save Client" : "Add Client"}
      busyButton="Saving..."
      onSubmit={submit}
      onClose={onClose}
      onDiscard={() => {
        record.forget();
        onClose();
      }}
      restored={record.restored}
      onStartOver={() => record.startOver()}
      failure={
        save.error && (
          <Failure
            error={save.error}
            text={failureText(
              save.error,
              "Failed to save client",
              "An error occurred while saving the client",
            )}
            reload={reload}
          />
        )
      }
      below={
        onErase && (
          <div className={classes.erase}>
            <Button
              variant="subtle"
              color="red"
              size="sm"
              px={8}
              aria-disabled={save.isPending}
              onClick={() => !save.isPending && onErase()}
            >
              Erase personal data…
            </Button>
          </div>
        )
      }
    >
      {client?.sample && <SampleNotice client={client} typed={form.values} />}
      <TextInput label="Name" required autoComplete="off" data-autofocus {...input("name")} />
      {double.name && (
        <Warning>{`There is already a client called ${double.name.name} (${double.name.email}).`}</Warning>
      )}
      {form.values.email === client?.email && <MailProblemNotice problem={client.mail_problem} />}
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
    </FormDialog>
  );
}
