import { Drawer } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import { useNarrow } from "../ui/use-narrow.ts";
import type { Column } from "./columns.ts";
import classes from "./RowSheet.module.css";

type Props<R> = { row: R; columns: readonly Column<R>[]; title: string; onClose: () => void };

/** Every column of a row in full, and its actions with their names. */
export function RowSheet<R>({ row, columns, title, onClose }: Props<R>) {
  const actions = columns.find(({ id }) => id === "actions");
  const narrow = useNarrow();
  useReturnedFocus();

  // Opening a dialog changes the address.
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
      {...(narrow
        ? ({ position: "bottom", size: "auto" } as const)
        : ({ position: "right", size: 440 } as const))}
      returnFocus={false}
      classNames={{ content: (narrow ? classes.sheet : classes.side) ?? "", title: "display" }}
    >
      <dl className={`ruled ${classes.facts}`}>
        {columns.map(
          (column) =>
            column !== actions && (
              <div key={column.id}>
                <dt className="quiet small">{column.header}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ),
        )}
      </dl>
      {actions && <div className={classes.actions}>{actions.cell(row)}</div>}
    </Drawer>
  );
}
