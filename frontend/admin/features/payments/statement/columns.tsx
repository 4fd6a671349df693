import { formatCents } from "../../../../../shared/money.ts";
import type { Column } from "../../../components/table/columns.ts";
import { RowButton } from "../../../components/table/RowButton.tsx";
import { Badge, type Tone } from "../../../components/ui/Badge.tsx";
import { Lines } from "../../../components/ui/Lines.tsx";
import { formatDay } from "../../../words/dates.ts";
import { type Entry, stateNames } from "./entries.ts";
import { nameOfSold, type State } from "./match.ts";

const tones: Record<State, Tone> = {
  sure: "fine",
  doubtful: "soon",
  unmatched: "overdue",
  aside: "quiet",
  recorded: "quiet",
};

export const nameOfEntry = ({ line }: Entry): string =>
  [line.payer || line.phone || line.number, formatCents(line.cents, line.currency)].join(", ");

/** What an entry is to become, and why. */
export function matchText({ match, chosen, waiting }: Entry): readonly [first: string, why: string] {
  if (chosen) {
    const { says } = chosen.plan;
    return [nameOfSold(chosen), match.state === "sure" ? match.why : `Chosen: ${says}.`];
  }
  const names = [...new Set(match.candidates.map(nameOfSold))];
  if (match.state === "recorded" || match.state === "aside") return [stateNames[match.state], match.why];
  if (names.length === 0) return [waiting ? "Kept, to be assigned" : "Nobody found", match.why];
  return [names.length === 1 ? `${names[0]}?` : `${names.length} could be`, match.why];
}

type Deeds = { open: (id: string) => void; tick?: (id: string, ticked: boolean) => void };

export const lineColumns = ({ open, tick }: Deeds): Column<Entry>[] => [
  ...(tick
    ? [
        {
          id: "tick",
          header: "Record",
          width: "76px",
          cell: (entry: Entry) =>
            entry.chosen && (
              <input
                type="checkbox"
                style={{ width: 20, height: 20, accentColor: "var(--accent)" }}
                aria-label={`Record ${nameOfEntry(entry)}`}
                checked={entry.ticked}
                onChange={({ currentTarget }) => tick(entry.id, currentTarget.checked)}
              />
            ),
        },
      ]
    : []),
  {
    id: "paid",
    header: "Paid on",
    width: "118px",
    cell: ({ line }) => <span className="figures">{formatDay(line.paid_on)}</span>,
  },
  {
    id: "from",
    header: "From",
    width: "17%",
    card: "1 / 1",
    cell: ({ line }) => (
      <Lines strong second={line.number}>
        {line.payer || line.phone || "Not said"}
      </Lines>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    width: "124px",
    align: "right",
    card: "1 / 2",
    cell: ({ line }) => <span className="figures">{formatCents(line.cents, line.currency)}</span>,
  },
  {
    id: "state",
    header: "Match",
    width: "136px",
    card: "2 / 2",
    cell: ({ match }) => <Badge tone={tones[match.state]}>{stateNames[match.state]}</Badge>,
  },
  {
    id: "why",
    header: "Whose, and why",
    card: "2 / 1",
    cell: (entry) => {
      const [first, why] = matchText(entry);
      return (
        <div title={why}>
          <Lines second={why}>{first}</Lines>
        </div>
      );
    },
  },
  {
    id: "actions",
    header: "Actions",
    width: "76px",
    align: "right",
    cell: (entry) =>
      entry.match.state !== "recorded" && (
        <RowButton
          icon="edit"
          label={`Whose is ${nameOfEntry(entry)}?`}
          shortcut="r"
          onClick={() => open(entry.id)}
        />
      ),
  },
];
