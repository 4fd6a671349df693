import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Money } from "./Money.tsx";
import classes from "./Notice.module.css";

type Tone = "error" | "warning" | "success" | "plain";

/**
 * A message in the page. Screen readers announce errors immediately and the others at the next pause, but not `quiet`
 * ones, which are part of the page from the start.
 */
export function Notice({
  tone,
  quiet,
  action,
  children,
}: {
  tone: Tone;
  quiet?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  const role = quiet ? undefined : tone === "error" ? "alert" : "status";
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      <div className={classes.text}>
        {typeof children === "string" ? <Money>{children}</Money> : children}
      </div>
      {action && <Group gap={8}>{action}</Group>}
    </div>
  );
}
