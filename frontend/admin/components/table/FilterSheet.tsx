import { Button, Drawer, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import classes from "./RowSheet.module.css";

type Props = {
  /** The text with the number of rows shown. */
  shown: string;
  showAll: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Filters and order of a list on narrow windows. Changes apply immediately. */
export function FilterSheet({ shown, showAll, onClose, children }: Props) {
  useReturnedFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Filters"
      position="bottom"
      size="auto"
      returnFocus={false}
      classNames={{ content: classes.sheet ?? "", title: "display" }}
    >
      <Stack gap={20} maw="40rem">
        {children}
        <Group grow>
          <Button size="md" variant="default" onClick={showAll}>
            Show all
          </Button>
          <Button size="md" onClick={onClose}>
            {shown}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
