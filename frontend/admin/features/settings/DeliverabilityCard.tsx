import { useQuery } from "@tanstack/react-query";
import { DELIVERABILITY_DAYS } from "../../../../shared/reminders/reminder.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { summarize } from "./deliverability-summary.ts";
import { deliverability } from "./queries.ts";
import { SenderChecks } from "./SenderChecks.tsx";

const names = { quiet: "Unknown", overdue: "Needs attention", fine: "Good" };

/** Whether emails arrive, and whether the DNS records of the sender are complete. */
export const DeliverabilityCard = () => (
  <Card title="Deliverability">
    <Summary />
    <SenderChecks />
  </Card>
);

/** Bounces and complaints of the last days, compared with the limits of AWS. */
function Summary() {
  const { data, isError } = useQuery(deliverability);
  if (isError) return <p>We could not load the delivery results. Open this page again later.</p>;
  if (!data) return null;
  const { facts, tone, advice } = summarize(data);
  return (
    <>
      <div>
        <Badge tone={tone}>{names[tone]}</Badge>
      </div>
      <p className="small">Emails of the last {DELIVERABILITY_DAYS} days, from the send log.</p>
      <Facts facts={facts} />
      {advice.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </>
  );
}
