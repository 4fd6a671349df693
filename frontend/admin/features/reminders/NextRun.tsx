import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { mostExpected } from "../../../../shared/reminders.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { nextRun } from "../../queries/reminders.ts";
import { count } from "../../words/count.ts";
import { formatLongDay } from "../../words/dates.ts";
import { type Expected, expectation, expectedColumns, expectedOf } from "./expected.tsx";
import { expectedExported } from "./exported.ts";

const words: ListWords = {
  loading: "Looking ahead...",
  failed: ["Failed to fetch the next run", "An error occurred while fetching the next run"],
  empty: [
    "Nobody is to be written to",
    "The next run finds nothing due that has not been reminded of already.",
  ],
  noMatch: ["None of these", "Nothing in the next run fits this filter.", "Show all"],
};
const nameOf = ({ reminder }: Expected) => reminder.client_name;

/** Who gets mail from the next run, and who does not and why, were nothing to change until then. */
export function NextRun() {
  const query = useQuery(nextRun);
  const { data } = query;
  const list = useList(
    expectation,
    useMemo(() => data?.reminders.map(expectedOf), [data]),
    useAddress(),
  );
  const all = data ? data.sending + data.skipping : 0;
  return (
    <ListPage
      id="next"
      title={data && `The run of ${formatLongDay(data.day)}`}
      words={words}
      status={statusOf(query)}
      list={list}
      filters={
        data && all > 0
          ? [
              {
                name: "only",
                label: "Which",
                options: [
                  ["", `All (${count(all)})`],
                  ["sending", `Will be sent (${count(data.sending)})`],
                  ["skipping", `Will be skipped (${count(data.skipping)})`],
                ],
              },
            ]
          : []
      }
      figures={data && <Badge tone="quiet" dot={false}>{`${count(data.sending)} to send`}</Badge>}
      exported={expectedExported}
      note={all > mostExpected && `The first ${count(mostExpected)} of ${count(all)} are listed.`}
    >
      {(rows, cards) => (
        <DataTable
          label="Next run"
          columns={expectedColumns}
          rows={rows}
          sorting={list.sorting}
          cards={cards}
          nameOf={nameOf}
        />
      )}
    </ListPage>
  );
}
