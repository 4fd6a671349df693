import { Box, VisuallyHidden } from "@mantine/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type ComponentProps,
  type CSSProperties,
  Fragment,
  memo,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RowFields } from "../../../../shared/field-values.ts";
import { distinctNames } from "../../rules/distinct-names.ts";
import type { Sorting } from "../../rules/list-order.ts";
import type { Selected } from "../many/use-selection.ts";
import { BrokenRow } from "../ui/BrokenRow.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useOneAction, useTouch } from "../ui/use-narrow.ts";
import type { Column } from "./columns.ts";
import classes from "./DataTable.module.css";
import { type OpenMenu, type RowActions, RowMenu } from "./RowActions.tsx";
import { RowSheet } from "./RowSheet.tsx";
import { Check, type Row, role, TableRow } from "./TableRow.tsx";

/** The heights of the style sheet: rows of known height need no measuring. */
const ROW_HEIGHT_REM = { table: 2.75, touch: 3.5, tall: 3.75, card: 3.5, heading: 2.5 };

/** If all rows have one height, new rows need no new measurements. */
const noRows: readonly never[] = [];

/** Room for "Record payment", "Edit" and "⋯"; in narrow windows "Edit" is behind "⋯". */
const ACTIONS_WIDTH = { wide: "212px", tight: "118px" };

const noActions = (): RowActions => ({});
const noDetail = () => "";

export type Groups<R> = {
  /** The key of the row's group. */
  of: (row: R) => string;
  heading: (key: string) => ReactNode;
};

/** How the rows of a list look as a table, and as cards on phones. */
export type TableLook<R> = {
  columns: readonly Column<R>[];
  /** The declared fields: a row's sheet shows those that have no column. */
  fields?: RowFields<R> | undefined;
  actions?: ((row: R, name: string) => RowActions) | undefined;
  /** The width of the actions; by default room for "Record payment", "Edit" and "⋯". */
  actionsWidth?: string | undefined;
  /** The row's name for people. */
  nameOf: (row: R) => string;
  /** Tells rows of the same name apart. */
  detailOf?: ((row: R) => string) | undefined;
  tone?: ((row: R) => string | undefined) | undefined;
  /** Rows with a third line. */
  tall?: ((row: R) => boolean) | undefined;
  /** Opens a card; by default a sheet shows the whole row. */
  openCard?: ((id: string) => void) | undefined;
  /** A heading above the first of neighbouring rows that belong together. */
  groups?: Groups<R> | undefined;
  /** Rows of a table grow with their text, and are measured. Cards keep their height. */
  grows?: true | undefined;
};

type TableProps<R extends Row> = TableLook<R> & {
  label: string;
  /** The rows to show, in order. */
  rows: readonly R[];
  sorting: Sorting;
  /** Rows are cards of two lines without a header; a sheet shows the whole row. */
  cards: boolean;
  /** The selection, if rows can be selected. */
  selected?: Selected | undefined;
};

/** A table of any length: only the rows near the viewport are in the document. */
export const DataTable = memo(PlainTable) as typeof PlainTable;

