import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, memo, useId, useMemo, useState } from "react";
import { Link } from "react-router";
import { ActivityKind } from "../../../../shared/activity/activity.ts";
import { activityNames } from "../../../../shared/activity/fields.ts";
import { formatDay, formatLongDay, formatMoment, formatTime } from "../../../../shared/dates.ts";
import type { Span } from "../../../../shared/day-span.ts";
import { request } from "../../../api.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress, statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { ClientLink } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { keyOf } from "../../queries/cache.ts";
import { spanQuery } from "../../queries/list-query.ts";
import { colleagues, useNames } from "../../queries/lists.ts";
import { type SentencePart, sentenceText } from "../../rules/activity/sentences.ts";
import classes from "./ActivityPage.module.css";
import {
  type ActivityDay,
  type ActivityLine,
  type ActivityRow,
  activityExport,
  activityRules,
  daysOf,
  detailsOf,
  rowOf,
} from "./list.ts";

/** Changes between two days, or of this month. */
const activityOf = (span?: Span) =>
  spanQuery(keyOf("activity"), span, async (query, signal) => {
    const { entries, ...page } = await request("GET /api/v1/activity", { query }, signal);
    return { ...page, rows: entries };
  });

const texts: ListTexts = {
  loading: "Loading activity...",
  failed: ["Failed to fetch activity", "An error occurred while fetching activity"],
  empty: ["No activity", "Changes between these days are listed here, with the values before."],
  noMatch: ["No activity found", "No change between these days matches your search and filters.", "Show all"],
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
  const { names, lists } = useNames();
  const rows = useMemo(
    () => query.data?.rows.map((entry) => rowOf(entry, names, staff)),
    [query.data, names, staff],
  );
  const list = useList(activityRules, rows, address, query.data?.complete);
  const people = useMemo(() => {
    const names = [...new Set(rows?.map(({ name }) => name))].sort();
    return [["", "Everybody"] as const, ...names.map((name) => [name, name] as const)];
  }, [rows]);
  return (
    <ListPage
      head={
        <PageHead
          title="Activity"
          lead="Who changed what. Nobody can edit this list. Settings say how long it is kept."
          brief
        />
      }
      days={from && to && <SpanChoice legend="Days of activity" from={from} to={to} onChange={address.set} />}
      id="activity"
      title={from && to && `${formatDay(from)} to ${formatDay(to)}`}
      texts={texts}
      status={statusOf(query, ...lists)}
      list={list}
      search="Search activity"
      filters={[
        { name: "by", label: "Person", options: people },
        { name: "kind", label: "Kind", options: kinds },
      ]}
      exported={activityExport(from ?? "", to ?? "")}
    >
      {(shown) => <Days rows={shown} />}
    </ListPage>
  );
}

const Days = memo(({ rows }: { rows: readonly ActivityRow[] }) =>
  daysOf(rows).map((day) => <DayLines key={day.day} day={day} />),
);

function DayLines({ day: { day, lines } }: { day: ActivityDay }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.day}>
      <Box component="h3" id={id} pt={12} pb={8} fz="text">
        {formatLongDay(day)}
      </Box>
      <ul>
        {lines.map((line) => (
          <BrokenRow key={line.id} of={line}>
            <Line line={line} />
          </BrokenRow>
        ))}
      </ul>
    </section>
  );
}

/** A sentence that opens: its details, or the entries that it sums up. */
function Line({ line: { rows, parts } }: { line: ActivityLine }) {
  const [open, setOpen] = useState(false);
  const [row, ...more] = rows;
  const details = more.length > 0 ? [] : detailsOf(row);
  const canOpen = more.length > 0 || details.length > 0;
  const showText = more.length > 0 ? `Show ${rows.length}` : "Details";
  const hideText = more.length > 0 ? `Hide ${rows.length}` : "Hide";
  const button = open ? hideText : showText;
  const text = sentenceText(parts);
  // Two lines can sum up the same number of entries of one kind.
  const label = more.length > 0 ? `${text}; the last: ${row.sentence}` : text;
  return (
    <li>
      <div className={`wrap ${classes.line}`} data-row={row.id}>
        <time className="quiet small figures" dateTime={row.at} title={formatMoment(row.at)}>
          {formatTime(row.at)}
        </time>
        <div>
          <Sentence parts={parts} />
          {open &&
            details.map((text) => (
              <Box key={text} component="p" className="quiet small lines" mt={4}>
                <Money>{text}</Money>
              </Box>
            ))}
        </div>
        {canOpen && (
          <button
            type="button"
            className="small"
            aria-expanded={open}
            aria-label={`${button}: ${label}`}
            onClick={() => setOpen(!open)}
          >
            {button}
          </button>
        )}
      </div>
      {open && more.length > 0 && (
        <Box component="ul" pl={24}>
          {rows.map((row) => (
            <Line key={row.id} line={{ id: row.id, rows: [row], parts: row.parts }} />
          ))}
        </Box>
      )}
    </li>
  );
}

const Sentence = ({ parts }: { parts: readonly SentencePart[] }) => (
  <p>
    {parts.map((part) =>
      typeof part === "string" ? (
        <Money key={part}>{part}</Money>
      ) : "file" in part ? (
        <Link key={part.import_id} to={`/admin/imports/${part.import_id}`}>
          {part.file}
        </Link>
      ) : (
        <Fragment key={part.client_id}>
          <ClientLink id={part.client_id} name={part.client_name} />
          {part.company && <span className="quiet">{` (${part.company})`}</span>}
        </Fragment>
      ),
    )}
  </p>
);
