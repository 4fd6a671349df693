import type { CSSProperties, ReactNode } from "react";
import classes from "./Columns.module.css";

type Props = { widths: string; gap?: number; children: ReactNode };

/** Columns side by side; below each other on narrow windows. */
export const Columns = ({ widths, gap, children }: Props) => (
  <div className={classes.columns} style={{ "--widths": widths, columnGap: gap } as CSSProperties}>
    {children}
  </div>
);
