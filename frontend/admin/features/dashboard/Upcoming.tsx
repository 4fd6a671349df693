import { Button } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Link } from "react-router";
import { dueSoonDays, renewalState } from "../../../../shared/billing.ts";
import type { UpcomingRenewal } from "../../../../shared/dashboard.ts";
import type { Day } from "../../../../shared/day.ts";
import { ListUnreadable } from "../../components/table/ListState.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { WhatsAppLink } from "../../components/ui/WhatsAppLink.tsx";
import { priceText } from "../../words/amount.ts";
import { frequencyName, renewalNote } from "../../words/billing.ts";
import { count } from "../../words/count.ts";
import { formatDay, formatLongDay } from "../../words/dates.ts";
import classes from "./DashboardPage.module.css";

/** More than these have a scroll bar of their own, so that what stands below stays near. */
const mostAtOnce = 10;
/** A row's height before it is drawn and measured, in pixels. */
const likelyHeight = 62;

type Props = {
  renewals: readonly UpcomingRenewal[];
  unreadable: number | undefined;
  today: Day;
  renew: (id: string) => void;
};

/** All that falls due in the window: what is listed here is what "Revenue Due" adds up. */
export function Upcoming({ renewals, unreadable, today, renew }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: renewals.length,
    getScrollElement: () => place.current,
    estimateSize: () => likelyHeight,
    getItemKey: (index) => renewals[index]?.id ?? index,
    overscan: mostAtOnce,
  });
  const long = renewals.length > mostAtOnce;
  return (
    <section aria-labelledby="upcoming" className={classes.upcoming}>
      <h2 id="upcoming">Upcoming renewals</h2>
      <p className={classes.lead}>
        {long ? `${count(renewals.length)} due` : "Due"} today or within {dueSoonDays} days.
      </p>
      <ListUnreadable unreadable={unreadable} />
      {renewals.length === 0 && (
        <p className={classes.none}>Nothing falls due in the next {dueSoonDays} days.</p>
      )}
      <div
        ref={place}
        className={classes.scroll}
        {...(long && { tabIndex: 0, role: "group", "aria-label": "Upcoming renewals, scrollable" })}
      >
        <ul style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const renewal = renewals[index];
            return (
              renewal && (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-setsize={renewals.length}
                  aria-posinset={index + 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <BrokenRow of={renewal} inItem>
                    <Row renewal={renewal} today={today} renew={renew} />
                  </BrokenRow>
                </li>
              )
            );
          })}
        </ul>
      </div>
      {long && (
        <Link to="/admin/subscriptions?due=due-soon" className={classes.more}>
          Search and sort all {count(renewals.length)}
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
    <>
      <div className={classes.when}>
        <span className="figures" title={formatLongDay(next_billing_date)}>
          {formatDay(next_billing_date)}
        </span>
        <span className={classes.soon}>{renewalNote(state)}</span>
      </div>
      <div className={classes.who}>
        <span className={classes.called}>
          <span className={classes.name} title={client_name}>
            {client_name}
          </span>
          <SampleBadge sample={renewal.sample} />
        </span>
        <span className={classes.mail}>{client_email}</span>
      </div>
      <div className={classes.much}>
        <span className="figures">{priceText(amount)}</span>
        <Badge tone="quiet" dot={false}>
          {frequencyName(frequency)}
        </Badge>
      </div>
      <div className={classes.act}>
        <Button size="xs" aria-label={`Renew ${client_name}`} onClick={() => renew(id)}>
          Renew
        </Button>
        {!renewal.sample && (
          <WhatsAppLink client={{ name: client_name, phone: client_phone }} due={renewal} today={today} />
        )}
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
    </>
  );
}
