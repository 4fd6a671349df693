import { VisuallyHidden } from "@mantine/core";
import { type ComponentProps, type CSSProperties, memo, type Ref, useMemo, useState } from "react";
import type { Selected } from "../many/use-selection.ts";
import { BrokenRow } from "../ui/BrokenRow.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { Column } from "./columns.ts";
import classes from "./DataTable.module.css";
import type { RowFields } from "./fields.ts";
import type { Sorting } from "./order.ts";
import { type OpenMenu, RowActionButtons, RowMenu } from "./RowActions.tsx";
import { RowSheet } from "./RowSheet.tsx";
import type { RowActions } from "./row-actions.ts";
import { SortButton } from "./SortButton.tsx";
import { useLongPress } from "./use-long-press.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

type Row = { id: string };

// In some browsers a row with a grid layout loses its native role, so the roles are explicit.
const role = { table: "table", group: "rowgroup", row: "row", header: "columnheader", cell: "cell" };

/** The heights of the style sheet: rows of known height need no measuring. */
const ROW_HEIGHT_REM = { table: 2.75, tall: 3.75, card: 4.25, tallCard: 5.5 };

/** If all rows have one height, new rows need no new measurements. */
const noRows: readonly never[] = [];

/** Room for "Record payment" and "⋯". */
const ACTIONS_WIDTH = "208px";

const noActions = (): RowActions => ({});

type TableProps<R extends Row> = {
  label: string;
  columns: readonly Column<R>[];
  /** The declared fields: a row's sheet shows those that have no column. */
  fields?: RowFields<R> | undefined;
  /** What a person can do with a row. */
  actions?: ((row: R) => RowActions) | undefined;
  /** The width of the actions; by default room for "Record payment" and "⋯". */
  actionsWidth?: string | undefined;
  /** The rows to show, in order. */
  rows: readonly R[];
  sorting: Sorting;
  /** Rows are cards of two lines without a header; a sheet shows the whole row. */
  cards: boolean;
  /** The row's name for people. */
  nameOf: (row: R) => string;
  tone?: ((row: R) => string | undefined) | undefined;
  /** Rows with a third line. */
  tall?: ((row: R) => boolean) | undefined;
  /** The selection, if rows can be selected. */
  selected?: Selected | undefined;
};

/** A table of any length: only the rows near the viewport are in the document. */
export const DataTable = memo(PlainTable) as typeof PlainTable;

function PlainTable<R extends Row>(props: TableProps<R>) {
  const { label, rows, cards, nameOf, tone, tall, selected, actions } = props;
  const columns = useMemo(
    () => (cards ? props.columns.filter(({ card }) => card) : props.columns),
    [props.columns, cards],
  );
  const [opened, setOpened] = useState<string>();
  const [menu, setMenu] = useState<OpenMenu>();
  const inSheet = cards ? rows.find(({ id }) => id === opened) : undefined;
  const unevenRows = tall ? rows : noRows;
  const heights = useMemo(() => {
    const { table, tall: tallRow, card, tallCard } = ROW_HEIGHT_REM;
    return (index: number) => {
      const row = unevenRows[index];
      if (row && tall?.(row)) return cards ? tallCard : tallRow;
      return cards ? card : table;
    };
  }, [cards, tall, unevenRows]);
  const { body, virtualizer } = useVirtualRows(rows.length, heights);
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  const above = (items[0]?.start ?? margin) - margin;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);

  const longPress = useLongPress(selected?.select, cards);

  // For cards only screen readers get the header.
  const Head = cards ? HiddenHead : "thead";

  if (rows.length === 0) return null;
  return (
    <>
      <table
        role={role.table}
        className={classes.table}
        data-cards={cards || undefined}
        data-choosing={(cards && selected?.choosing) || undefined}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        {...longPress}
      >
        <Head role={role.group}>
          <tr role={role.row} aria-rowindex={1}>
            {selected && (
              <th role={role.header} scope="col" className={classes.check}>
                <Check label="Select all shown rows" checked={selected.all} onChange={selected.selectAll} />
              </th>
            )}
            {columns.map((column) => (
              <Header key={column.id} column={column} sorting={props.sorting} cards={cards} />
            ))}
            {(cards || actions) && (
              <th
                role={role.header}
                scope="col"
                data-align="right"
                style={{ "--wide": props.actionsWidth ?? ACTIONS_WIDTH } as CSSProperties}
              >
                {cards ? "Details" : "Actions"}
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
                <BrokenRow
                  key={row.id}
                  of={row}
                  columns={columns.length + (selected ? 1 : 0) + (actions ? 1 : 0)}
                >
                  <TableRow
                    row={row}
                    columns={columns}
                    index={index}
                    tone={tone?.(row)}
                    tall={tall?.(row)}
                    name={nameOf(row)}
                    card={cards}
                    actions={cards ? undefined : actions}
                    openMenu={setMenu}
                    choosing={cards && selected?.choosing}
                    chosen={selected?.ids.has(row.id)}
                    select={selected?.select}
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
          fields={props.fields ?? ({} as RowFields<R>)}
          actions={(actions ?? noActions)(inSheet)}
          title={nameOf(inSheet)}
          onClose={() => setOpened(undefined)}
        />
      )}
      <RowMenu open={menu} onClose={() => setMenu(undefined)} />
    </>
  );
}

