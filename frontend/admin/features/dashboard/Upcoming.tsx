import { Button, Group, Stack } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Link } from "react-router";
import { dueSoonDays, renewalState } from "../../../../shared/billing.ts";
import type { UpcomingRenewal } from "../../../../shared/dashboard.ts";
import type { Day } from "../../../../shared/day.ts";
import { ListUnreadable } from "../../components/table/ListState.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
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
    <section aria-labelledby="upcoming">
      <h2 id="upcoming">Upcoming renewals</h2>
      <p className={`quiet ${classes.lead}`}>
        {long ? `${count(renewals.length)} due` : "Due"} today or within {dueSoonDays} days.
      </p>
      <ListUnreadable unreadable={unreadable} />
      {renewals.length === 0 && (
        <p className="quiet" style={{ padding: "48px 0" }}>
          Nothing falls due in the next {dueSoonDays} days.
        </p>
      )}
      <div
        ref={place}
        className={classes.scroll}
        {...(long && { tabIndex: 0, role: "group", "aria-label": "Upcoming renewals, scrollable" })}
      >
        <ul className={classes.upcoming} style={{ height: virtualizer.getTotalSize() }}>
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
        <p style={{ paddingBlock: 12 }}>
          <Link to="/admin/subscriptions?due=due-soon">Search and sort all {count(renewals.length)}</Link>
        </p>
      )}
    </section>
  );
}

const part = { gap: 2, miw: 0, fz: "0.9375rem", lh: 1.3 } as const;

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
      <Stack {...part} style={{ gridArea: "when" }}>
        <span className="figures" title={formatLongDay(next_billing_date)}>
          {formatDay(next_billing_date)}
        </span>
        <span className="note" data-tone="soon">
          {renewalNote(state)}
        </span>
      </Stack>
      <Stack {...part} style={{ gridArea: "who" }}>
        <Lines strong badges={<SampleBadge sample={renewal.sample} />} second={client_email}>
          {client_name}
        </Lines>
      </Stack>
      <Stack {...part} align="flex-end" style={{ gridArea: "much" }}>
        <span className="figures">{priceText(amount)}</span>
        <Badge tone="quiet" dot={false}>
          {frequencyName(frequency)}
        </Badge>
      </Stack>
      <Group gap={8} wrap="nowrap" justify="flex-end" style={{ gridArea: "act" }}>
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
      </Group>
    </>
  );
}
