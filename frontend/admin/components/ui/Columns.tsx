import type { CSSProperties, ReactNode } from "react";
import classes from "./Columns.module.css";

type Props = { widths: string; gap?: number; children: ReactNode };

/** What stands side by side, and below each other where there is less room. */
export const Columns = ({ widths, gap, children }: Props) => (
  <div className={classes.columns} style={{ "--widths": widths, columnGap: gap } as CSSProperties}>
    {children}
  </div>
);
