import { Box, Button, Group, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import { type Chart, chartsOf } from "../../../../../shared/dashboard/forecast.ts";
import { formatMonth } from "../../../../../shared/dates.ts";
import { endOfMonth } from "../../../../../shared/day.ts";
import {
  type Currency,
  currencyNames,
  currencyOf,
  formatCents,
  formatCompact,
  type Sums,
} from "../../../../../shared/money.ts";
import { BrokenPage } from "../../../components/ui/BrokenPage.tsx";
import { roomFor, SumLines } from "../../../components/ui/SumLines.tsx";
import { owedRows, subscriptionList } from "../../../queries/lists.ts";
import classes from "../DashboardPage.module.css";
import type { Dashboard } from "../queries.ts";

/** The chart by month. It waits for all subscriptions, because a partial chart would be wrong. */
export function Months({ data: { stats, received } }: { data: Dashboard }) {
  const { data, error } = useQuery(subscriptionList);
  const samples = stats.realRecords === 0;
  const [chosen, setChosen] = useState<Currency>();
  const charts = useMemo(
    () =>
      data?.complete
        ? chartsOf(
            owedRows(data).filter(({ sample }) => samples || !sample),
            { stats, received, today: data.today },
          )
        : undefined,
    [data, samples, stats, received],
  );
  const usual = charts?.find(({ currency }) => currency === currencyOf(stats)) ?? charts?.[0];
  const chart = charts?.find(({ currency }) => currency === chosen) ?? usual;
  return (
    <Box
      component="section"
      mih={280}
      mt={24}
      aria-labelledby="months"
      style={{ containerType: "inline-size" }}
    >
      <Group justify="space-between">
        <h2 id="months">
          {chart && chart.currency !== "USD" && charts?.length === 1
            ? `Month by month, ${currencyNames[chart.currency]}`
            : "Month by month"}
        </h2>
        {charts && charts.length > 1 && (
          <Group component="fieldset" gap={2} aria-label="Currency of the chart">
            {charts.map(({ currency }) => (
              <Button
                key={currency}
                size="xs"
                variant={currency === chart?.currency ? "light" : "subtle"}
                aria-pressed={currency === chart?.currency}
                onClick={() => setChosen(currency)}
              >
                {currencyNames[currency]}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      {error && !data?.complete && <p role="alert">The forecast could not be loaded.</p>}
      {!received && (
        <p role="status">Received payments are being counted. Open this page again in a moment.</p>
      )}
      {charts && chart ? (
        <BrokenPage what="chart">
          <Bars chart={chart} />
          <MonthsTable charts={charts} />
        </BrokenPage>
      ) : (
        !error && <p role="status">Loading the forecast...</p>
      )}
    </Box>
  );
}

type SumLinkProps = { to: string; label: string; sums: Sums; usual: Currency };

const SumLink = ({ to, label, sums, usual }: SumLinkProps) => (
  <Link to={to}>
    <VisuallyHidden>{`${label}: `}</VisuallyHidden>
    <SumLines sums={sums} usual={usual} />
  </Link>
);

/** The chart as a table with exact amounts. */
function MonthsTable({ charts }: { charts: readonly Chart[] }) {
  const [first] = charts;
  if (!first) return null;
  const { received, coming, currency } = first;
  const [receivedMonths, comingMonths] = [received, coming].map(
    (half) => new Set(half.map(({ month }) => month)),
  );
  const months = new Set([...received, ...coming].map(({ month }) => month));
  const sumOf = (centsOf: (chart: Chart) => number): Sums =>
    Object.fromEntries(charts.map((chart) => [chart.currency, centsOf(chart)]));
  /** The sums of all received or coming amounts, or those of a month. */
  const totals = (name: "received" | "coming", month?: string) =>
    sumOf((chart) =>
      chart[name].reduce((sum, bar) => sum + (month === undefined || bar.month === month ? bar.cents : 0), 0),
    );
  const lines = (sums: Sums) => <SumLines sums={sums} usual={currency} />;
  return (
    <details className={classes.asTable}>
      <summary className="small">Show as a table</summary>
      <table style={roomFor([totals("received"), totals("coming")], currency)}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Received</th>
            <th scope="col">Coming</th>
          </tr>
        </thead>
        <tbody>
          {[...months].map((month) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td>
                {receivedMonths?.has(month) && (
                  <SumLink
                    to={receivedIn(month)}
                    label={`Received in ${formatMonth(month)}`}
                    sums={totals("received", month)}
                    usual={currency}
                  />
                )}
              </td>
              <td>
                {comingMonths?.has(month) && (
                  <SumLink
                    to={comingIn(month)}
                    label={`Coming in ${formatMonth(month)}`}
                    sums={totals("coming", month)}
                    usual={currency}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{lines(totals("received"))}</td>
            <td>{lines(totals("coming"))}</td>
          </tr>
          <tr>
            <th scope="row">Overdue today</th>
            <td />
            <td>{lines(sumOf(({ overdue }) => overdue))}</td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
}

const receivedIn = (month: string) =>
  `/admin/money/received?from=${month}-01&to=${endOfMonth(`${month}-01`)}`;
const comingIn = (month: string) => `/admin/subscriptions?month=${month}`;

/**
 * The received amounts of the last months and the amounts of the coming months, as a picture. A pointer can press a bar; the
 * table has the same links for keyboards and screen readers.
 */
function Bars({ chart }: { chart: Chart }) {
  const { currency, received, coming, overdue } = chart;
  const highest = Math.max(
    1,
    ...received.map(({ cents }) => cents),
    ...coming.map(({ cents }, index) => cents + (index === 0 ? overdue : 0)),
  );
  const bar = (cents: number, isComing?: true) => (
    <>
      <span
        className={classes.bar}
        data-coming={isComing}
        style={{ "--size": cents / highest } as CSSProperties}
      />
      {cents > 0 && <span className={classes.sum}>{compactAmount(cents, currency)}</span>}
    </>
  );
  const title = (month: string, cents: number) => `${formatMonth(month)}: ${formatCents(cents, currency)}`;
  return (
    <div className={`figures ${classes.bars}`} aria-hidden="true">
      {received.length > 0 && (
        <Half title="Received" columns={received.length}>
          {received.map(({ month, cents }, index) => (
            <li key={month} data-month={month}>
              <Link to={receivedIn(month)} tabIndex={-1} title={title(month, cents)}>
                <MonthName month={month} first={index === 0} />
                {bar(cents)}
              </Link>
            </li>
          ))}
        </Half>
      )}
      <Half title="Coming" columns={coming.length}>
        {coming.map(({ month, cents }, index) => (
          <li key={month} data-month={month}>
            <Link to={comingIn(month)} tabIndex={-1} title={title(month, cents)}>
              <MonthName month={month} first={index === 0} />
              {bar(cents, true)}
            </Link>
            {index === 0 && overdue > 0 && (
              <Link
                to="/admin/money?show=overdue"
                tabIndex={-1}
                title={`Overdue: ${formatCents(overdue, currency)}`}
                data-tone="overdue"
              >
                {bar(overdue)}
              </Link>
            )}
          </li>
        ))}
      </Half>
    </div>
  );
}

/** Without the currency, which the heading says. */
const compactAmount = (cents: number, currency: Currency) =>
  formatCompact(cents, currency).replace(/^\D+/, "");

type HalfProps = { title: string; columns: number; children: ReactNode };

const Half = ({ title, columns, children }: HalfProps) => (
  <div className={classes.half} style={{ "--columns": columns } as CSSProperties}>
    <Box component="h3" mb={6}>
      {title}
    </Box>
    <ol>{children}</ol>
  </div>
);

/** Shows the year in the first month and in January. */
function MonthName({ month, first }: { month: string; first: boolean }) {
  const [name, year] = formatMonth(month).split(" ");
  return (
    <span className={classes.month} data-turn={first || month.endsWith("-01") || undefined}>
      <span>{name}</span> <span>{year}</span>
    </span>
  );
}
