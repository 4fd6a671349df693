import { Button, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { count } from "../look/count.ts";
import { Notice } from "../look/Notice.tsx";
import classes from "./ListState.module.css";

export const ListLoading = ({ children }: { children: string }) => (
  <div className={classes.state} role="status">
    <Loader size="sm" aria-hidden="true" />
    <p>{children}</p>
  </div>
);

/** Nothing there yet, or nothing that matches: what this place is for, and what to do. */
export const ListEmpty = ({
  title,
  children,
  action,
}: {
  title: string;
  children: string;
  action?: ReactNode;
}) => (
  <div className={classes.state} role="status">
    <h3>{title}</h3>
    <p>{children}</p>
    {action}
  </div>
);

/** Some of what is stored could not be read: said beside the rest, which is all there. */
export const ListUnreadable = ({ unreadable = 0 }: { unreadable?: number | undefined }) =>
  unreadable > 0 && (
    <p className={classes.unreadable} role="status">
      {unreadable === 1 ? "1 record" : `${count(unreadable)} records`} could not be read and{" "}
      {unreadable === 1 ? "is" : "are"} not shown. Nothing was deleted; whoever runs the system finds the{" "}
      {unreadable === 1 ? "id" : "ids"} in its log.
    </p>
  );

/** The list could not be fetched, or not to its end; what came is shown all the same. */
export const ListFailure = ({ text, some, retry }: { text: string; some: boolean; retry: () => void }) => (
  <Notice
    tone="error"
    action={
      <Button size="sm" variant="default" onClick={retry}>
        Try again
      </Button>
    }
  >
    <p>{text}</p>
    <p>
      {some
        ? "What is shown below may be incomplete or out of date."
        : "Nothing was changed. Check your connection and try again."}
    </p>
  </Notice>
);
