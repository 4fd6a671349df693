import { Button } from "@mantine/core";
import { Link } from "react-router";
import { dueSoonDays, renewalState } from "../../../shared/billing.ts";
import type { UpcomingRenewal } from "../../../shared/dashboard.ts";
import type { Day } from "../../../shared/day.ts";
import { BrokenRow } from "../BrokenRow.tsx";
import { priceText } from "../billing/amount.ts";
import { frequencyNames, renewalNote } from "../billing/words.ts";
import { Badge } from "../look/Badge.tsx";
import { count } from "../look/count.ts";
import { formatDay, formatLongDay } from "../look/dates.ts";
import { WhatsAppLink } from "../reminding/WhatsAppLink.tsx";
import { ListUnreadable } from "../table/ListState.tsx";
import classes from "./DashboardPage.module.css";

/** A week's work; whoever has more finds it, with search and order, among the subscriptions. */
const mostListed = 25;

type Props = {
  renewals: readonly UpcomingRenewal[];
  unreadable: number | undefined;
  today: Day;
  renew: (id: string) => void;
};

export function Upcoming({ renewals, unreadable, today, renew }: Props) {
  const more = renewals.length - mostListed;
  return (
    <section aria-labelledby="upcoming" className={classes.upcoming}>
      <h2 id="upcoming">Upcoming renewals</h2>
      <p className={classes.lead}>Due today or within {dueSoonDays} days.</p>
      <ListUnreadable unreadable={unreadable} />
      {renewals.length === 0 && (
        <p className={classes.none}>Nothing falls due in the next {dueSoonDays} days.</p>
      )}
      <ul>
        {renewals.slice(0, mostListed).map((renewal) => (
          <BrokenRow key={renewal.id} of={renewal}>
            <Row renewal={renewal} today={today} renew={renew} />
          </BrokenRow>
        ))}
      </ul>
      {more > 0 && (
        <Link to="/admin/subscriptions?due=due-soon" className={classes.more}>
          And {count(more)} more: show all {count(renewals.length)}
        </Link>
      )}
    </section>
  );
}

function Row({
  renewal,
  today,
  renew,
}: {
  renewal: UpcomingRenewal;
  today: Day;
  renew: (id: string) => void;
}) {
  const { id, client_name, client_email, client_phone, frequency, amount, next_billing_date } = renewal;
  const state = renewalState({ status: "active", next_billing_date }, today);
  return (
    <li>
      <div className={classes.when}>
        <span className="figures" title={formatLongDay(next_billing_date)}>
          {formatDay(next_billing_date)}
        </span>
        <span className={classes.soon}>{renewalNote(state)}</span>
      </div>
      <div className={classes.who}>
        <span className={classes.name} title={client_name}>
          {client_name}
        </span>
        <span className={classes.mail}>{client_email}</span>
      </div>
      <div className={classes.much}>
        <span className="figures">{priceText(amount)}</span>
        <Badge tone="quiet" dot={false}>
          {frequencyNames[frequency]}
        </Badge>
      </div>
      <div className={classes.act}>
        <Button size="xs" aria-label={`Renew ${client_name}`} onClick={() => renew(id)}>
          Renew
        </Button>
        <WhatsAppLink client={{ name: client_name, phone: client_phone }} due={renewal} today={today} />
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/admin/subscriptions?edit=${id}`}
          aria-label={`Open the subscription of ${client_name}`}
        >
          Open
        </Button>
      </div>
    </li>
  );
}
