import { Box, Group } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { TimelineEntry as Entry } from "../../../../shared/clients/timeline.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { type Day, dayAt } from "../../../../shared/day.ts";
import type { ClientPayment } from "../../../../shared/payments/client-account.ts";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { PaymentActions } from "../../components/timeline/PaymentActions.tsx";
import { TimelineEntry } from "../../components/timeline/TimelineEntry.tsx";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { clientOwed, timeline } from "../../queries/client-page.ts";
import { paymentNames } from "../../rules/timeline-lines.ts";

const EVENTS = 5;

type Props = {
  client: string;
  name: string;
  today: Day;
  named: boolean;
  onCorrect: (payment: string) => void;
};

/** The client's last events. Payments among them are corrected and taken back here. */
export function LastEvents({ client, name, today, named, onCorrect }: Props) {
  const query = useInfiniteQuery(timeline(client));
  const { data: account } = useQuery(clientOwed(client));
  const entries = query.data?.pages[0]?.entries.slice(0, EVENTS);
  const nameOf = paymentNames(entries ?? []);

  function actionsOf(entry: Entry) {
    const refund = entry.kind === "change" && refundOf(entry, account?.payments ?? []);
    if (refund) {
      const payment = { ...refund, recorded_on: dayAt(Date.parse(refund.recorded_at)) };
      return (
        <PaymentActions
          client={client}
          payment={payment}
          name={`refund of ${formatDay(refund.paid_on)}`}
          today={today}
        />
      );
    }
    return (
      entry.kind === "payment" && (
        <PaymentActions
          client={client}
          payment={entry}
          name={nameOf(entry)}
          today={today}
          onCorrect={() => onCorrect(entry.id)}
        />
      )
    );
  }

  return (
    <section className="apart" aria-labelledby="last-events">
      <Group justify="space-between" align="baseline" gap={8}>
        <h3 id="last-events">Last events</h3>
        <Link to={`/admin/clients/${client}`} className="small" aria-label={`All events of ${name}`}>
          All
        </Link>
      </Group>
      <QueryFailure query={query} texts={failed} />
      {query.isPending && (
        <p className="quiet small" role="status">
          Loading events...
        </p>
      )}
      {entries?.length === 0 && <p className="quiet small">Nothing yet.</p>}
      {entries && entries.length > 0 && (
        <Box component="ul" className="ruled" mt={8}>
          {entries.map((entry) => (
            <BrokenRow key={entry.id} of={entry}>
              <TimelineEntry
                client={client}
                entry={entry}
                today={today}
                named={named}
                actions={actionsOf(entry)}
                dated
              />
            </BrokenRow>
          ))}
        </Box>
      )}
    </section>
  );
}

/** The refund of an event. */
const refundOf = ({ what, at }: Extract<Entry, { kind: "change" }>, payments: readonly ClientPayment[]) =>
  what === "credit-refunded"
    ? payments.find(({ refund, recorded_at }) => refund && recorded_at === at)
    : undefined;

const failed = ["Failed to fetch the events", "An error occurred while fetching the events"] as const;
