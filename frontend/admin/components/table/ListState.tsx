import { Button, Loader, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError } from "../../../api.ts";
import { count } from "../../words/count.ts";
import { Notice } from "../ui/Notice.tsx";

const state = { gap: 8, align: "center", px: 16, py: 64, ta: "center" } as const;

export const ListLoading = ({ children }: { children: string }) => (
  <Stack {...state} role="status">
    <Loader size="sm" aria-hidden="true" />
    <p className="quiet">{children}</p>
  </Stack>
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
  <Stack {...state} role="status">
    <h3 style={{ fontSize: "1.125rem" }}>{title}</h3>
    <p className="quiet" style={{ maxWidth: "44ch", marginBottom: 8 }}>
      {children}
    </p>
    {action}
  </Stack>
);

/** Some of what is stored could not be read: said beside the rest, which is all there. */
export const ListUnreadable = ({ unreadable = 0 }: { unreadable?: number | undefined }) =>
  unreadable > 0 && (
    <p className="quiet small" style={{ marginBottom: 12 }} role="status">
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
