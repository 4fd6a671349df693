import { Group, Modal, SimpleGrid, Stack } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Money } from "../ui/Money.tsx";
import { usePhone } from "../ui/use-narrow.ts";
import classes from "./Dialog.module.css";
import { useReturnedFocus } from "./use-returned-focus.ts";

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A dialog; on a phone it fills the screen. */
export function Dialog({ title, onClose, children }: Props) {
  const fullScreen = usePhone();
  useReturnedFocus();
  return (
    <Modal opened onClose={onClose} title={title} size={560} fullScreen={fullScreen} returnFocus={false}>
      {children}
    </Modal>
  );
}

/** The buttons of a dialog. They stay in view while the rest scrolls. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <Group
    className="apart"
    pos="sticky"
    bottom={0}
    px={16}
    py={12}
    mx={-16}
    mb={-16}
    bg="var(--footer, var(--surface))"
    style={{ zIndex: 1 }}
    justify="flex-end"
    gap={12}
  >
    {children}
  </Group>
);

/** Sentences that tell the effect of the form. They stay in view while the fields below scroll. */
export const DialogSummary = ({ children }: { children: readonly string[] }) => (
  <p role="status" className={`quiet ${classes.summary}`}>
    <Money>{children.join(" ")}</Money>
  </p>
);

/** Two related fields, side by side if there is room. */
export const Pair = ({
  minWidth = "13rem",
  children,
}: {
  minWidth?: number | string;
  children: ReactNode;
}) => (
  <SimpleGrid minColWidth={minWidth} autoFlow="auto-fit" spacing={16}>
    {children}
  </SimpleGrid>
);

type MoreProps = {
  editing: boolean;
  /** Something else filled one of them. */
  filled?: boolean;
  children: ReactNode;
};

/** Fields that few people need. They open if the record is being edited, if one of them has an error, or is filled. */
export function More({ editing, filled = false, children }: MoreProps) {
  const [open, setOpen] = useState(editing);
  useLayoutEffect(() => {
    if (filled) setOpen(true);
  }, [filled]);
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (details.current?.querySelector('[aria-invalid="true"]')) setOpen(true);
  });
  return (
    <details ref={details} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>More</summary>
      <Stack pt={8}>{children}</Stack>
    </details>
  );
}
