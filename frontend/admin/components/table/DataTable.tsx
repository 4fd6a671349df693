import { type Row, useTable } from "@tanstack/react-table";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type Ref, useLayoutEffect, useMemo, useRef, useState } from "react";
import { BrokenRow } from "../ui/BrokenRow.tsx";
import { Icon } from "../ui/Icon.tsx";
import { type Columns, type Features, features } from "./columns.ts";
import classes from "./DataTable.module.css";
import type { Order } from "./order.ts";
import { RowSheet } from "./RowSheet.tsx";

type Record = { id: string };

// A row laid out as a grid loses its native role in some browsers, so the roles are said outright.
const role = { table: "table", group: "rowgroup", row: "row", header: "columnheader", cell: "cell" };

/** Heights in rem, as the style sheet has them: rows of one height need no measuring. */
const rowHeight = { table: 2.75, card: 5 };

type Props<R extends Record> = {
  label: string;
  columns: Columns<R>;
  /** What is shown, in its order. */
  rows: readonly R[];
  order: Order;
  onOrder: (order: Order) => void;
  /** Rows are cards of two lines, without a header; the rest of a row is in its sheet. */
  cards: boolean;
  /** What a row is about, in words. */
  nameOf: (row: R) => string;
  tone?: (row: R) => string | undefined;
};

/** A table of any length: only the rows near the window's view are in the document, and in the table's model. */
export const DataTable = memo(PlainTable) as typeof PlainTable;

function PlainTable<R extends Record>(props: Props<R>) {
  const { label, columns, rows, order, onOrder, cards, nameOf, tone } = props;
  const [opened, setOpened] = useState<string>();
  const inSheet = cards ? rows.find(({ id }) => id === opened) : undefined;
  const { body, virtualizer } = useVirtualRows(rows.length, cards ? rowHeight.card : rowHeight.table);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? -1) + 1;
  // Filtering and sorting are done before; making a model of ten thousand rows would cost more than both.
  const data = useMemo(() => rows.slice(first, end), [rows, first, end]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row) => row.id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { sorting: [order] },
    onSortingChange: (change) => {
      const [next] = typeof change === "function" ? change([order]) : change;
      if (next) onOrder(next);
    },
  });
  const margin = virtualizer.options.scrollMargin;
  const above = (items[0]?.start ?? margin) - margin;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);

  return (
    <>
      <table
        role={role.table}
        className={classes.table}
        data-cards={cards || undefined}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <thead role={role.group}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role={role.row} aria-rowindex={1}>
              {group.headers.map(({ id, column }) => {
                const title = String(column.columnDef.header);
                const sorted = column.getIsSorted();
                return (
                  <th
                    key={id}
                    role={role.header}
                    scope="col"
                    className={column.columnDef.meta?.className}
                    aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : undefined}
                  >
                    {column.getCanSort() && !cards ? (
                      <button type="button" className={classes.sort} onClick={() => column.toggleSorting()}>
                        {title}
                        <span className={classes.arrow} data-sorted={sorted || undefined}>
                          <Icon name={sorted === "desc" ? "down" : "up"} size={14} />
                        </span>
                      </button>
                    ) : (
                      title
                    )}
                  </th>
                );
              })}
              {cards && (
                <th role={role.header} scope="col">
                  Details
                </th>
              )}
            </tr>
          ))}
        </thead>
        <Gap ref={body} height={above} />
        <tbody role={role.group}>
          {table.getRowModel().rows.map((row) => (
            <BrokenRow key={row.id} of={row.original} columns={columns.length}>
              <TableRow
                row={row}
                index={first + row.index}
                tone={tone?.(row.original)}
                name={cards ? nameOf(row.original) : undefined}
                open={setOpened}
              />
            </BrokenRow>
          ))}
        </tbody>
        <Gap height={below} />
      </table>
      {inSheet && (
        <RowSheet
          row={inSheet}
          columns={columns}
          title={nameOf(inSheet)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Keeps the room of the rows that are not in the document. */
const Gap = ({ height, ref }: { height: number; ref?: Ref<HTMLTableSectionElement> }) => (
  <tbody ref={ref} aria-hidden="true" className={classes.gap}>
    {height > 0 && (
      <tr>
        <td style={{ height }} />
      </tr>
    )}
  </tbody>
);

type RowProps<R extends Record> = {
  row: Row<Features, R>;
  index: number;
  tone: string | undefined;
  /** Of a row that is a card. */
  name: string | undefined;
  open: (id: string) => void;
};

const TableRow = memo(
  PlainRow,
  (before, after) =>
    before.row.original === after.row.original &&
    before.index === after.index &&
    before.tone === after.tone &&
    before.name === after.name,
) as typeof PlainRow;

function PlainRow<R extends Record>({ row, index, tone, name, open }: RowProps<R>) {
  return (
    <tr role={role.row} aria-rowindex={index + 2} data-tone={tone} className={classes.row}>
      {row.getAllCells().map((cell) => {
        const { cell: content, meta } = cell.column.columnDef;
        return (
          <td key={cell.id} role={role.cell} className={meta?.className}>
            {typeof content === "function" ? content(cell.getContext()) : content}
          </td>
        );
      })}
      {name !== undefined && (
        <td role={role.cell} className={classes.opener}>
          <button type="button" aria-label={`Details of ${name}`} onClick={() => open(row.id)}>
            <Icon name="right" size={16} />
          </button>
        </td>
      )}
    </tr>
  );
}

function useVirtualRows(count: number, rem: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [rootSize] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const size = rem * rootSize;
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => size, overscan: 6, scrollMargin });

  // What stands above the table comes and goes (messages, filters).
  useLayoutEffect(() => {
    const top = body.current && Math.round(body.current.getBoundingClientRect().top + window.scrollY);
    if (top !== null && top !== scrollMargin) setScrollMargin(top);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of rows makes what was computed wrong
  useLayoutEffect(() => virtualizer.measure(), [size]);
  return { body, virtualizer };
}