type HeaderProps<R> = { column: Column<R>; sorting: Sorting; cards: boolean };

function Header<R>({ column, sorting: { order, sortable, change }, cards }: HeaderProps<R>) {
  const { id, header, title, width = "auto", tight = width, align } = column;
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
        <SortButton
          header={header}
          title={title}
          sorted={sorted}
          onClick={() => change({ id, desc: sorted === "ascending" })}
        />
      ) : (
        header
      )}
    </th>
  );
}

const HiddenHead = (props: ComponentProps<"thead">) => <VisuallyHidden component="thead" {...props} />;

/** Fills the space of rows that are not in the document. */
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
  tall: boolean | undefined;
  name: string;
  card: boolean;
  actions: ((row: R) => RowActions) | undefined;
  openMenu: (menu: OpenMenu) => void;
  /** Pressing a card selects it instead of opening it. */
  choosing: boolean | undefined;
  /** Undefined if rows cannot be selected. */
  chosen: boolean | undefined;
  select: Selected["select"] | undefined;
  open: (id: string) => void;
};

const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<R extends Row>(props: RowProps<R>) {
  const { row, columns, index, tone, tall, name, card, choosing, chosen, select, open } = props;
  const actions = props.actions?.(row);
  const more = actions?.more;
  return (
    <tr
      role={role.row}
      aria-rowindex={index + 2}
      data-row={row.id}
      data-chosen={chosen || undefined}
      tabIndex={-1}
      data-tone={tone}
      data-tall={tall || undefined}
      className={classes.row}
    >
      {select && (!card || choosing) && (
        <td role={role.cell} className={classes.check}>
          <Check
            label={`Select ${name}`}
            checked={chosen ?? false}
            shortcut="x"
            onChange={(asRange) => select(row.id, asRange)}
          />
        </td>
      )}
      {columns.map(({ id, className, align, card: place, cell }) => (
        <td
          key={id}
          role={role.cell}
          className={className}
          data-align={align}
          style={card ? { gridArea: place } : undefined}
        >
          {cell(row)}
        </td>
      ))}
      {actions && (
        <td role={role.cell} data-align="right">
          <RowActionButtons
            main={actions.main}
            name={name}
            openMore={more && ((button) => props.openMenu({ button, label: name, actions: more() }))}
          />
        </td>
      )}
      {card && !choosing && (
        <td role={role.cell} className={classes.opener}>
          <button type="button" aria-label={`Details of ${name}`} onClick={() => open(row.id)}>
            <Icon name="right" size={16} />
          </button>
        </td>
      )}
    </tr>
  );
}

type CheckProps = {
  label: string;
  checked: boolean;
  shortcut?: string;
  /** Shift selects a range. */
  onChange: (asRange: boolean) => void;
};

/** Pressing anywhere in the cell toggles it. */
const Check = ({ label, checked, shortcut, onChange }: CheckProps) => (
  // Shift selects rows, not text.
  <label onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
    <input
      type="checkbox"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      checked={checked}
      onChange={({ nativeEvent }) => onChange((nativeEvent as MouseEvent).shiftKey)}
    />
  </label>
);
