import { Box, Group, VisuallyHidden } from "@mantine/core";
import { Link } from "react-router";
import { money } from "../../../../shared/amount.ts";
import { counted } from "../../../../shared/count.ts";
import type { OverdueDebt, OwedAmounts } from "../../../../shared/dashboard.ts";
import { formatLongDay } from "../../../../shared/dates.ts";
import { type Day, daysBetween } from "../../../../shared/day.ts";
import { currencyOf, formatCompact, toCents, toSums } from "../../../../shared/money.ts";
import { Amount } from "../../components/ui/Money.tsx";
import type { Dashboard } from "../../queries/dashboard.ts";
import { DueRow } from "./DueRow.tsx";

/** The clients who owe most, and how old all overdue debts are. */
export function Overdue({ data: { stats, overdue, owed, today } }: { data: Dashboard }) {
  const usual = currencyOf(stats);
  return (
    <section aria-labelledby="overdue">
      <Group justify="space-between" h={{ base: 44, sm: 28 }}>
        <h2 id="overdue">Overdue</h2>
        {overdue.length > 0 && (
          <Box component={Link} to="/admin/overdue" className="action" mih={{ base: 44, sm: 32 }} mr={-8}>
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
          <Ages owed={owed.filter((one) => one.overdue > 0)} />
          <Box component="ul" className="ruled">
            {overdue.map((debt) => (
              <DueRow
                key={debt.client_id}
                tone="overdue"
                renewal={debt.oldest}
                sums={toSums(debt.amounts)}
                usual={usual}
                facts={factsOf(debt, today)}
                title={`Since ${formatLongDay(debt.since)}`}
                today={today}
              />
            ))}
          </Box>
        </>
      )}
    </section>
  );
}

const factsOf = ({ since, periods, company, client_name, oldest }: OverdueDebt, today: Day) => [
  counted(daysBetween(since, today), "day"),
  periods > 1 && counted(periods, "period"),
  company !== client_name && company,
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
    <Box component="table" className="figures smaller" w="100%" lh={1.2} style={{ borderSpacing: 0 }}>
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
                <Box component="td" key={ages[age]} p={0} ta="right" title={exact}>
                  <span aria-hidden="true">
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
