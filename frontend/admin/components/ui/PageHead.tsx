import type { ReactNode } from "react";
import classes from "./PageHead.module.css";
import { usePage } from "./use-page.ts";

/** A page's title, one line of what it is for, and its main action. */
export function PageHead({
  title,
  name = title,
  lead,
  action,
  brief,
}: {
  title: string;
  /** What the browser's tab says, where that is shorter. */
  name?: string;
  lead: string;
  action?: ReactNode;
  /** On a phone the title is enough: what follows is to be seen at once. */
  brief?: boolean;
}) {
  const heading = usePage(name);
  return (
    <header className={classes.head} data-brief={brief}>
      <div>
        <h1 {...heading}>{title}</h1>
        <p className={`quiet ${classes.lead}`}>{lead}</p>
      </div>
      {action}
    </header>
  );
}
