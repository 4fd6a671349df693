import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { count } from "../../../../shared/count.ts";
import { formatLongDay } from "../../../../shared/dates.ts";
import {
  type Expected,
  expectedOf,
  expectedRowFields,
  expectedRules,
  nextRunExport,
} from "../../../../shared/reminders/list.ts";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { Tag } from "../../components/ui/Badge.tsx";
import { expectedReminders } from "../../queries/reminders.ts";
import { expectedColumns } from "./reminder-list.tsx";

const words: ListWords = {
  loading: "Loading the next run...",
  failed: ["Failed to fetch the next run", "An error occurred while fetching the next run"],
  empty: ["No reminders", "The next run has no reminders to send."],
  noMatch: ["No reminders match", "No reminder in the next run matches this filter.", "Show all"],
};
const nameOf = ({ client_name }: Expected) => client_name;

/** What the emails of the next daily run name, one for each client, and what it will skip with the reason. */
export function NextRun() {
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
      words={words}
      status={statusOf(query)}
      list={list}
      filters={all > 0 ? [{ name: "only", label: "Show", options }] : []}
      figures={
        data?.complete && <Tag>{emails === 1 ? "1 email to send" : `${count(emails)} emails to send`}</Tag>
      }
      exported={nextRunExport}
      table={{ columns: expectedColumns, fields: expectedRowFields, nameOf }}
    />
  );
}
