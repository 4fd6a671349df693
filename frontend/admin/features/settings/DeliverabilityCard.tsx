import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DomainCheck } from "../../../../shared/mail-domain.ts";
import { DELIVERABILITY_DAYS } from "../../../../shared/reminders/reminder.ts";
import type { Tone } from "../../../../shared/tone.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { CopyField } from "../../components/ui/CopyField.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { keyOf } from "../../queries/cache.ts";
import { queryOf } from "../../queries/query-of.ts";
import { summarize } from "./deliverability-summary.ts";

const verdicts = { quiet: "Unknown", overdue: "Needs attention", fine: "Good" };

/** Whether emails arrive, and whether the DNS records of the sender are complete. */
export const DeliverabilityCard = () => (
  <Card title="Deliverability">
    <Summary />
    <SenderChecks />
  </Card>
);

/** Bounces and complaints of the last days, compared with the limits of AWS. */
function Summary() {
  const { data, isError } = useQuery({
    ...queryOf(keyOf("deliverability"), "GET /api/v1/reminders/deliverability", {}),
    // The query is expensive and changes slowly.
    staleTime: 10 * 60_000,
  });
  if (isError) return <p>We could not load the delivery results. Open this page again later.</p>;
  if (!data) return null;
  const { facts, tone, advice } = summarize(data);
  return (
    <>
      <div>
        <Badge tone={tone}>{verdicts[tone]}</Badge>
      </div>
      <p className="small">{`Emails of the last ${DELIVERABILITY_DAYS} days, from the send log.`}</p>
      <Facts facts={facts} />
      {advice.map((paragraph) => (
        <p key={paragraph} className="small">
          {paragraph}
        </p>
      ))}
    </>
  );
}

/** The sender address, and whether its DNS records are complete. */
function SenderChecks() {
  const { data, isError } = useQuery({
    ...queryOf(keyOf("deliverability", "sender"), "GET /api/v1/reminders/sender", {}),
    staleTime: 60_000,
  });
  if (isError) return <p>We could not load the sender address. Open this page again later.</p>;
  if (!data) return null;
  const { address, domain, checks } = data;
  const missing = checks.filter(({ state }) => state === "missing").flatMap(({ records }) => records);
  return (
    <>
      <h3>Sender address</h3>
      {domain === undefined ? (
        <p className="small">{`${address}, a single verified address. Mailboxes trust emails from your own domain more. Your system administrator can set one up.`}</p>
      ) : (
        <>
          <p className="small">{`${address}. Mailboxes check these DNS records:`}</p>
          <Stack component="ul" gap={8}>
            {checks.map((check) => {
              const [word, tone] = checkStates[check.state];
              const text = checkMeaning(check);
              return (
                <li key={check.check}>
                  <Group justify="space-between" gap={10}>
                    {checkNames[check.check]}
                    <Badge tone={tone}>{word}</Badge>
                  </Group>
                  {text && <p className="quiet small">{text}</p>}
                </li>
              );
            })}
          </Stack>
          {missing.length > 0 && (
            <CopyField
              label="Missing DNS records"
              description={`For the administrator of the DNS of ${domain}: name, type and value of each record.`}
              value={missing.map(({ name, type, value }) => `${name}\t${type}\t${value}`).join("\n")}
              what="list"
            />
          )}
        </>
      )}
    </>
  );
}

/** The DNS records of the sender. */
const checkNames: Record<DomainCheck["check"], string> = {
  dkim: "Signature (DKIM)",
  mail_from: "Return address (MAIL FROM)",
  spf: "Allowed senders (SPF)",
  dmarc: "Protection against forged emails (DMARC)",
};

const checkStates: Record<DomainCheck["state"], [word: string, Tone]> = {
  fine: ["Good", "fine"],
  waiting: ["Waiting", "soon"],
  missing: ["Missing", "overdue"],
  several: ["More than one", "overdue"],
  unknown: ["Unknown", "quiet"],
};

const missingMeanings: Record<DomainCheck["check"], string> = {
  dkim: "Emails are not signed, so they may be treated as spam.",
  mail_from: "Bounces go to an Amazon domain, so SPF does not cover your domain.",
  spf: "The DNS does not allow AWS to send for your domain.",
  dmarc:
    "Mailboxes do not know what to do with forged emails. Gmail and Yahoo require this of large senders.",
};

/** Explains the state of a record to the person who sets up emails. */
const checkMeaning = ({ check, state }: DomainCheck): string | undefined =>
  ({
    fine: undefined,
    waiting: "The DNS has the records. AWS checks them within three days.",
    missing: missingMeanings[check],
    several: "There is more than one such record, so none of them works. Keep only one.",
    unknown: "We could not check this. Open this page again later.",
  })[state];
