import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { Link } from "react-router";
import { count } from "../../../../shared/count.ts";
import { formatLongDay, formatTime } from "../../../../shared/dates.ts";
import { Day } from "../../../../shared/day.ts";
import { emailKindNames } from "../../../../shared/reminders/fields.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { ListLoading, QueryFailure } from "../../components/table/ListState.tsx";
import type { RowActions } from "../../components/table/RowActions.tsx";
import { type Address, statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { Tag } from "../../components/ui/Badge.tsx";
import { LastRunStatus, SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { senderStatus, sendLog } from "../../queries/reminders.ts";
import { DayChoice } from "./DayChoice.tsx";
import {
  countsOf,
  type Line,
  lineFields,
  lineOf,
  logRules,
  outcomeGroupNames,
  outcomeGroups,
  sendLogExport,
} from "./send-log.ts";
import { logColumns } from "./send-log-columns.tsx";

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
export default function SendLogPage() {
  return (
    <>
      <PageHead title="Sent" lead={<LastRunStatus />} />
      <SendingProblem mb={24} />
      <SendLog />
    </>
  );
}

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
        <Button component={Link} to="/admin/money/next" variant="default">
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
