import { type CSSProperties, memo } from "react";
import type { Selected } from "../many/use-selection.ts";
import { Icon } from "../ui/Icon.tsx";
import type { Column } from "./columns.ts";
import classes from "./DataTable.module.css";
import { type OpenMenu, RowActionButtons, type RowActions } from "./RowActions.tsx";

export type Row = { id: string };

// In some browsers a row with a grid layout loses its native role, so the roles are explicit.
export const role = {
  table: "table",
  group: "rowgroup",
  row: "row",
  header: "columnheader",
  rowHeader: "rowheader",
  cell: "cell",
};

type RowProps<R extends Row> = {
  row: R;
  columns: readonly Column<R>[];
  index: number;
  tone: string | undefined;
  tall: boolean | undefined;
  /** Its height follows its text, and the list has to know it. */
  measure: ((row: Element | null) => void) | undefined;
  name: string;
  card: boolean;
  actions: ((row: R, name: string) => RowActions) | undefined;
  /** Only the first action has a word; "Edit" is in the menu. */
  oneAction: boolean;
  openMenu: (menu: OpenMenu) => void;
  /** Pressing a card selects it instead of opening it. */
  choosing: boolean | undefined;
  /** Undefined if rows cannot be selected. */
  chosen: boolean | undefined;
  select: Selected["select"] | undefined;
  open: (id: string) => void;
};

export const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<R extends Row>(props: RowProps<R>) {
  const { row, columns, index, tone, tall, measure, name, card, choosing, chosen, select, open } = props;
  const own = props.actions?.(row, name);
  const actions = own && props.oneAction ? withOneAction(own) : own;
  const more = actions?.more;
  const header = columns.find(({ names }) => names) ?? columns.find(({ check }) => !check);
  return (
    <tr
      role={role.row}
      // The shortcuts focus the row, and a row without a name is only "row" to somebody who listens.
      aria-label={name}
      aria-rowindex={index + 2}
      data-row={row.id}
      data-chosen={chosen || undefined}
      tabIndex={-1}
      data-tone={tone}
      data-tall={tall || undefined}
      data-grows={measure && true}
      data-index={index}
      ref={measure}
      className={`row ${classes.row}`}
    >
      {select && (!card || choosing) && (
        <td role={role.cell} className={classes.check}>
          <Check
            label={`Select ${name}`}
            checked={chosen ?? false}
            shortcut="x"
            onChange={(asRange) => select(row.id, { asRange })}
          />
        </td>
      )}
      {columns.map((column) => {
        const { id, className, check, align, card: place, cell } = column;
        const isHeader = column === header;
        const Cell = isHeader ? "th" : "td";
        return (
          <Cell
            key={id}
            role={isHeader ? role.rowHeader : role.cell}
            scope={isHeader ? "row" : undefined}
            className={check ? classes.check : className}
            data-align={align}
            style={card ? placeInCard(place) : undefined}
          >
            {cell(row)}
          </Cell>
        );
      })}
      {actions && (
        <td role={role.cell} data-align="right">
          <RowActionButtons
            main={actions.main}
            edit={actions.edit}
            name={name}
            openMore={more && ((button) => props.openMenu({ button, label: name, actions: more() }))}
          />
        </td>
      )}
      {card && !choosing && (
        <td role={role.cell} className={classes.opener}>
          <button
            type="button"
            className="quiet"
            aria-label={`Details of ${name}`}
            onClick={() => open(row.id)}
          >
            <Icon name="right" size={16} />
          </button>
        </td>
      )}
    </tr>
  );
}

const withOneAction = (actions: RowActions): RowActions => {
  const { main, edit, more } = actions;
  return main && edit ? { main, more: () => [edit, ...(more?.() ?? [])] } : actions;
};

type CheckProps = {
  label: string;
  checked: boolean;
  shortcut?: string;
  /** Shift selects a range. */
  onChange: (asRange: boolean) => void;
};

/** Pressing anywhere in the cell toggles it. */
export const Check = ({ label, checked, shortcut, onChange }: CheckProps) => (
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

/** The second column of a card ends at its right edge. */
const placeInCard = (place: string | undefined): CSSProperties => ({
  gridArea: place,
  ...(place?.match(/^\d \/ 2$/) && { justifySelf: "end", textAlign: "end" }),
});
