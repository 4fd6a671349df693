import { Button } from "@mantine/core";
import { Fragment } from "react";
import { Link } from "react-router";
import type { DashboardStats, UpcomingRenewal } from "../../../../shared/dashboard.ts";
import type { Day } from "../../../../shared/day.ts";
import { formatCents, toCents } from "../../../../shared/money.ts";
import { Card } from "../../components/ui/Card.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { dollars } from "../../words/amount.ts";
import { detailsOf, outcomeOf, refusalOf } from "./outcome.ts";
import { useSendNotifications } from "./queries.ts";

const sum = { fontSize: "2.25rem", lineHeight: 1.1, overflowWrap: "anywhere" } as const;

type Props = { renewals: readonly UpcomingRenewal[]; stats: DashboardStats; today: Day };

/** What the listed renewals add up to, what is overdue beside it, and the emails about both. */
export function Money({ renewals, stats, today }: Props) {
  const due = renewals.reduce((sum, { amount }) => sum + toCents(amount), 0);
  const send = useSendNotifications();
  return (
    <Card title="Revenue Due" gap={8} padding={20}>
      <p className="display figures" style={sum}>
        {formatCents(due)}
      </p>
      <p className="quiet">The sum of the renewals listed.</p>
      <p style={{ marginBlock: "4px 8px" }}>
        Overdue <strong className="figures">{dollars(stats.overdueAmount)}</strong>
      </p>
      <Button
        fullWidth
        variant="default"
        leftSection={<Icon name="send" size={16} />}
        aria-disabled={send.isPending}
        onClick={() => !send.isPending && send.mutate()}
      >
        {send.isPending ? "Sending..." : "Send Renewal Notifications"}
      </Button>
      <p className="quiet smaller">
        Writes to clients whose renewal is due soon or overdue. Nobody is written to twice about the same one.
      </p>
      {send.data && (
        <Notice tone={send.data.sent > 0 ? "success" : "warning"}>
          <p>{outcomeOf(send.data)}</p>
          <Details details={detailsOf(send.data)} today={today} />
        </Notice>
      )}
      {send.error && <Notice tone="error">{refusalOf(send.error)}</Notice>}
    </Card>
  );
}

/** Each leads to its emails in the send log, which tells why. */
function Details({ details, today }: { details: ReturnType<typeof detailsOf>; today: Day }) {
  if (details.length === 0) return null;
  return (
    <p>
      {details.map(({ text, group }, index) => (
        <Fragment key={text}>
          {index > 0 && ", "}
          {group ? <Link to={`/admin/reminders?day=${today}&outcome=${group}`}>{text}</Link> : text}
        </Fragment>
      ))}
      .
    </p>
  );
}
