import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { ActivityKind } from "../../../../shared/activity/activity.ts";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { RowSheet } from "../../components/table/RowSheet.tsx";
import type { RowActions } from "../../components/table/row-actions.ts";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress } from "../../components/table/span-in-address.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { activityNames } from "../../labels/activity.ts";
import { formatDay } from "../../labels/dates.ts";
import { colleagues } from "../../queries/staff.ts";
import { activityFacts } from "./columns.tsx";
import { activityExport } from "./csv-export.ts";
import { type ActivityRow, activityOf, activityRules, nameOf, rowOf } from "./log.ts";

const words: ListWords = {
  loading: "Loading activity...",
  failed: ["Failed to fetch activity", "An error occurred while fetching activity"],
  empty: ["No activity", "Changes between these days are listed here, with the values before."],
  noMatch: [
    "No activity matches",
    "No change between these days matches your search and filters.",
    "Show all",
  ],
};
const kinds = [
  ["", "All Kinds"] as const,
  ...[...ActivityKind.options, "note" as const].map((kind) => [kind, activityNames[kind]] as const),
];

/** The changes that people made, for administrators. The days are in the address. */
export default function ActivityPage() {
  const address = useAddress();
  const span = spanInAddress(address);
  const query = useQuery(activityOf(span));
  const { from, to } = span ?? query.data ?? {};
  const hasAssignments = query.data?.rows.some(({ kind }) => kind === "message-assigned") ?? false;
  const staff = useQuery({ ...colleagues, enabled: hasAssignments }).data;
  const rows = useMemo(() => query.data?.rows.map((entry) => rowOf(entry, staff)), [query.data, staff]);
  const list = useList(activityRules, rows, address, query.data?.complete);
  const people = useMemo(() => {
    const names = [...new Set(rows?.map(({ entry }) => entry.name))].sort();
    return [["", "Everybody"] as const, ...names.map((name) => [name, name] as const)];
  }, [rows]);
  const [opened, setOpened] = useState<ActivityRow>();
  const actions = useCallback(
    (row: ActivityRow): RowActions => ({
      main: {
        name: "Details",
        label: `Details: ${nameOf(row)}`,
        icon: "info",
        act: () => setOpened(row),
      },
    }),
    [],
  );
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Activity"
            lead="Who changed what. Nobody can edit this list. Settings say how long it is kept."
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
        exported={activityExport(from ?? "", to ?? "")}
        table={{ columns: activityFacts, nameOf, actions, actionsWidth: "116px" }}
      />
      {opened && (
        <RowSheet
          row={opened}
          columns={activityFacts}
          fields={{}}
          actions={{}}
          title={activityNames[opened.entry.kind]}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
