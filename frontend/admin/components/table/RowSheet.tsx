import { Drawer } from "@mantine/core";
import { type Cell, useTable } from "@tanstack/react-table";
import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import { type Columns, type Features, features } from "./columns.ts";
import classes from "./RowSheet.module.css";

type Record = { id: string };
type Props<R extends Record> = { row: R; columns: Columns<R>; title: string; onClose: () => void };

/** All of a row whose card has room for its beginning only: every column in full, and its actions with their names. */
export function RowSheet<R extends Record>({ row, columns, title, onClose }: Props<R>) {
  const data = useMemo(() => [row], [row]);
  const table = useTable({ features, columns, data, getRowId: ({ id }) => id });
  const cells = table.getRowModel().rows[0]?.getAllCells() ?? [];
  const actions = cells.find(({ column }) => column.id === "actions");
  useReturnedFocus();

  // An action that opens a dialog leads to another address.
  const { key } = useLocation();
  const opened = useRef(key);
  useEffect(() => {
    if (key !== opened.current) onClose();
  }, [key, onClose]);

  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="bottom"
      size="auto"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ "aria-label": "Close", size: 44 }}
      classNames={{ content: classes.sheet ?? "", title: classes.title ?? "" }}
    >
      <dl className={classes.facts}>
        {cells.map((cell) =>
          cell === actions ? null : (
            <div key={cell.id}>
              <dt>{String(cell.column.columnDef.header)}</dt>
              <dd>{contentOf(cell)}</dd>
            </div>
          ),
        )}
      </dl>
      {actions && <div className={classes.actions}>{contentOf(actions)}</div>}
    </Drawer>
  );
}

function contentOf<R extends Record>(cell: Cell<Features, R>) {
  const { cell: content } = cell.column.columnDef;
  return typeof content === "function" ? content(cell.getContext()) : content;
}
