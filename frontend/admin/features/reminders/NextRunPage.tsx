import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { money } from "../../../../shared/amount.ts";
import { count } from "../../../../shared/count.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { emailKindNames } from "../../../../shared/reminders/fields.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { Tag } from "../../components/ui/Badge.tsx";
import { LastRunStatus, SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { expectedReminders } from "../../queries/reminders.ts";
import { type Expected, expectedOf, expectedRowFields, expectedRules, nextRunExport } from "./list.ts";
import { expectedColumns } from "./reminder-list.tsx";

const nextRunTexts: ListTexts = {
  loading: "Loading the next run...",
  failed: ["Failed to fetch the next run", "An error occurred while fetching the next run"],
  empty: ["No reminders", "The next run has no reminders to send."],
  noMatch: ["No reminders found", "No reminder in the next run matches this filter.", "Show all"],
};

const nameOf = ({ client_name }: Expected) => client_name;
const detailOf = ({ kind, amount, currency, period }: Expected) =>
  `${emailKindNames[kind]}, ${money(amount, currencyOf({ currency }))} due ${formatDay(period)}`;

/** Lists the emails of the next daily run, one for each client, and those it will skip with the reason. */
export default function NextRunPage() {
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
      head={
        <>
          <PageHead title="Next reminders" lead={<LastRunStatus />} />
          <SendingProblem mb={24} />
        </>
      }
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
      table={{ columns: expectedColumns, fields: expectedRowFields, nameOf, detailOf }}
    />
  );
}
