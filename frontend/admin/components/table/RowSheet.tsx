import { Drawer } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { currencyOf } from "../../../../shared/money.ts";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import { Money } from "../ui/Money.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import type { Column } from "./columns.ts";
import { fieldEntries, type RowFields, valueText } from "./fields.ts";
import { ActionButton } from "./RowActions.tsx";
import classes from "./RowSheet.module.css";
import type { RowActions } from "./row-actions.ts";

type Props<R> = {
  row: R;
  columns: readonly Column<R>[];
  fields: RowFields<R>;
  actions: RowActions;
  title: string;
  onClose: () => void;
};

/** A row's actions, and everything the row knows. */
export function RowSheet<R>({ row, columns, fields, actions: { main, more }, title, onClose }: Props<R>) {
  const narrow = useNarrow();
  useReturnedFocus();

  // Opening a dialog changes the address.
  const { key } = useLocation();
  const opened = useRef(key);
  useEffect(() => {
    if (key !== opened.current) onClose();
  }, [key, onClose]);

  const shown = new Set(columns.map(({ id }) => id));
  const others = fieldEntries(fields).flatMap(([name, field]) => {
    const text = shown.has(name) ? "" : valueText(field, row[name], currencyOf(row as object));
    return text ? [{ name, label: field.label, text }] : [];
  });
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
      {(main || more) && (
        <div className={classes.actions}>
          {main && <ActionButton action={main} className={classes.main} />}
          {more?.().map((action) => (
            <ActionButton key={action.name} action={action} />
          ))}
        </div>
      )}
      <dl className={`ruled ${classes.facts}`}>
        {columns.map(({ id, header, cell }) => (
          <div key={id}>
            <dt className="quiet small">{header}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
        {others.map(({ name, label, text }) => (
          <div key={name}>
            <dt className="quiet small">{label}</dt>
            <dd>
              <Money>{text}</Money>
            </dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}
