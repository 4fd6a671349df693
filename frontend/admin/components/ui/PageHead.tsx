import type { ReactNode } from "react";
import classes from "./PageHead.module.css";
import { usePage } from "./use-page.ts";

/** A page's title, a line about its purpose, and its main action. */
export function PageHead({
  title,
  name = title,
  lead,
  action,
  brief,
}: {
  title: string;
  /** A shorter title for the browser's tab. */
  name?: string;
  lead: string;
  action?: ReactNode;
  /** Hides the line on phones, to show the content sooner. */
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
