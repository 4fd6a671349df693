import type { ReactNode } from "react";
import { count } from "../../words/count.ts";
import classes from "./Toolbar.module.css";

type Props = {
  id: string;
  title: string;
  shown: number;
  total: number;
  /** Further rows are still on their way. */
  loadingMore: boolean;
  children: ReactNode;
};

/** A list's name, its figures, and how much of it a filter leaves. */
export const ListHead = ({ id, title, shown, total, loadingMore, children }: Props) => (
  <div className={classes.head}>
    <h2 id={id}>{title}</h2>
    {children}
    <span className={classes.shown} role="status">
      {loadingMore ? "Loading the rest..." : shown < total ? `${count(shown)} shown` : ""}
    </span>
  </div>
);
