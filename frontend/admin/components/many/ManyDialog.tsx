import { Button, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { count, counted } from "../../../../shared/count.ts";
import { Dialog, DialogFooter } from "../form/Dialog.tsx";
import { Notice } from "../ui/Notice.tsx";
import { Rows } from "./Rows.tsx";
import { type Run, useRun } from "./use-run.ts";

export type Plan<R> = {
  rows: readonly R[];
  /** The rows that are left out, and why. */
  skipped: readonly { row: R; reason: string }[];
};

type Props<R extends { id: string }> = Run<R> & {
  title: string;
  /** Undefined while it loads. */
  plan: Plan<R> | undefined;
  /** Tells what will happen. */
  summary: ReactNode;
  /** The text of the button, for the planned rows: `Record 2 payments`. */
  button: (rows: readonly R[]) => string;
  /** The result, for the rows that are done: `2 payments recorded`. */
  result: (done: readonly R[]) => string;
  /** Names the kind of row: `subscription`. */
  noun: string;
  nameOf: (row: R) => string;
  /** The text beside a row's name. */
  detail: (row: R) => string;
  /** The number of records in rows; by default each row is one. */
  sizeOf?: (rows: readonly R[]) => number;
  /** The chosen values are not valid. */
  blocked?: boolean;
  /** Fields of the dialog. */
  children?: ReactNode;
  /** With the rows that are not done; undefined if the run did not start. */
  onClose: (remaining: readonly R[] | undefined) => void;
};

const numberOf = (rows: readonly unknown[]) => rows.length;
const idOf = ({ id }: { id: string }) => id;

/** Shows what will happen to many rows, does it, and shows the results. */
export function ManyDialog<R extends { id: string }>(props: Props<R>) {
  const { title, plan, button, result, noun, nameOf, sizeOf = numberOf } = props;
  const { state, done, failed, remaining, start, stop } = useRun(props);
  const all = sizeOf(plan?.rows ?? []);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "finished") outcome.current?.focus();
  }, [state]);
  const remainingCount = sizeOf(remaining);
  const failures = sizeOf(failed.map(({ row }) => row));
  const close = () => state !== "running" && props.onClose(state === "finished" ? remaining : undefined);
  return (
    <Dialog title={title} onClose={close}>
      <Stack pt={4}>
        {state === "asking" && (
          <>
            {!plan && <p role="status">Loading...</p>}
            {plan && all > 0 && props.summary}
            {plan && all === 0 && <Notice tone="plain">There is nothing to do for these rows.</Notice>}
            {all > 0 && props.children}
            {plan && all > 0 && (
              <Rows
                title={`For ${counted(all, noun)}`}
                rows={plan.rows}
                idOf={idOf}
                nameOf={nameOf}
                detail={props.detail}
              />
            )}
            {plan && plan.skipped.length > 0 && (
              <Rows
                title={`Skipped: ${count(plan.skipped.length)}`}
                rows={plan.skipped}
                idOf={({ row }) => row.id}
                nameOf={({ row }) => nameOf(row)}
                detail={({ reason }) => reason}
              />
            )}
          </>
        )}
        {state !== "asking" && (
          <div>
            <progress
              style={{ width: "100%", height: 10, accentColor: "var(--accent)" }}
              aria-label={title}
              max={all}
              value={sizeOf(done)}
            />
            <div ref={outcome} tabIndex={-1} style={{ outline: "none" }}>
              <p role="status">
                {state === "running"
                  ? `${count(sizeOf(done))} of ${counted(all, noun)}...`
                  : `${[
                      result(done),
                      failures > 0 && `${count(failures)} failed`,
                      remainingCount > failures && `${count(remainingCount - failures)} not started`,
                    ]
                      .filter(Boolean)
                      .join(", ")}.`}
              </p>
            </div>
          </div>
        )}
        {failed.length > 0 && (
          <Rows
            title={`${count(failures)} failed`}
            rows={failed}
            idOf={({ row }) => row.id}
            nameOf={({ row }) => nameOf(row)}
            detail={({ reason }) => reason}
            tone="overdue"
          />
        )}
        <DialogFooter>
          {state === "running" ? (
            // Apart from "Close", so that a late press does not close the results.
            <Button variant="default" mr="auto" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              {state === "finished" || all === 0 ? "Close" : "Cancel"}
            </Button>
          )}
          {state === "asking" && all > 0 && plan && (
            <Button
              data-autofocus
              disabled={props.blocked ?? false}
              onClick={(event) => event.detail < 2 && start(plan.rows, { isRetry: false })}
            >
              {button(plan.rows)}
            </Button>
          )}
          {state === "finished" && remaining.length > 0 && (
            <Button onClick={() => start(remaining, { isRetry: true })}>
              {failed.length > 0
                ? `Try again for ${count(remainingCount)}`
                : `Continue with ${count(remainingCount)}`}
            </Button>
          )}
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
