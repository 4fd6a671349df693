import { Box, Button, Group, Stack } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Client } from "../../../../shared/clients/client.ts";
import type { StoredCopy } from "../../../../shared/clients/copies.ts";
import { clientFields, clientStatusNames } from "../../../../shared/clients/fields.ts";
import type { ClientFigures } from "../../../../shared/clients/timeline.ts";
import { formatInstant } from "../../../../shared/dates.ts";
import { fieldEntries, valueText } from "../../../../shared/field-values.ts";
import { languageNames } from "../../../../shared/languages.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { omit } from "../../../../shared/omit.ts";
import { vatNames } from "../../../../shared/vat.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { saveAs } from "../../components/table/export.ts";
import { ActionButton } from "../../components/table/RowActions.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Badge, SampleBadge, Tag } from "../../components/ui/Badge.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { CopyField } from "../../components/ui/CopyField.tsx";
import { EmailText } from "../../components/ui/EmailText.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { usePhone } from "../../components/ui/use-narrow.ts";
import { useWhatsApp } from "../../components/ui/use-whats-app.ts";
import { accountLink, allDataOf } from "../../queries/client-page.ts";
import { callLink, chatLink, mailLink } from "../../rules/contact-links.ts";
import { fileOf } from "../../rules/personal-data.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import classes from "./ClientPage.module.css";
import { MailProblemBadge } from "./client-list.tsx";
import { clientTotals } from "./figures.ts";
import { useRenewLink, useSaveClient } from "./queries.ts";

const contactLabels: readonly string[] = [clientFields.email.label, clientFields.phone.label];

const shownFields = omit(clientFields, "name", "sample", "muted", "id");

/** The values that are more than text. */
const shownValues: Partial<Record<keyof typeof shownFields, (client: Client) => ReactNode>> = {
  email: ({ email, mail_problem }) =>
    email && (
      <Stack gap={6} align="flex-start">
        <a href={mailLink(email)}>
          <EmailText>{email}</EmailText>
        </a>
        <MailProblemBadge problem={mail_problem} />
      </Stack>
    ),
  copies: (client) => client.copies && <CopyList client={client} />,
  phone: (client) => {
    const [call, chat] = [callLink(client), chatLink(client)];
    return (
      client.phone && (
        <>
          {call ? <a href={call}>{client.phone}</a> : <span>{client.phone}</span>}
          {chat && (
            <>
              <span> · </span>
              <a
                href={chat}
                target="_blank"
                rel="noopener noreferrer"
                aria-label="WhatsApp, opens in a new tab"
              >
                WhatsApp
              </a>
            </>
          )}
        </>
      )
    );
  },
  address: ({ address }) => address && <span className="lines">{address}</span>,
  language: ({ language }) => language !== undefined && language !== "en" && languageNames[language],
  vat: ({ vat }) => vat !== undefined && vat !== "standard" && vatNames[vat],
  status: ({ status, sample, muted }) => (
    <Group gap={6}>
      <Badge tone={status === "active" ? "fine" : "quiet"}>{clientStatusNames[status]}</Badge>
      <SampleBadge sample={sample} />
      {muted && <Tag>Muted</Tag>}
    </Group>
  ),
};

/** Who gets copies of the client's emails. An address that is blocked can be unblocked alone. */
function CopyList({ client }: { client: Client }) {
  const onPhone = usePhone();
  const save = useSaveClient(client.id);
  const { name, email, version, copies = [] } = client;
  const unblock = (blocked: StoredCopy) =>
    save.mutate(
      {
        name,
        email,
        version,
        copies: copies.map((copy) => ({
          ...omit(copy, "mail_problem"),
          ...(copy === blocked && { mail_works: true as const }),
        })),
      },
      { onSuccess: () => announce(`Emails go to ${blocked.email} again.`) },
    );
  return (
    <Stack component="ul" gap={8} m={0} p={0} style={{ listStyle: "none" }}>
      {copies.map((copy) => (
        <Stack component="li" key={copy.email} gap={4} align="flex-start">
          {copy.name && <span>{copy.name}</span>}
          <a href={mailLink(copy.email)}>
            <EmailText>{copy.email}</EmailText>
          </a>
          {copy.mail_problem && (
            <Group gap={6}>
              <MailProblemBadge problem={copy.mail_problem} />
              <Button
                variant="subtle"
                size={onPhone ? "sm" : "compact-sm"}
                px={8}
                aria-label={`Unblock ${copy.email}`}
                aria-disabled={save.isPending}
                onClick={() => !save.isPending && unblock(copy)}
              >
                Unblock
              </Button>
            </Group>
          )}
        </Stack>
      ))}
      <Failure
        error={save.error}
        texts={["Failed to unblock the address", "An error occurred while unblocking the address"]}
      />
    </Stack>
  );
}

type Props = { client: Client; figures: ClientFigures; onEdit: () => void; onStatement: () => void };

