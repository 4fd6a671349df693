import { Button, Loader } from "@mantine/core";
import type { ReactNode } from "react";
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
