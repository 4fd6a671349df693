import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DomainCheck } from "../../../../shared/mail-domain.ts";
import { Badge, type Tone } from "../../components/ui/Badge.tsx";
import { CopyField } from "../../components/ui/CopyField.tsx";
import { mailSender } from "./queries.ts";

const names: Record<DomainCheck["check"], string> = {
  dkim: "Signed (DKIM)",
  mail_from: "Returns (MAIL FROM)",
  spf: "Senders (SPF)",
  dmarc: "Forgeries (DMARC)",
};

const states: Record<DomainCheck["state"], [word: string, Tone]> = {
  fine: ["Fine", "fine"],
  waiting: ["Not seen yet", "soon"],
  missing: ["Missing", "overdue"],
  several: ["More than one", "overdue"],
  unknown: ["Unknown", "quiet"],
};

const lacking: Record<DomainCheck["check"], string> = {
  dkim: "Emails are not signed, so they may end as spam.",
  mail_from: "Emails that come back go to a name of Amazon’s, so SPF does not speak for your domain.",
  spf: "The DNS does not say that AWS may send for your domain.",
  dmarc: "Mailboxes are not told what to make of forgeries. Gmail and Yahoo demand it of whoever sends much.",
};

const meaning = ({ check, state }: DomainCheck): string | undefined =>
  ({
    fine: undefined,
    waiting: "The DNS has the records, and AWS looks again within three days.",
    missing: lacking[check],
    several: "There is more than one such record, which counts as none. Leave one of them.",
    unknown: "It could not be looked up. Open this page again later.",
  })[state];

/** Whether mailboxes have reason to believe who our emails say they are from, and what the DNS lacks for it. */
export function SenderChecks() {
  const { data, isError } = useQuery(mailSender);
  if (isError) return <p>Where emails come from could not be looked up. Open this page again later.</p>;
  if (!data) return null;
  const { address, domain, checks } = data;
  const missing = checks.filter(({ state }) => state === "missing").flatMap(({ records }) => records);
  return (
    <>
      <h3>Where emails come from</h3>
      {domain === undefined ? (
        <p className="small">
          {address}, an address that AWS knows by itself. Mailboxes trust emails from a domain of your own
          more: whoever runs this system can give it one.
        </p>
      ) : (
        <>
          <p className="small">{address}. What mailboxes ask the DNS before they believe it:</p>
          <Stack component="ul" gap={8}>
            {checks.map((one) => {
              const [word, tone] = states[one.state];
              const means = meaning(one);
              return (
                <li key={one.check}>
                  <Group justify="space-between" gap={10}>
                    {names[one.check]}
                    <Badge tone={tone}>{word}</Badge>
                  </Group>
                  {means && <p className="quiet small">{means}</p>}
                </li>
              );
            })}
          </Stack>
          {missing.length > 0 && (
            <CopyField
              label="What the DNS lacks"
              description={`For whoever keeps the DNS of ${domain}: name, type and value of each record.`}
              value={missing.map(({ name, type, value }) => `${name}\t${type}\t${value}`).join("\n")}
              what="list"
            />
          )}
        </>
      )}
    </>
  );
}