/** A client's details and totals, as far as there are any, and what can be done with them. */
export function ClientFacts({ client, figures, onEdit, onStatement }: Props) {
  const onPhone = usePhone();
  const look = { variant: "subtle", size: onPhone ? "sm" : "compact-sm", px: 8 };
  const mayExport = usePerson().role === "admin";
  const download = useExportPersonalData(client);
  /** For a person who asks which data we store about them. */
  const downloadButton = mayExport && (
    <Button
      {...look}
      aria-disabled={download.isPending}
      onClick={() => !download.isPending && download.mutate()}
    >
      {download.isPending ? "Downloading..." : "Download all data"}
    </Button>
  );
  const facts = fieldEntries<Client>(shownFields).flatMap(([name, field]): [string, ReactNode][] => {
    const value = shownValues[name as keyof typeof shownFields]?.(client) ?? valueText(field, client[name]);
    return value ? [[field.label, value]] : [];
  });
  for (const { name, sums, more } of clientTotals(figures))
    facts.push([
      name,
      <Fragment key={name}>
        <SumLines sums={sums} usual={currencyOf(figures)} />
        {more && <span className="quiet smaller">{more}</span>}
      </Fragment>,
    ]);
  if (client.erased_at) facts.push(["Erased", formatInstant(client.erased_at)]);
  const isCopyBlocked = client.copies?.some(({ mail_problem }) => mail_problem) ?? false;
  // A phone shows how to reach the client, and a copy that is not reached; the rest opens.
  const reached = onPhone
    ? facts.filter(
        ([name]) => contactLabels.includes(name) || (isCopyBlocked && name === clientFields.copies.label),
      )
    : facts;
  const folded = facts.filter((fact) => !reached.includes(fact));
  return (
    <Card title="Details" gap={14} padding={16}>
      <Box className={classes.facts ?? ""} fz="sm">
        <Facts facts={reached} />
      </Box>
      {folded.length > 0 && (
        <details className={classes.folded}>
          <summary>More details</summary>
          <Box className={classes.facts ?? ""} fz="sm">
            <Facts facts={folded} />
          </Box>
          {!client.erased_at && <AccountLink client={client} />}
          {downloadButton && <Box mx={-8}>{downloadButton}</Box>}
        </details>
      )}
      <Group gap={4} mx={-8}>
        {!client.erased_at && (
          <Button {...look} onClick={onEdit}>
            Edit client
          </Button>
        )}
        <Button {...look} component={Link} to={`/admin/clients/${client.id}/statement`}>
          Statement of account
        </Button>
        {!client.erased_at && !client.sample && (
          <Button {...look} onClick={onStatement}>
            Email statement
          </Button>
        )}
        {!onPhone && downloadButton}
      </Group>
      {!onPhone && !client.erased_at && <AccountLink client={client} />}
      <Failure
        error={download.error}
        texts={[
          "Failed to download the client's data",
          "An error occurred while downloading the client's data",
        ]}
        advice="Nothing was saved. You can try again."
      />
    </Card>
  );
}

/** The client's own page, which needs no sign-in: its address can be copied, sent and renewed. */
function AccountLink({ client }: { client: Client }) {
  const onPhone = usePhone();
  const look = { variant: "subtle", size: onPhone ? "sm" : "compact-sm", px: 8 };
  const { data } = useQuery(accountLink(client.id));
  const renew = useRenewLink(client.id);
  const [asking, setAsking] = useState(false);
  const whatsApp = useWhatsApp()(client.id, client);
  if (!data) return null;
  return (
    <Stack gap={8}>
      <CopyField
        label="The client's own page"
        description="What they owe, how to pay, and what they paid. Anyone with the link can read it."
        value={data.url}
        what="link"
      />
      {asking && <p className="small">The old link stops working, also in emails that were sent.</p>}
      <Group gap={4} mx={-8}>
        {!client.sample && !asking && <ActionButton action={whatsApp} />}
        <Button
          {...look}
          h="auto"
          mih={onPhone ? 44 : 26}
          justify="flex-start"
          styles={{ label: { whiteSpace: "normal", lineHeight: 1.3, textAlign: "left" } }}
          aria-disabled={renew.isPending}
          onClick={() =>
            asking ? renew.mutate(undefined, { onSettled: () => setAsking(false) }) : setAsking(true)
          }
        >
          {asking ? "Replace link" : "Replace link (the old one stops working)"}
        </Button>
        {asking && (
          <Button {...look} onClick={() => setAsking(false)}>
            Keep it
          </Button>
        )}
      </Group>
      <Failure
        error={renew.error}
        texts={["Failed to replace the link", "An error occurred while replacing the link"]}
      />
    </Stack>
  );
}

/** Downloads all data stored about a client as one file. */
const useExportPersonalData = (client: Client) =>
  useMutation({
    mutationFn: async () => {
      const file = JSON.stringify(fileOf(await allDataOf(client.id), new Date()), null, 2);
      saveAs(`client-${client.id}.json`, new Blob([file], { type: "application/json" }));
    },
    onSuccess: () =>
      announce("The client's data was downloaded. Give the file only to them, then delete it."),
  });
