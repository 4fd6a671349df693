import { formatDay } from "../../../../../shared/dates.ts";
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
} from "../../../../../shared/payments/line-entries.ts";
import type { Column } from "../../../components/table/columns.ts";
import type { RowActions } from "../../../components/table/row-actions.ts";
import { Check } from "../../../components/table/TableRow.tsx";
import { Badge } from "../../../components/ui/Badge.tsx";
import { Lines } from "../../../components/ui/Lines.tsx";
import { Amount } from "../../../components/ui/Money.tsx";

/** What can be done with a line. */
export const lineActions =
  (open: (id: string) => void) =>
  (entry: Entry): RowActions => ({
    main:
      !isOpen(entry) || entry.match.verdict === "reversal"
        ? undefined
        : {
            name: "Assign",
            label: `Assign ${nameOfEntry(entry)}`,
            icon: "edit",
            shortcut: "r",
            act: () => open(entry.id),
          },
  });

/** `select` selects a line: it is recorded, or a reversal undoes its payment. */
export const lineColumns = (select?: (id: string, selected: boolean) => void): Column<Entry>[] => [
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
    width: "118px",
    cell: ({ line }) => <span className="figures">{formatDay(line.paid_on)}</span>,
  },
  {
    id: "from",
    header: "From",
    width: "17%",
    card: "1 / 1",
    cell: ({ line }) => (
      <Lines strong second={line.code}>
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
    card: "2 / 2",
    cell: (entry) => <Badge tone={stateTones[stateOf(entry)]}>{stateNames[stateOf(entry)]}</Badge>,
  },
  {
    id: "reason",
    header: "Match and reason",
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
];
