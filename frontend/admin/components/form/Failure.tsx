import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { ApiError, failureText } from "../../../api.ts";
import { Money } from "../ui/Money.tsx";
import { Notice } from "../ui/Notice.tsx";

export type FailureProps = {
  error: Error | null | undefined;
  /** When the server refused, and when there was no response. */
  texts: readonly [refused: string, thrown: string] | ((error: Error) => string);
  /** Loads the latest version and keeps what was typed; offered when somebody else saved first. */
  reload?: () => Promise<void>;
  reloadLabel?: string;
  /** The next step for the person; the default is about typed values. */
  advice?: ReactNode;
};

type NoticeProps = Omit<ComponentProps<typeof Notice>, "tone" | "children"> & {
  error: Error | null | undefined;
  texts: readonly [refused: string, thrown: string];
  /** The next step for the person. */
  advice?: string;
};

/** Why a request failed, if it did. */
export const ErrorNotice = ({ error, texts, advice, ...props }: NoticeProps) =>
  error && (
    <Notice tone="error" reveal={!props.retry} {...props}>
      <p>
        <Money>{failureText(error, ...texts)}</Money>
      </p>
      {advice && <p>{advice}</p>}
    </Notice>
  );

/** Why saving failed, if it did. It takes the focus, so that people see it. */
export const Failure = ({ error, ...props }: FailureProps) => error && <Failed error={error} {...props} />;

function Failed({
  error,
  texts,
  reload,
  reloadLabel = "Load the latest, keep what I typed",
  advice = adviceOn(error),
}: FailureProps & { error: Error }) {
  const box = useRef<HTMLDivElement>(null);
  const load = useMutation({ mutationFn: async () => reload?.() });
  const hasConflict = error instanceof ApiError && error.status === 409 && reload !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new error takes the focus
  useEffect(() => box.current?.focus(), [error]);

  const button = (
    <Button
      size="sm"
      variant="default"
      aria-disabled={load.isPending}
      onClick={() => !load.isPending && load.mutate()}
    >
      {load.isPending ? "Loading..." : reloadLabel}
    </Button>
  );
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="error" action={hasConflict && button}>
        <p>
          <Money>{typeof texts === "function" ? texts(error) : failureText(error, ...texts)}</Money>
        </p>
        {!hasConflict && <p>{advice}</p>}
        {load.isError && <p>We could not load the latest version. Check your connection and try again.</p>}
      </Notice>
    </div>
  );
}

const adviceOn = (error: Error) =>
  error instanceof ApiError
    ? "Nothing was saved. What you typed is still here."
    : "It may not have been saved. What you typed is still here. Check your connection and try again.";
