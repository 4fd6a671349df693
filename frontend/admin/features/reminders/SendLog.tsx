import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { Link } from "react-router";
import { count } from "../../../../shared/count.ts";
import { formatLongDay } from "../../../../shared/dates.ts";
import { Day } from "../../../../shared/day.ts";
import { outcomeGroupNames, outcomeGroups } from "../../../../shared/reminders/labels.ts";
import {
  countsOf,
  type Line,
  lineFields,
  lineOf,
  logRules,
  sendLogExport,
} from "../../../../shared/reminders/list.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { ListFailure, ListLoading } from "../../components/table/ListState.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import type { RowActions } from "../../components/table/row-actions.ts";
import { type Address, useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { Tag } from "../../components/ui/Badge.tsx";
import { senderStatus, sendLog } from "../../queries/reminders.ts";
import { DayChoice } from "./DayChoice.tsx";
import { logColumns } from "./reminder-list.tsx";

const words: ListWords = {
  loading: "Loading the send log...",
  failed: ["Failed to fetch the send log", "An error occurred while fetching the send log"],
  empty: [
    "Nothing sent on this day",
    "Emails to clients and to the company are listed here on the day they were sent, with their delivery status.",
  ],
  noMatch: ["No emails match", "No email of this day matches your search and filters.", "Show all emails"],
};
const wordsOfToday: ListWords = { ...words, empty: ["Nothing sent today", words.empty[1]] };

/** The emails of one day, newest first. The day is in the address, also when it is today. */
export function SendLog() {
  const status = useQuery(senderStatus);
  const today = status.data?.today;
  const address = useAddress();
  const dayInAddress = address.get("day");
  const day = Day.safeParse(dayInAddress).success ? dayInAddress : today;

  useEffect(() => {
    if (today && !dayInAddress) address.set({ day: today });
  }, [today, dayInAddress, address.set]);

  if (day) return <DayLog day={day} today={today ?? day} address={address} />;
  if (status.error) {
    return (
      <ListFailure
        error={status.error}
        words={words.failed}
        some={false}
        retry={() => void status.refetch()}
      />
    );
  }
  return <ListLoading>{words.loading}</ListLoading>;
}

const nameOf = ({ client_name }: Line) => client_name;

function DayLog({ day, today, address }: { day: Day; today: Day; address: Address }) {
  const query = useQuery(sendLog(day));
  const lines = useMemo(() => query.data?.rows.map(lineOf), [query.data]);
  const counts = useMemo(() => lines && countsOf(lines), [lines]);
  const list = useList(logRules, lines, address);
  const dialog = useDialog();
  const actions = useCallback(
    ({ client_name, subscription_id }: Line): RowActions => ({
      main: subscription_id
        ? {
            name: "Send again",
            label: `Send again to ${client_name}`,
            icon: "send",
            act: () => dialog.open("remind", subscription_id),
          }
        : undefined,
    }),
    [dialog.open],
  );
  const outcomes = [
    ["", "All Results"] as const,
    ...outcomeGroups.map((one) => [one, `${outcomeGroupNames[one]} (${count(counts?.[one] ?? 0)})`] as const),
  ];
  return (
    <ListPage
      days={<DayChoice day={day} today={today} onChange={(day) => address.set({ day })} />}
      id="log"
      title={day === today ? `Today, ${formatLongDay(day)}` : formatLongDay(day)}
      words={day === today ? wordsOfToday : words}
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
      table={{ columns: logColumns, fields: lineFields, nameOf, actions, actionsWidth: "136px" }}
    />
  );
}
