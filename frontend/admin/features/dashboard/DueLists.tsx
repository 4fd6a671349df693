import { Box, Group, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { leftMoney, money } from "../../../../shared/amount.ts";
import { DUE_SOON_DAYS } from "../../../../shared/billing/renewal-state.ts";
import { count, counted } from "../../../../shared/count.ts";
import type { UpcomingDay, UpcomingRenewal } from "../../../../shared/dashboard/dashboard.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import { type Day, daysBetween } from "../../../../shared/day.ts";
import { type Currency, currencyOf, formatSums, leftCents, toSums } from "../../../../shared/money.ts";
import { Money } from "../../components/ui/Money.tsx";
import { distinctNames } from "../../rules/distinct-names.ts";
import { renewalNote } from "../../rules/subscription-labels.ts";
import { DueRow } from "./DueRow.tsx";
import type { Dashboard } from "./queries.ts";

const link = { component: Link, className: "action", mih: { base: 44, sm: 32 } } as const;

type HeadProps = {
  id: string;
  title: string;
  /** The page with all of them, and its name for screen readers. */
  all?: { to: string; label: string } | undefined;
};

const Head = ({ id, title, all }: HeadProps) => (
  <Group justify="space-between" wrap="nowrap" h={{ base: 32, sm: 28 }}>
    <h2 id={id}>{title}</h2>
    {all && (
      <Box {...link} to={all.to} mr={-8} aria-label={all.label}>
        All
      </Box>
    )}
  </Group>
);

/** The clients who owe most. */
export function Overdue({ data: { stats, overdue, today } }: { data: Dashboard }) {
  const usual = currencyOf(stats);
  const all = { to: "/admin/money?show=overdue", label: "All overdue" };
  return (
    <section aria-labelledby="overdue">
      <Head id="overdue" title="Overdue" all={overdue.length > 0 ? all : undefined} />
      {overdue.length === 0 ? (
        <p className="quiet">
          Nothing is overdue. Clients with an unpaid period before today appear here, the largest debts first.
        </p>
      ) : (
        <ul className="ruled">
          {overdue.map((debt) => (
            <DueRow
              key={debt.client_id}
              name={debt.client_name}
              tone="overdue"
              renewal={debt.oldest}
              sums={toSums(debt.amounts)}
              usual={usual}
              age={counted(daysBetween(debt.since, today), "day")}
              facts={[debt.periods > 1 && counted(debt.periods, "charge")]}
              title={`Since ${formatLongDay(debt.since)}`}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The rows that fit into the first view, and how much of a row's height each day takes. What does not fit is folded, and one press away. */
const MAX_ROWS = 8;
const DAY_HEIGHT = 0.7;

/** Lists the charges due from today to seven days ahead, by day. Their sum is "Revenue Due". */
export function Week({ data: { stats, upcomingDays, upcomingRenewals, today } }: { data: Dashboard }) {
  const usual = currencyOf(stats);
  const nameOf = distinctNames(
    upcomingRenewals,
    ({ client_name }) => client_name,
    (renewal) => `${leftMoney(renewal)} due ${formatDay(renewal.next_billing_date)}`,
  );
  const room = Math.floor(MAX_ROWS - upcomingDays.length * DAY_HEIGHT);
  const all = { to: "/admin/money?show=soon", label: "All due soon" };
  let rows = 0;
  return (
    <section aria-labelledby="week">
      <Head id="week" title={`Next ${DUE_SOON_DAYS} days`} all={upcomingDays.length > 0 ? all : undefined} />
      {upcomingDays.length === 0 && (
        <p className="quiet">{`Nothing is due in the next ${DUE_SOON_DAYS} days. Renewals appear here a week before they are due.`}</p>
      )}
      {upcomingDays.map((due, index) => {
        rows += due.renewals;
        return (
          <DueDay
            key={due.day}
            due={due}
            renewals={upcomingRenewals.filter(({ next_billing_date }) => next_billing_date === due.day)}
            room={index === 0 ? room : rows <= room ? due.renewals : 0}
            nameOf={nameOf}
            usual={usual}
            today={today}
          />
        );
      })}
    </section>
  );
}

type DayProps = {
  due: UpcomingDay;
  renewals: readonly UpcomingRenewal[];
  /** How many are shown at first; with 0 the day is folded. */
  room: number;
  nameOf: (renewal: UpcomingRenewal) => string;
  usual: Currency;
  today: Day;
};

function DueDay({ due, renewals, room, nameOf, usual, today }: DayProps) {
  const { day, amounts } = due;
  const [all, setAll] = useState(false);
  const shown = all || room === 0 ? renewals : renewals.slice(0, room);
  const more = renewals.length - shown.length;
  const unlisted = due.renewals - renewals.length;
  const note = renewalNote({ name: "due-soon", days: daysBetween(today, day) });
  return (
    <details open={room > 0}>
      <Box
        component="summary"
        className="smaller"
        w="100%"
        py={{ base: 12, sm: 2 }}
        title={`${formatLongDay(day)}: ${note}`}
      >
        <Group
          component="span"
          display="inline-flex"
          w="calc(100% - 16px)"
          gap="0 8px"
          justify="space-between"
          lh={1.6}
        >
          <span className="figures">
            <strong>{formatDay(day)}</strong>
            <span>{` · ${count(due.renewals)}`}</span>
            <VisuallyHidden>{due.renewals === 1 ? " renewal" : " renewals"}</VisuallyHidden>
          </span>
          <span className="quiet">
            {due.renewals > 1 || room === 0 ? <Money>{formatSums(toSums(amounts), usual)}</Money> : note}
          </span>
        </Group>
      </Box>
      <ul className="ruled">
        {shown.map((renewal) => (
          <DueRow
            key={`${renewal.client_id} ${renewal.id}`}
            name={nameOf(renewal)}
            tone="due-soon"
            renewal={renewal}
            sums={{ [currencyOf(renewal)]: leftCents(renewal) }}
            usual={usual}
            facts={renewalFacts(renewal)}
          />
        ))}
      </ul>
      {more > 0 && (
        <Box
          component="button"
          type="button"
          className="action"
          mih={link.mih}
          onClick={() => setAll(true)}
        >{`Show ${count(more)} more`}</Box>
      )}
      {more === 0 && unlisted > 0 && (
        <Box {...link} to="/admin/money?show=soon">{`See the other ${count(unlisted)}`}</Box>
      )}
    </details>
  );
}

const renewalFacts = ({ amount, paid, currency }: UpcomingRenewal) => [
  paid !== undefined && `of ${money(amount, currencyOf({ currency }))}`,
];
