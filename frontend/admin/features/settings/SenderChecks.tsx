import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DomainCheck } from "../../../../shared/mail-domain.ts";
import { Badge, type Tone } from "../../components/ui/Badge.tsx";
import { CopyField } from "../../components/ui/CopyField.tsx";
import { mailSender } from "./queries.ts";

const names: Record<DomainCheck["check"], string> = {
  dkim: "Signature (DKIM)",
  mail_from: "Return address (MAIL FROM)",
  spf: "Allowed senders (SPF)",
  dmarc: "Protection against forged emails (DMARC)",
};

const states: Record<DomainCheck["state"], [word: string, Tone]> = {
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

const meaning = ({ check, state }: DomainCheck): string | undefined =>
  ({
    fine: undefined,
    waiting: "The DNS has the records. AWS checks them within three days.",
    missing: missingMeanings[check],
    several: "There is more than one such record, so none of them works. Keep only one.",
    unknown: "We could not check this. Open this page again later.",
  })[state];

/** The sender address, and whether its DNS records are complete. */
export function SenderChecks() {
  const { data, isError } = useQuery(mailSender);
  if (isError) return <p>We could not load the sender address. Open this page again later.</p>;
  if (!data) return null;
  const { address, domain, checks } = data;
  const missing = checks.filter(({ state }) => state === "missing").flatMap(({ records }) => records);
  return (
    <>
      <h3>Sender address</h3>
      {domain === undefined ? (
        <p className="small">
          {address}, a single verified address. Mailboxes trust emails from your own domain more. Your system
          administrator can set one up.
        </p>
      ) : (
        <>
          <p className="small">{address}. Mailboxes check these DNS records:</p>
          <Stack component="ul" gap={8}>
            {checks.map((one) => {
              const [word, tone] = states[one.state];
              const text = meaning(one);
              return (
                <li key={one.check}>
                  <Group justify="space-between" gap={10}>
                    {names[one.check]}
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
