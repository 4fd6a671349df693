import type { Column } from "../../components/table/columns.ts";
import { Lines } from "../../components/ui/Lines.tsx";
import { activityNames, screenName } from "../../labels/activity.ts";
import { formatMoment } from "../../labels/dates.ts";
import type { ActivityRow } from "./log.ts";

export const activityFacts: Column<ActivityRow>[] = [
  {
    id: "at",
    header: "When",
    width: "190px",
    tight: "176px",
    card: "3 / 1 / auto / span 2",
    cell: ({ entry }) => (
      <time className="figures" dateTime={entry.at}>
        {formatMoment(entry.at)}
      </time>
    ),
  },
  {
    id: "who",
    header: "Who",
    width: "18%",
    card: "1 / 2",
    cell: ({ entry }) => (
      <Lines {...(entry.screen && { second: screenName(entry.screen) })}>{entry.name}</Lines>
    ),
  },
  {
    id: "subject",
    header: "Record",
    width: "22%",
    card: "1 / 1",
    cell: ({ entry, subject }) => (
      <Lines
        strong
        {...(entry.client_name && entry.client_id && { client: entry.client_id })}
        {...(entry.service && { second: entry.service })}
      >
        {subject}
      </Lines>
    ),
  },
  {
    id: "what",
    header: "Change",
    card: "2 / 1 / auto / span 2",
    cell: ({ entry, lines }) => (
      <Lines {...(lines.length > 0 && { second: lines.join(" · ") })}>{activityNames[entry.kind]}</Lines>
    ),
  },
];
