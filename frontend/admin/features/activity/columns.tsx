import type { Column } from "../../components/table/columns.ts";
import { RowButton } from "../../components/table/RowButton.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { activityNames, screenName } from "../../words/activity.ts";
import { formatMoment } from "../../words/dates.ts";
import { type Done, nameOf } from "./log.ts";

export const activityFacts: Column<Done>[] = [
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
    id: "whose",
    header: "Whose",
    width: "22%",
    card: "1 / 1",
    cell: ({ entry, of }) => (
      <Lines
        strong
        {...(entry.client_name && entry.client_id && { client: entry.client_id })}
        {...(entry.service && { second: entry.service })}
      >
        {of}
      </Lines>
    ),
  },
  {
    id: "what",
    header: "What",
    card: "2 / 1 / auto / span 2",
    cell: ({ entry, lines }) => (
      <Lines {...(lines.length > 0 && { second: lines.join(" · ") })}>{activityNames[entry.kind]}</Lines>
    ),
  },
];

/** Opens what a row of a table cuts off; a card does so anyway. */
export const wholeEntry = (open: (done: Done) => void): Column<Done> => ({
  id: "actions",
  header: "Actions",
  width: "84px",
  tight: "76px",
  align: "right",
  cell: (done) => <RowButton icon="info" label={`All of it: ${nameOf(done)}`} onClick={() => open(done)} />,
});
