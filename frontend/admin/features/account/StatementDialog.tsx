import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { periodOf } from "../../../../shared/account-statement/statement.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { NewStatement } from "../../../../shared/clients/client-statement.ts";
import { recipientsOf } from "../../../../shared/clients/recipients.ts";
import { errorsOf } from "../../../../shared/errors.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { announce } from "../../components/ui/announce.ts";
import { clientPage, useSendStatement } from "../../queries/client-page.ts";
import { statementAsked } from "../../rules/statement-dialog.ts";

type Props = {
  /** The client's id, or with the first and the last day: `id.2026-12-01.2026-12-31`. */
  value: string;
  onClose: () => void;
};

/** Sends a client's statement of account by email. */
export default function StatementDialog({ value, onClose }: Props) {
  const { id, ...asked } = statementAsked(value);
  const { data } = useQuery(clientPage(id));
  if (!data) return null;
  const { client, today } = data;
  const { from = today, to } = asked.span ?? periodOf("", today);
  return <StatementForm client={client} first={{ from, to }} today={today} onClose={onClose} />;
}

/** `Amani, a@amani.example, and 2 copies` */
function addressesOf(client: Client): string {
  const recipients = recipientsOf(client);
  if ("unreachable" in recipients) return `${client.name}, ${client.email}`;
  const { to, cc } = recipients;
  return [
    `${client.name}, ${to}`,
    cc.length > 0 && (cc.length === 1 ? "and a copy" : `and ${cc.length} copies`),
  ]
    .filter(Boolean)
    .join(", ");
}

type FormProps = {
  client: Client;
  first: { from: string; to: string };
  today: string;
  onClose: () => void;
};

function StatementForm({ client, first, today, onClose }: FormProps) {
  // A repeat after a lost answer sends no second email.
  const [body, setBody] = useState({ ...first, id: crypto.randomUUID() });
  const send = useSendStatement(client.id);
  const [tried, setTried] = useState(false);
  const problems = errorsOf(NewStatement, body);
  const field = (name: "from" | "to", label: string) => (
    <TextInput
      type="date"
      label={label}
      required
      max={today}
      value={body[name]}
      error={tried && problems[name]}
      onChange={({ currentTarget: { value } }) =>
        setBody({ ...body, [name]: value, id: crypto.randomUUID() })
      }
    />
  );
  return (
    <FormDialog
      title="Email statement"
      button="Send statement"
      busyButton="Sending..."
      busy={send.isPending}
      failure={{
        error: send.error,
        texts: ["Failed to send the statement", "An error occurred while sending the statement"],
        advice: "You can try again: it is sent once.",
      }}
      onSubmit={() => {
        setTried(true);
        if (Object.keys(problems).length > 0) return;
        send.mutate(body, {
          onSuccess: ({ to }) => {
            announce(`The statement goes to ${to.join(", ")}.`);
            onClose();
          },
        });
      }}
      onClose={onClose}
    >
      <p className="quiet wrap">
        {`To ${addressesOf(client)}: the balance, what moved it between two days, and how to pay.`}
      </p>
      <Pair>
        {field("from", "From")}
        {field("to", "To")}
      </Pair>
    </FormDialog>
  );
}
