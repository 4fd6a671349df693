import classes from "./Badge.module.css";

export type Tone = "fine" | "overdue" | "soon" | "quiet";

/** A word with a dot: the colour never says anything alone. */
export const Badge = ({ tone, dot = true, children }: { tone: Tone; dot?: boolean; children: string }) => (
  <span className={classes.badge} data-tone={tone} data-dot={dot || undefined}>
    {children}
  </span>
);
