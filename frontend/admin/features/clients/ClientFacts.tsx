import { Button, Stack } from "@mantine/core";
import { Link } from "react-router";
import { formatReference } from "../../../../shared/billing/payment-reference.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { clientStatusNames } from "../../../../shared/clients/fields.ts";
import { languageNames } from "../../../../shared/languages.ts";
import { failureText } from "../../../api.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { formatInstant } from "../../labels/dates.ts";
import { callLink, chatLink, mailLink } from "../../labels/links.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import classes from "./ClientPage.module.css";
import { useExportPersonalData } from "./export-personal-data.ts";
import { MailProblemBadge } from "./MailProblem.tsx";

/** A client's details and contact links. */
export function ClientFacts({ client, onEdit }: { client: Client; onEdit: () => void }) {
  const {
    email,
    phone,
    company,
    address,
    status,
    sample,
    mail_problem,
    erased_at,
    created_at,
    payment_reference,
    muted,
    language,
  } = client;
  const mayExport = usePerson().role === "admin";
  const call = callLink(client);
  const chat = chatLink(client);
  const facts: [string, React.ReactNode][] = [
    [
      "Status",
      <span key="status" className={classes.badges}>
        <Badge tone={status === "active" ? "fine" : "quiet"}>{clientStatusNames[status]}</Badge>
        <SampleBadge sample={sample} />
        {muted && (
          <Badge tone="quiet" dot={false}>
            Muted
          </Badge>
        )}
      </span>,
    ],
  ];
  if (payment_reference)
    facts.push([
      "Reference",
      <span key="reference" className="figures" title="Payment reference: the account number for payments">
        {formatReference(payment_reference)}
      </span>,
    ]);
  if (email)
    facts.push([
      "Email",
      <Stack key="email" gap={6} align="flex-start">
        <a href={mailLink(email)}>
          {email.split("@")[0]}
          <wbr />@{email.split("@")[1]}
        </a>
        <MailProblemBadge problem={mail_problem} />
      </Stack>,
    ]);
  if (phone)
    facts.push([
      "Phone",
      call ? (
        <a key="call" href={call}>
          {phone}
        </a>
      ) : (
        phone
      ),
    ]);
  if (chat)
    facts.push([
      "WhatsApp",
      <a
        key="chat"
        href={chat}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Chat, opens in a new tab"
      >
        Chat
      </a>,
    ]);
  if (company) facts.push(["Company", company]);
  if (address)
    facts.push([
      "Address",
      <span key="address" className={classes.lines}>
        {address}
      </span>,
    ]);
  if (language && language !== "en") facts.push(["Language", languageNames[language]]);
  facts.push(["Added", formatInstant(created_at)]);
  if (erased_at) facts.push(["Erased", formatInstant(erased_at)]);
  return (
    <Card title="Contact" gap={14} padding={20}>
      <Facts facts={facts} />
      {!erased_at && (
        <Button variant="default" size="sm" onClick={onEdit}>
          Edit client
        </Button>
      )}
      <Button variant="default" size="sm" component={Link} to={`/admin/clients/${client.id}/statement`}>
        Statement of account
      </Button>
      {mayExport && <ExportButton client={client} />}
    </Card>
  );
}

/** Answers a person who asks which data we store about them. */
function ExportButton({ client }: { client: Client }) {
  const download = useExportPersonalData(client);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-disabled={download.isPending}
        onClick={() => !download.isPending && download.mutate()}
      >
        {download.isPending ? "Downloading..." : "Download all data"}
      </Button>
      {download.error && (
        <Failure
          error={download.error}
          text={failureText(
            download.error,
            "Failed to download the client's data",
            "An error occurred while downloading the client's data",
          )}
          advice="Nothing was saved. You can try again."
        />
      )}
    </>
  );
}
