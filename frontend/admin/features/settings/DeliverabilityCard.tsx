import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { DELIVERABILITY_DAYS } from "../../../../shared/reminders/reminder.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { CopyField } from "../../components/ui/CopyField.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { keyOf } from "../../queries/cache.ts";
import { queryOf } from "../../queries/query-of.ts";
import { summarize } from "./deliverability-summary.ts";
import { checkMeaning, checkNames, checkStates } from "./sender-checks.ts";

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