function PlainTable<R extends Row>(props: TableProps<R>) {
  const {
    label,
    rows,
    cards,
    nameOf,
    detailOf = noDetail,
    tone,
    tall,
    groups,
    grows,
    selected,
    actions,
  } = props;
  const distinctName = useMemo(() => distinctNames(rows, nameOf, detailOf), [rows, nameOf, detailOf]);
  const columns = useMemo(
    () => (cards ? props.columns.filter(({ card }) => card) : props.columns),
    [props.columns, cards],
  );
  const [opened, setOpened] = useState<string>();
  const [menu, setMenu] = useState<OpenMenu>();
  const inSheet = cards ? rows.find(({ id }) => id === opened) : undefined;
  const unevenRows = tall || groups ? rows : noRows;
  const onTouch = useTouch();
  const oneAction = useOneAction();
  const groupAt = useCallback(
    (index: number) => {
      const [row, before] = [unevenRows[index], unevenRows[index - 1]];
      const key = row && groups?.of(row);
      return before && groups?.of(before) === key ? undefined : key;
    },
    [unevenRows, groups],
  );
  const heights = useMemo(() => {
    const { table, touch, tall: tallRow, card, heading } = ROW_HEIGHT_REM;
    const flat = onTouch ? touch : table;
    return (index: number) => {
      const row = unevenRows[index];
      const above = groupAt(index) === undefined ? 0 : heading;
      if (cards) return above + card;
      return above + (row && tall?.(row) ? tallRow : flat);
    };
  }, [cards, onTouch, tall, unevenRows, groupAt]);
  const { body, virtualizer } = useVirtualRows(rows.length, heights);
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  const above = (items[0]?.start ?? margin) - margin;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);

  const width = columns.length + (selected ? 1 : 0) + (actions ? 1 : 0);
  const longPress = useLongPress(cards ? selected?.select : undefined);

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
        <TableHead {...props} columns={columns} />
        <Gap ref={body} height={above} />
        <tbody role={role.group}>
          {items.map(({ index }) => {
            const row = rows[index];
            const group = groupAt(index);
            return (
              row && (
                <Fragment key={row.id}>
                  {group !== undefined && (
                    <tr role={role.row} className={classes.heading}>
                      <th role={role.rowHeader} scope="rowgroup" colSpan={width}>
                        {groups?.heading(group)}
                      </th>
                    </tr>
                  )}
                  <BrokenRow of={row} columns={width}>
                    <TableRow
                      row={row}
                      columns={columns}
                      index={index}
                      tone={tone?.(row)}
                      tall={!cards && tall?.(row)}
                      measure={grows && !cards ? virtualizer.measureElement : undefined}
                      name={distinctName(row)}
                      card={cards}
                      actions={cards ? undefined : actions}
                      oneAction={oneAction}
                      openMenu={setMenu}
                      choosing={cards && selected?.choosing}
                      chosen={selected?.ids.has(row.id)}
                      select={selected?.select}
                      open={props.openCard ?? setOpened}
                    />
                  </BrokenRow>
                </Fragment>
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
          actions={(actions ?? noActions)(inSheet, distinctName(inSheet))}
          title={nameOf(inSheet)}
          onClose={() => setOpened(undefined)}
        />
      )}
      <RowMenu open={menu} onClose={() => setMenu(undefined)} />
    </>
  );
}

function TableHead<R extends Row>({
  columns,
  sorting,
  cards,
  selected,
  actions,
  actionsWidth,
}: TableProps<R>) {
  // For cards only screen readers get the header.
  const Head = cards ? HiddenHead : "thead";
  return (
    <Head role={role.group}>
      <tr role={role.row} aria-rowindex={1}>
        {selected && (
          <th role={role.header} scope="col" className={classes.check}>
            <Check label="Select all shown rows" checked={selected.all} onChange={selected.selectAll} />
          </th>
        )}
        {columns.map((column) => (
          <Header key={column.id} column={column} sorting={sorting} cards={cards} />
        ))}
        {(cards || actions) && (
          <th
            role={role.header}
            scope="col"
            className={classes.actions}
            data-main={actionsWidth === undefined || undefined}
            data-align="right"
            style={
              {
                "--wide": actionsWidth ?? ACTIONS_WIDTH.wide,
                "--tight": actionsWidth ?? ACTIONS_WIDTH.tight,
              } as CSSProperties
            }
          >
            {cards ? "Details" : "Actions"}
          </th>
        )}
      </tr>
    </Head>
  );
}

type HeaderProps<R> = { column: Column<R>; sorting: Sorting; cards: boolean };

/** A column's header: sorts by it, and a second press reverses the order. */
function Header<R>({ column, sorting: { order, sortable, change }, cards }: HeaderProps<R>) {
  const { id, header, title, width = "auto", tight = width, align, className } = column;
  const sorted = order.id === id ? (order.desc ? "descending" : "ascending") : undefined;
  return (
    <th
      role={role.header}
      scope="col"
      className={className}
      data-align={align}
      style={{ "--wide": width, "--tight": tight } as CSSProperties}
      aria-sort={sorted}
    >
      {id in sortable && !cards ? (
        <button
          type="button"
          className={`printed ${classes.sort}`}
          data-sorted={sorted}
          title={title}
          onClick={() => change({ id, desc: sorted === "ascending" })}
        >
          <span>{header}</span>
          <Icon name={sorted === "descending" ? "down" : "up"} size={14} />
        </button>
      ) : (
        header
      )}
    </th>
  );
}

const HiddenHead = (props: ComponentProps<"thead">) => <VisuallyHidden component="thead" {...props} />;

/** Fills the space of rows that are not in the document. */
const Gap = ({ height, ref }: { height: number; ref?: Ref<HTMLTableSectionElement> }) => (
  <tbody ref={ref} aria-hidden="true">
    {height > 0 && (
      <tr>
        <Box component="td" h={height} p={0} bd={0} />
      </tr>
    )}
  </tbody>
);

/** The rows near the viewport, by their heights in rem; `body` marks the start of the first one. */
function useVirtualRows(count: number, remOf: (index: number) => number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [rootSize] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const estimateSize = (index: number) => remOf(index) * rootSize;
  const virtualizer = useWindowVirtualizer({ count, estimateSize, overscan: 6, scrollMargin });

  // Messages and filters above the table change its position.
  useLayoutEffect(() => {
    const top = body.current && Math.round(body.current.getBoundingClientRect().top + window.scrollY);
    if (top !== null && top !== scrollMargin) setScrollMargin(top);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new row heights need new measurements
  useLayoutEffect(() => virtualizer.measure(), [remOf]);
  return { body, virtualizer };
}

/** The same values as on phones. */
const LONG_PRESS_MS = 500;
const MAX_MOVE_PX = 10;

type Press = { timer: ReturnType<typeof setTimeout>; x: number; y: number };

/** A long press on a card selects its row. */
function useLongPress(select: Selected["select"] | undefined) {
  const press = useRef<Press>(undefined);
  if (!select) return undefined;
  const end = () => clearTimeout(press.current?.timer);
  return {
    onPointerDown({ target, pointerType, clientX, clientY }: PointerEvent) {
      end();
      const id = target instanceof Element && target.closest<HTMLElement>("[data-row]")?.dataset.row;
      if (!id || pointerType !== "touch" || target.closest("input, label")) return;
      press.current = {
        timer: setTimeout(() => select(id, { asRange: false }), LONG_PRESS_MS),
        x: clientX,
        y: clientY,
      };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = 0, y = 0 } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
