import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { count } from "../../../../shared/count.ts";
import { formatLongDay } from "../../../../shared/dates.ts";
import type { Currency } from "../../../../shared/money.ts";
import { emailKindNames, expectedFields } from "../../../../shared/reminders/fields.ts";
import type { Column } from "../../components/table/columns.ts";
import { saveCsv } from "../../components/table/export.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { Badge, Tag } from "../../components/ui/Badge.tsx";
import { LastRunStatus, SendingProblem } from "../../components/ui/LastRunStatus.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { expectedReminders } from "../../queries/reminders.ts";
import { companySettings } from "../../queries/settings.ts";
import {
  chargesOf,
  type NextEmail,
  nextEmailFields,
  nextEmailRules,
  nextEmailsOf,
  nextRunExport,
} from "./next-run.ts";

const nextRunTexts: ListTexts = {
  loading: "Loading the next run...",
  failed: ["Failed to fetch the next run", "An error occurred while fetching the next run"],
  empty: ["No reminders", "The next run has no reminders to send."],
  noMatch: ["No reminders found", "No reminder in the next run matches this filter.", "Show all"],
};

const nameOf = ({ client_name }: NextEmail) => client_name;
const detailOf = ({ kind, due }: NextEmail) => `${emailKindNames[kind]}, ${due}`;

/** Lists the emails of the next daily run, and what it will skip with the reason. */
export default function NextRunPage() {
  const query = useQuery(expectedReminders());
  const { data } = query;
  const { data: settings } = useQuery(companySettings);
  const columns = useMemo(() => nextRunColumns(settings?.default_currency ?? "USD"), [settings]);
  const emails = useMemo(() => data && nextEmailsOf(data.rows), [data]);
  const list = useList(nextEmailRules, emails, useAddress());
  const all = emails?.length ?? 0;
  const sent = emails?.filter(({ outcome }) => outcome === "sending").length ?? 0;
  const options = [
    ["", `All (${count(all)})`] as const,
    ["sending", `Will be sent (${count(sent)})`] as const,
    ["skipping", `Will be skipped (${count(all - sent)})`] as const,
  ];
  const shown = list.shown ?? [];
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
        data?.complete && <Tag>{sent === 1 ? "1 email to send" : `${count(sent)} emails to send`}</Tag>
      }
      moreFiles={
        data?.complete && shown.length > 0
          ? [{ label: "Export CSV", onClick: () => void saveCsv(nextRunExport, chargesOf(shown)) }]
          : undefined
      }
      table={{ columns, fields: nextEmailFields, nameOf, detailOf, tall: hasTwoSums }}
    />
  );
}

const hasTwoSums = ({ sums }: NextEmail) => Object.keys(sums).length > 1;

const nextRunColumns = (usual: Currency): Column<NextEmail>[] => [
  {
    id: "client_name",
    header: expectedFields.client_name.label,
    names: true,
    width: "32%",
    card: "1 / 1",
    cell: ({ client_name, company, client_id, services }) => (
      <Lines client={client_id} company={company} second={services}>
        {client_name}
      </Lines>
    ),
  },
  {
    id: "kind",
    header: expectedFields.kind.label,
    card: "2 / 1",
    cell: ({ kind, due, named }) => (
      <div title={named}>
        <Lines second={due}>{emailKindNames[kind]}</Lines>
      </div>
    ),
  },
  {
    id: "sums",
    header: expectedFields.amount.label,
    width: "146px",
    align: "right",
    card: "2 / 2",
    className: "figures",
    cell: ({ sums }) => <SumLines sums={sums} usual={usual} />,
  },
  {
    id: "outcome",
    header: "Result",
    width: "130px",
    card: "1 / 2",
    cell: ({ outcome }) =>
      outcome === "sending" ? <Badge tone="fine">Will be sent</Badge> : <Badge tone="quiet">Skipped</Badge>,
  },
  {
    id: "skipped",
    header: expectedFields.skipped.label,
    width: "22%",
    cell: ({ skipped }) => (
      <div className="cut quiet small" title={skipped}>
        {skipped}
      </div>
    ),
  },
];
