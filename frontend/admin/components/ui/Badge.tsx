import classes from "./Badge.module.css";
import { Money } from "./Money.tsx";

export type Tone = "fine" | "overdue" | "soon" | "quiet";

/** A word with a dot, so that the colour is never the only information. */
export const Badge = ({ tone, dot = true, children }: { tone: Tone; dot?: boolean; children: string }) => (
  <span className={classes.badge} data-tone={tone} data-dot={dot || undefined}>
    <Money>{children}</Money>
  </span>
);
