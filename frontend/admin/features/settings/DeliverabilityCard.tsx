import { useQuery } from "@tanstack/react-query";
import { deliverabilityDays } from "../../../../shared/reminders.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { fateOf } from "./fate.ts";
import { deliverability } from "./queries.ts";
import { SenderChecks } from "./SenderChecks.tsx";

const names = { quiet: "Unknown", overdue: "Needs attention", fine: "Fine" };

/** Whether emails reach their readers, and what mailboxes know of their sender. */
export const DeliverabilityCard = () => (
  <Card title="Deliverability">
    <Fate />
    <SenderChecks />
  </Card>
);

/** Whether the emails of the last days reached their readers, by what AWS judges. */
function Fate() {
  const { data, isError } = useQuery(deliverability);
  if (isError) return <p>How emails fared could not be looked up. Open this page again later.</p>;
  if (!data) return null;
  const { facts, tone, words } = fateOf(data);
  return (
    <>
      <div>
        <Badge tone={tone}>{names[tone]}</Badge>
      </div>
      <p className="small">Emails of the last {deliverabilityDays} days, by this product’s own send log.</p>
      <Facts facts={facts} />
      {words.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </>
  );
}
