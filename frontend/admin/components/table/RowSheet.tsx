import { Box, Drawer, Stack } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { RowFields } from "../../../../shared/field-values.ts";
import { factsOf } from "../../rules/list-fields.ts";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import { Money } from "../ui/Money.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import type { Column } from "./columns.ts";
import { ActionButton, type RowActions } from "./RowActions.tsx";
import classes from "./RowSheet.module.css";

type Props<R> = {
  row: R;
  columns: readonly Column<R>[];
  fields: RowFields<R>;
  actions: RowActions;
  title: string;
  onClose: () => void;
};

const fromBelow = { flex: "1 1 100%", height: "auto", maxHeight: "88dvh", borderRadius: "14px 14px 0 0" };

/** A row's actions, and everything the row knows. */
export function RowSheet<R>({
  row,
  columns,
  fields,
  actions: { main, edit, more, page },
  title,
  onClose,
}: Props<R>) {
  const narrow = useNarrow();
  useReturnedFocus();

  // Opening a dialog changes the address.
  const { key } = useLocation();
  const opened = useRef(key);
  useEffect(() => {
    if (key !== opened.current) onClose();
  }, [key, onClose]);

  const otherFacts = factsOf(
    row,
    fields,
    columns.map(({ id }) => id),
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      {...(narrow
        ? ({ position: "bottom", size: "auto", styles: { content: fromBelow } } as const)
        : ({ position: "right", size: 440 } as const))}
      returnFocus={false}
    >
      {(main || edit || more || page) && (
        <Stack className={classes.actions ?? ""} gap={8} maw="40rem" pb={16}>
          {main && <ActionButton action={main} className={classes.main} />}
          {page && <ActionButton action={page} />}
          {edit && <ActionButton action={edit} />}
          {more?.().map((action) => (
            <ActionButton key={action.name} action={action} />
          ))}
        </Stack>
      )}
      <Box component="dl" className={`ruled ${classes.facts}`} maw="40rem">
        {columns.map(({ id, header, cell }) => (
          <div key={id} className="fact">
            <dt className="quiet small">{header}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
        {otherFacts.map(({ name, label, text }) => (
          <div key={name} className="fact">
            <dt className="quiet small">{label}</dt>
            <dd>
              <Money>{text}</Money>
            </dd>
          </div>
        ))}
      </Box>
    </Drawer>
  );
}
