import { Box, Group, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { leftMoney, money } from "../../../../shared/amount.ts";
import { DUE_SOON_DAYS } from "../../../../shared/billing/renewal-state.ts";
import { count, counted } from "../../../../shared/count.ts";
import type {
  OverdueDebt,
  OwedAmounts,
  UpcomingDay,
  UpcomingRenewal,
} from "../../../../shared/dashboard/dashboard.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import { type Day, daysBetween } from "../../../../shared/day.ts";
import {
  type Currency,
  currencyOf,
  formatCompact,
  formatSums,
  leftCents,
  toCents,
  toSums,
} from "../../../../shared/money.ts";
import { Amount, Money } from "../../components/ui/Money.tsx";
import { companyBeside } from "../../rules/client-company.ts";
import { distinctNames } from "../../rules/distinct-names.ts";
import { frequencyName, renewalNote } from "../../rules/subscription-labels.ts";
import { DueRow } from "./DueRow.tsx";
import type { Dashboard } from "./queries.ts";

/** The clients who owe most, and how old all overdue debts are. */
export function Overdue({ data: { stats, overdue, owed, today } }: { data: Dashboard }) {
  const usual = currencyOf(stats);
  return (
    <section aria-labelledby="overdue">
      <Group justify="space-between" h={{ base: 44, sm: 28 }}>
        <h2 id="overdue">Overdue</h2>
        {overdue.length > 0 && (
          <Box component={Link} to="/admin/money" className="action" mih={{ base: 44, sm: 32 }} mr={-8}>
            All by client and age
          </Box>
        )}
      </Group>
      {overdue.length === 0 ? (
        <p className="quiet">
          Nothing is overdue. Clients with an unpaid period before today appear here, the largest debts first.
        </p>
      ) : (
        <>
          <Ages owed={owed.filter((debt) => debt.overdue > 0)} />
          <Box component="ul" className="ruled">
            {overdue.map((debt) => (
              <DueRow
                key={debt.client_id}
                name={debt.client_name}
                tone="overdue"
                renewal={debt.oldest}
                sums={toSums(debt.amounts)}
                usual={usual}
                facts={debtFacts(debt, today)}
                title={`Since ${formatLongDay(debt.since)}`}
              />
            ))}
          </Box>
        </>
      )}
    </section>
  );
}

const debtFacts = ({ since, periods, company, client_name, oldest }: OverdueDebt, today: Day) => [
  counted(daysBetween(since, today), "day"),
  periods > 1 && counted(periods, "period"),
  companyBeside(client_name, company),
  oldest.service,
];

const ages = ["1–30", "31–60", "61–90", "Over 90"];
/** Four amounts of this length fit side by side. */
const MAX_LENGTH = 10;

const head = { component: "th", p: 0, ta: "left", fw: 400 } as const;

/** The overdue amounts by age, a line for each currency. */
function Ages({ owed }: { owed: readonly OwedAmounts[] }) {
  const amounts = owed.flatMap(({ currency, ages }) => ages.map((amount) => money(amount, currency)));
  const fits = amounts.every((text) => text.length <= MAX_LENGTH);
  return (
    <Box
      component="table"
      className="figures smaller"
      w="100%"
      mb={{ base: 8, sm: 0 }}
      lh={1.2}
      style={{ borderSpacing: 0 }}
    >
      <thead className="quiet">
        <tr>
          {["Days", ...ages].map((age, index) => (
            <Box {...head} key={age} scope="col" ta={index === 0 ? "left" : "right"}>
              {age}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {owed.map(({ currency, ages: sums }) => (
          <tr key={currency}>
            <Box {...head} scope="row" className="quiet">
              {currency}
            </Box>
            {sums.map((amount, age) => {
              const exact = money(amount, currency);
              const shown = fits ? exact : formatCompact(toCents(amount), currency);
              return (
                <Box component="td" key={ages[age]} p={0} ta="right">
                  <span aria-hidden="true" title={exact}>
                    <Amount>{amount === 0 ? "–" : shown}</Amount>
                  </span>
                  <VisuallyHidden>{exact}</VisuallyHidden>
                </Box>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

const moreLook = { className: "action", mih: { base: 44, sm: 32 } } as const;

/** The rows and half the days that fit into the first view. What does not is folded, and one press away. */
const MAX_ROWS = 8;

/** Lists the charges due from today to seven days ahead, by day. Their sum is "Revenue Due". */
export function Week({ data: { stats, upcomingDays, upcomingRenewals, today } }: { data: Dashboard }) {
  const usual = currencyOf(stats);
  const nameOf = distinctNames(
    upcomingRenewals,
    ({ client_name }) => client_name,
    (renewal) => `${leftMoney(renewal)} due ${formatDay(renewal.next_billing_date)}`,
  );
  const room = Math.floor(MAX_ROWS - upcomingDays.length / 2);
  let rows = 0;
  return (
    <section aria-labelledby="week">
      <Group h={28}>
        <h2 id="week">{`Next ${DUE_SOON_DAYS} days`}</h2>
      </Group>
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
        py={{ base: 12, sm: 3 }}
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
            key={renewal.id}
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
          {...moreLook}
          onClick={() => setAll(true)}
        >{`Show the other ${count(more)}`}</Box>
      )}
      {more === 0 && unlisted > 0 && (
        <Box
          component={Link}
          {...moreLook}
          to="/admin/subscriptions?due=due-soon"
        >{`See the other ${count(unlisted)}`}</Box>
      )}
    </details>
  );
}

const renewalFacts = ({
  amount,
  paid,
  currency,
  company,
  client_name,
  service,
  frequency,
}: UpcomingRenewal) => [
  paid !== undefined && `of ${money(amount, currencyOf({ currency }))}`,
  companyBeside(client_name, company),
  service,
  frequencyName(frequency),
];
