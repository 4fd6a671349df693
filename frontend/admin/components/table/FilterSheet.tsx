import { Button, Drawer, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import classes from "./RowSheet.module.css";

type Props = {
  /** How many rows are left. */
  shown: string;
  showAll: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** All that narrows a list, and its order, where there is no room for it above the list. The list follows at once. */
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
