import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { money } from "../../../../shared/amount.ts";
import { count } from "../../../../shared/count.ts";
import { formatDay, formatLongDay, formatTime } from "../../../../shared/dates.ts";
import { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { emailKindNames } from "../../../../shared/reminders/fields.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { ListLoading, QueryFailure } from "../../components/table/ListState.tsx";
import type { RowActions } from "../../components/table/RowActions.tsx";
import { type Address, statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { Tag } from "../../components/ui/Badge.tsx";
import { LastRunStatus, SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { expectedReminders, senderStatus, sendLog } from "../../queries/reminders.ts";
import { DayChoice } from "./DayChoice.tsx";
import {
  countsOf,
  type Expected,
  expectedOf,
  expectedRowFields,
  expectedRules,
  type Line,
  lineFields,
  lineOf,
  logRules,
  nextRunExport,
  outcomeGroupNames,
  outcomeGroups,
  sendLogExport,
} from "./list.ts";
import { expectedColumns, logColumns } from "./reminder-list.tsx";

const views = [
  { name: "Send log", to: "/admin/reminders", show: null },
  { name: "Next run", to: "/admin/reminders?show=next", show: "next" },
];

/** The send log by day, and the next daily run. */
export default function RemindersPage() {
  const [params] = useSearchParams();
  const next = params.get("show") === "next";
  return (
    <>
      <PageHead
        title="Reminders"
        lead={<LastRunStatus />}
        action={
          <Group component="nav" aria-label="Reminders" className="tabs" gap="4px 24px" fz="0.9375rem">
            {views.map(({ name, to, show }) => (
              <Link key={name} to={to} aria-current={(show === "next") === next ? "page" : undefined}>
                {name}
              </Link>
            ))}
          </Group>
        }
      />
      <SendingProblem mb={24} />
      {next ? <NextRun /> : <SendLog />}
    </>
  );
}

const logTexts: ListTexts = {
  loading: "Loading the send log...",
  failed: ["Failed to fetch the send log", "An error occurred while fetching the send log"],
  empty: [
    "Nothing sent on this day",
    "Emails to clients and to the company are listed here on the day they were sent, with their delivery status.",
  ],
  noMatch: ["No emails found", "No email of this day matches your search and filters.", "Show all emails"],
};
const textsOfToday: ListTexts = { ...logTexts, empty: ["Nothing sent today", logTexts.empty[1]] };

/** The emails of one day, newest first. The day is in the address, also when it is today. */
function SendLog() {
  const status = useQuery(senderStatus);
  const today = status.data?.today;
  const address = useAddress();
  const dayInAddress = address.get("day");
  const day = Day.safeParse(dayInAddress).success ? dayInAddress : today;

  useEffect(() => {
    if (today && !dayInAddress) address.set({ day: today });
  }, [today, dayInAddress, address.set]);

  if (day) return <DayLog day={day} today={today ?? day} address={address} />;
  if (status.error) return <QueryFailure query={status} texts={logTexts.failed} />;
  return <ListLoading>{logTexts.loading}</ListLoading>;
}

const nameOf = ({ client_name }: { client_name: string }) => client_name;
const lineDetail = ({ kind, at }: Line) => `${emailKindNames[kind]}, ${formatTime(at)}`;
const expectedDetail = ({ kind, amount, currency, period }: Expected) =>
  `${emailKindNames[kind]}, ${money(amount, currencyOf({ currency }))} due ${formatDay(period)}`;

function DayLog({ day, today, address }: { day: Day; today: Day; address: Address }) {
  const query = useQuery(sendLog(day));
  const lines = useMemo(() => query.data?.rows.map(lineOf), [query.data]);
  const counts = useMemo(() => lines && countsOf(lines), [lines]);
  const list = useList(logRules, lines, address);
  const dialog = useDialog();
  const actions = useCallback(
    ({ subscription_id }: Line, name: string): RowActions => ({
      main: subscription_id
        ? {
            name: "Send again",
            label: `Send again to ${name}`,
            icon: "send",
            act: () => dialog.open("remind", subscription_id),
          }
        : undefined,
    }),
    [dialog.open],
  );
  const outcomes = [
    ["", "All Results"] as const,
    ...outcomeGroups.map(
      (group) => [group, `${outcomeGroupNames[group]} (${count(counts?.[group] ?? 0)})`] as const,
    ),
  ];
  return (
    <ListPage
      days={<DayChoice day={day} today={today} onChange={(day) => address.set({ day })} />}
      id="log"
      title={day === today ? `Today, ${formatLongDay(day)}` : formatLongDay(day)}
      texts={day === today ? textsOfToday : logTexts}
      status={statusOf(query)}
      list={list}
      search="Search the send log"
      filters={[{ name: "outcome", label: "Result", options: outcomes }]}
      figures={
        lines && (
          <>
            <Tag>{`${count(lines.length)} total`}</Tag>
            {day === today && (
              <Button
                variant="subtle"
                size="compact-sm"
                ml={-8}
                aria-disabled={query.isFetching}
                onClick={() => !query.isFetching && void query.refetch()}
              >
                {query.isFetching ? "Refreshing..." : "Refresh"}
              </Button>
            )}
          </>
        )
      }
      exported={sendLogExport(day)}
      firstStep={
        <Button component={Link} to="/admin/reminders?show=next" variant="default">
          See the next run
        </Button>
      }
      table={{
        columns: logColumns,
        fields: lineFields,
        nameOf,
        detailOf: lineDetail,
        actions,
        actionsWidth: "136px",
      }}
    />
  );
}

const nextRunTexts: ListTexts = {
  loading: "Loading the next run...",
  failed: ["Failed to fetch the next run", "An error occurred while fetching the next run"],
  empty: ["No reminders", "The next run has no reminders to send."],
  noMatch: ["No reminders found", "No reminder in the next run matches this filter.", "Show all"],
};

/** Lists the emails of the next daily run, one for each client, and those it will skip with the reason. */
function NextRun() {
  const query = useQuery(expectedReminders());
  const { data } = query;
  const list = useList(
    expectedRules,
    useMemo(() => data?.rows.map(expectedOf), [data]),
    useAddress(),
  );
  const sent = data?.rows.filter(({ skipped }) => skipped === undefined) ?? [];
  const emails = new Set(sent.map(({ client_id }) => client_id)).size;
  const all = data?.rows.length ?? 0;
  const options = [
    ["", `All (${count(all)})`] as const,
    ["sending", `Will be sent (${count(sent.length)})`] as const,
    ["skipping", `Will be skipped (${count(all - sent.length)})`] as const,
  ];
  return (
    <ListPage
      id="next"
      title={data && `Daily run on ${formatLongDay(data.day)}`}
      texts={nextRunTexts}
      status={statusOf(query)}
      list={list}
      filters={all > 0 ? [{ name: "only", label: "Show", options }] : []}
      figures={
        data?.complete && <Tag>{emails === 1 ? "1 email to send" : `${count(emails)} emails to send`}</Tag>
      }
      exported={nextRunExport}
      table={{ columns: expectedColumns, fields: expectedRowFields, nameOf, detailOf: expectedDetail }}
    />
  );
}
