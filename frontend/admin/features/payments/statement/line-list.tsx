import { formatDay } from "../../../../../shared/dates.ts";
import type { Column } from "../../../components/table/columns.ts";
import type { RowActions } from "../../../components/table/RowActions.tsx";
import { Check } from "../../../components/table/TableRow.tsx";
import { Badge } from "../../../components/ui/Badge.tsx";
import { Lines } from "../../../components/ui/Lines.tsx";
import { Amount } from "../../../components/ui/Money.tsx";
import {
  amountText,
  type Entry,
  isOpen,
  isReversal,
  isSelectable,
  matchText,
  nameOfEntry,
  stateNames,
  stateOf,
  stateTones,
} from "./line-entries.ts";

/** Actions for a line. An ignored one is put back first. */
export const lineActions =
  (open: (name: "edit", id: string) => void, putBack: (entry: Entry) => Promise<void>) =>
  (entry: Entry): RowActions => {
    if (!isOpen(entry) || isReversal(entry) || entry.result?.state === "reversed") return {};
    const [name, icon, act] =
      stateOf(entry) === "ignored"
        ? (["Put back", "left", () => void putBack(entry)] as const)
        : (["Assign", "edit", () => open("edit", entry.id)] as const);
    return { main: { name, label: `${name} ${nameOfEntry(entry)}`, icon, shortcut: "p", act } };
  };

type Select = (id: string, selected: boolean) => void;

/**
 * `select` selects a line: it is recorded, or a reversal undoes its payment. `isTight`: the day stands below who paid, so
 * that names and reasons have the room.
 */
export const lineColumns = (isTight: boolean, select?: Select): Column<Entry>[] =>
  allColumns(isTight, select).filter(({ id }) => !(isTight && id === "paid"));

const allColumns = (isTight: boolean, select?: Select): Column<Entry>[] => [
  ...(select
    ? [
        {
          id: "select",
          header: "Record",
          width: "76px",
          card: "auto",
          check: true as const,
          cell: (entry: Entry) =>
            isSelectable(entry) && (
              <Check
                label={`${isReversal(entry) ? "Undo the payment of" : "Record"} ${nameOfEntry(entry)}`}
                checked={entry.selected}
                onChange={() => select(entry.id, !entry.selected)}
              />
            ),
        },
      ]
    : []),
  {
    id: "paid",
    header: "Paid on",
    width: "126px",
    ...(!select && { card: "2 / 2" }),
    cell: ({ line }) => <span className="figures">{formatDay(line.paid_on)}</span>,
  },
  {
    id: "from",
    names: true,
    header: "From",
    width: select ? "17%" : "28%",
    tight: isTight || !select ? "24%" : "17%",
    card: "1 / 1",
    cell: ({ line }) => (
      <Lines
        strong
        second={isTight ? [formatDay(line.paid_on), line.code].filter(Boolean).join(" · ") : line.code}
      >
        {line.payer || line.phone || "Unknown"}
      </Lines>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    width: "150px",
    tight: "136px",
    align: "right",
    card: "1 / 2",
    cell: ({ line }) => <Amount>{amountText(line)}</Amount>,
  },
  {
    id: "state",
    header: "Match",
    width: "136px",
    tight: "124px",
    card: "2 / 2",
    cell: (entry) => <Badge tone={stateTones[stateOf(entry)]}>{stateNames[stateOf(entry)]}</Badge>,
  },
  {
    id: "reason",
    header: select ? "Client and reason" : "Details",
    card: "2 / 1",
    cell: (entry) => {
      const [first, why] = select ? matchText(entry) : [entry.match.why, ""];
      return (
        // The button that appears at the end of the row covers none of it.
        <div className="whole wrap" style={{ paddingRight: 24 }}>
          <Lines second={why}>{first}</Lines>
        </div>
      );
    },
  },
];
