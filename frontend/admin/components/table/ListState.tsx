import { Button, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError } from "../../../api.ts";
import { count } from "../../words/count.ts";
import { Notice } from "../ui/Notice.tsx";
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

type Failure = {
  error: Error;
  /** What is said when the server refused, and when there was no answer. */
  words: readonly [refused: string, thrown: string];
  /** Whether some of it is shown all the same. */
  some: boolean;
  retry: () => void;
};

/** What a screen is for could not be fetched, or not to its end. */
export const ListFailure = ({ error, words: [refused, thrown], some, retry }: Failure) => (
  <Notice
    tone="error"
    action={
      <Button size="sm" variant="default" onClick={retry}>
        Try again
      </Button>
    }
  >
    <p>{error instanceof ApiError ? refused : thrown}</p>
    <p>
      {[adviceOn(error), some && "What is shown below may be incomplete or out of date."]
        .filter(Boolean)
        .join(" ")}
    </p>
  </Notice>
);

function adviceOn(error: Error): string {
  if (!(error instanceof ApiError)) return "Nothing was changed. Check your connection and try again.";
  if (error.status < 500 && error.message) return error.message;
  const reference =
    error.requestId && ` If it stays so, tell whoever looks after the system: request ${error.requestId}.`;
  return `Nothing was changed. Try again in a moment.${reference ?? ""}`;
}
