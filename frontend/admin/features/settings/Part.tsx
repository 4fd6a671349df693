import { Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./SettingsPage.module.css";

type Props = { title: string; badge?: ReactNode; children: ReactNode };

/** A part of a card, under a line. */
export const Part = ({ title, badge, children }: Props) => (
  <Stack gap={10} align="flex-start" className={`apart ${classes.part}`}>
    <Group component="h3" gap={10}>
      {title}
      {badge}
    </Group>
    {children}
  </Stack>
);
