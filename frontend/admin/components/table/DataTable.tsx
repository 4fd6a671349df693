import { VisuallyHidden } from "@mantine/core";
import { type ComponentProps, type CSSProperties, memo, type Ref, useMemo, useState } from "react";
import { BrokenRow } from "../ui/BrokenRow.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { Column } from "./columns.ts";
import classes from "./DataTable.module.css";
import type { Sorting } from "./order.ts";
import { RowSheet } from "./RowSheet.tsx";
import { useVirtualRows } from "./use-virtual-rows.ts";

type Row = { id: string };

// A row laid out as a grid loses its native role in some browsers, so the roles are said outright.
const role = { table: "table", group: "rowgroup", row: "row", header: "columnheader", cell: "cell" };

/** Heights in rem, as the style sheet has them: rows of one height need no measuring. */
const rowHeight = { table: 2.75, card: 5 };

type TableProps<R extends Row> = {
  label: string;
  columns: readonly Column<R>[];
  /** What is shown, in its order. */
  rows: readonly R[];
  sorting: Sorting;
  /** Rows are cards of two lines, without a header; the rest of a row is in its sheet. */
  cards: boolean;
  /** What a row is about, in words. */
  nameOf: (row: R) => string;
  tone?: ((row: R) => string | undefined) | undefined;
};

/** A table of any length: only the rows near the window's view are in the document. */
export const DataTable = memo(PlainTable) as typeof PlainTable;

function PlainTable<R extends Row>(props: TableProps<R>) {
  const { label, rows, cards, nameOf, tone } = props;
  const columns = useMemo(
    () => (cards ? props.columns.filter(({ card }) => card) : props.columns),
    [props.columns, cards],
  );
  const [opened, setOpened] = useState<string>();
  const inSheet = cards ? rows.find(({ id }) => id === opened) : undefined;
  const { body, virtualizer } = useVirtualRows(rows.length, cards ? rowHeight.card : rowHeight.table);
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  const above = (items[0]?.start ?? margin) - margin;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);

  // Of cards it is still read out; their order is chosen from a list above.
  const Head = cards ? HiddenHead : "thead";

  if (rows.length === 0) return null;
  return (
    <>
      <table
        role={role.table}
        className={classes.table}
        data-cards={cards || undefined}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <Head role={role.group}>
          <tr role={role.row} aria-rowindex={1}>
            {columns.map((column) => (
              <Header key={column.id} column={column} sorting={props.sorting} cards={cards} />
            ))}
            {cards && (
              <th role={role.header} scope="col">
                Details
              </th>
            )}
          </tr>
        </Head>
        <Gap ref={body} height={above} />
        <tbody role={role.group}>
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <BrokenRow key={row.id} of={row} columns={columns.length}>
                  <TableRow
                    row={row}
                    columns={columns}
                    index={index}
                    tone={tone?.(row)}
                    name={cards ? nameOf(row) : undefined}
                    open={setOpened}
                  />
                </BrokenRow>
              )
            );
          })}
        </tbody>
        <Gap height={below} />
      </table>
      {inSheet && (
        <RowSheet
          row={inSheet}
          columns={props.columns}
          title={nameOf(inSheet)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

type HeaderProps<R> = { column: Column<R>; sorting: Sorting; cards: boolean };

function Header<R>({ column, sorting: { order, sortable, change }, cards }: HeaderProps<R>) {
  const { id, header, width = "auto", tight = width, align } = column;
  const sorted = order.id === id ? (order.desc ? "descending" : "ascending") : undefined;
  return (
    <th
      role={role.header}
      scope="col"
      data-align={align}
      style={{ "--wide": width, "--tight": tight } as CSSProperties}
      aria-sort={sorted}
    >
      {id in sortable && !cards ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => change({ id, desc: sorted === "ascending" })}
        >
          {header}
          <span className={classes.arrow} data-sorted={sorted}>
            <Icon name={sorted === "descending" ? "down" : "up"} size={14} />
          </span>
        </button>
      ) : (
        header
      )}
    </th>
  );
}

const HiddenHead = (props: ComponentProps<"thead">) => <VisuallyHidden component="thead" {...props} />;

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

type RowProps<R extends Row> = {
  row: R;
  columns: readonly Column<R>[];
  index: number;
  tone: string | undefined;
  /** Of a row that is a card. */
  name: string | undefined;
  open: (id: string) => void;
};

const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<R extends Row>({ row, columns, index, tone, name, open }: RowProps<R>) {
  return (
    <tr role={role.row} aria-rowindex={index + 2} data-tone={tone} className={classes.row}>
      {columns.map(({ id, className, align, card, cell }) => (
        <td
          key={id}
          role={role.cell}
          className={className}
          data-align={align}
          style={name === undefined ? undefined : { gridArea: card }}
        >
          {cell(row)}
        </td>
      ))}
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
