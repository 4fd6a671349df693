import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Notice.module.css";

type Tone = "error" | "warning" | "success" | "plain";

/**
 * A message in the page. Errors interrupt a screen reader, the others wait for a pause;
 * `quiet` ones were there when the page came and announce nothing.
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
      <div className={classes.text}>{children}</div>
      {action && <Group gap={8}>{action}</Group>}
    </div>
  );
}
