import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ActivityKind } from "../../../../shared/activity.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { RowSheet } from "../../components/table/RowSheet.tsx";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress } from "../../components/table/span-in-address.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { colleagues } from "../../queries/staff.ts";
import { activityNames } from "../../words/activity.ts";
import { formatDay } from "../../words/dates.ts";
import { activityFacts, wholeEntry } from "./columns.tsx";
import { activityExported } from "./exported.ts";
import { activityOf, activityRules, type Done, doneOf, nameOf } from "./log.ts";

const words: ListWords = {
  loading: "Loading activity...",
  failed: ["Failed to fetch activity", "An error occurred while fetching activity"],
  empty: [
    "Nothing was done",
    "Whoever changes a record between these days is listed here, with what was before.",
  ],
  noMatch: [
    "Nothing matches",
    "None of what was done between these days fits this search and filter.",
    "Show all",
  ],
};
const kinds = [
  ["", "All Kinds"] as const,
  ...[...ActivityKind.options, "note" as const].map((kind) => [kind, activityNames[kind]] as const),
];

/** Who did what, for administrators; which days stand in the address. */
export default function ActivityPage() {
  const address = useAddress();
  const asked = spanInAddress(address);
  const query = useQuery(activityOf(asked));
  const { from, to } = asked ?? query.data ?? {};
  const assigned = query.data?.rows.some(({ kind }) => kind === "message-assigned") ?? false;
  const staff = useQuery({ ...colleagues, enabled: assigned }).data;
  const done = useMemo(() => query.data?.rows.map((entry) => doneOf(entry, staff)), [query.data, staff]);
  const list = useList(activityRules, done, address, query.data?.complete);
  const people = useMemo(() => {
    const names = [...new Set(done?.map(({ entry }) => entry.name))].sort();
    return [["", "Everybody"] as const, ...names.map((name) => [name, name] as const)];
  }, [done]);
  const [whole, setWhole] = useState<Done>();
  const cards = useNarrow();
  const columns = useMemo(() => (cards ? activityFacts : [...activityFacts, wholeEntry(setWhole)]), [cards]);
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Activity"
            lead="Who changed what, for as long as Settings say. Nobody can change what stands here."
            brief
          />
        }
        days={
          from && to && <SpanChoice legend="Days of activity" from={from} to={to} onChange={address.set} />
        }
        id="activity"
        title={from && to && `${formatDay(from)} to ${formatDay(to)}`}
        words={words}
        status={statusOf(query)}
        list={list}
        search="Search activity"
        filters={[
          { name: "by", label: "Person", options: people },
          { name: "kind", label: "Kind", options: kinds },
        ]}
        cardsSortedBy={columns}
        exported={activityExported(from ?? "", to ?? "")}
      >
        {(rows) => (
          <DataTable
            label="Activity"
            columns={columns}
            rows={rows}
            sorting={list.sorting}
            cards={cards}
            nameOf={nameOf}
          />
        )}
      </ListPage>
      {whole && (
        <RowSheet
          row={whole}
          columns={activityFacts}
          title={activityNames[whole.entry.kind]}
          onClose={() => setWhole(undefined)}
        />
      )}
    </>
  );
}
