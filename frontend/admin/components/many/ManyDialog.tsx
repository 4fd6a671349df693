import { Button, Group, Modal, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { count, counted } from "../../labels/count.ts";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import { Money } from "../ui/Money.tsx";
import { Notice } from "../ui/Notice.tsx";
import { usePhone } from "../ui/use-narrow.ts";
import classes from "./ManyDialog.module.css";
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
  /** What will happen, in a sentence. */
  summary: ReactNode;
  /** The button "Record 2 payments" and the result "2 payments recorded": `Record`, `payment`, `recorded`. */
  button: string;
  noun: string;
  done: string;
  /** The noun for a row. */
  rowNoun?: string;
  nameOf: (row: R) => string;
  /** The chosen values are not valid. */
  blocked?: boolean;
  /** The text beside a row's name. */
  detail: (row: R) => string;
  /** Fields of the dialog. */
  children?: ReactNode;
  /** With the rows that are not done; undefined if the run did not start. */
  onClose: (remaining: readonly R[] | undefined) => void;
};

/** Shows what will happen to many rows, does it, and shows the results. */
export function ManyDialog<R extends { id: string }>(props: Props<R>) {
  const { title, plan, button, noun, done, nameOf } = props;
  const full = usePhone();
  useReturnedFocus();
  const { state, finished, failed, remaining, start, stop } = useRun(props);
  const all = plan?.rows.length ?? 0;
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "finished") result.current?.focus();
  }, [state]);
  const close = () => state !== "running" && props.onClose(state === "finished" ? remaining : undefined);
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={560}
      fullScreen={full}
      returnFocus={false}
      classNames={{ content: classes.content ?? "", title: "display", header: classes.content ?? "" }}
    >
      <Stack pt={8}>
        {state === "asking" && (
          <>
            {!plan && <p role="status">Loading...</p>}
            {plan && all > 0 && props.summary}
            {plan && all === 0 && <Notice tone="plain">There is nothing to do for these rows.</Notice>}
            {all > 0 && props.children}
            {plan && all > 0 && (
              <Rows
                title={`For ${counted(all, props.rowNoun ?? "subscription")}`}
                rows={plan.rows}
                nameOf={nameOf}
                detail={props.detail}
              />
            )}
            {plan && plan.skipped.length > 0 && <Skipped skipped={plan.skipped} nameOf={nameOf} />}
          </>
        )}
        {state !== "asking" && (
          <div>
            <progress className={classes.progress} aria-label={title} max={all} value={finished} />
            <div ref={result} tabIndex={-1} className={classes.result}>
              <p role="status">
                {state === "running"
                  ? `${count(finished)} of ${count(all)} ${done}...`
                  : [
                      `${counted(finished, noun)} ${done}`,
                      failed.length > 0 && `${count(failed.length)} failed`,
                      remaining.length > failed.length &&
                        `${count(remaining.length - failed.length)} not started`,
                    ]
                      .filter(Boolean)
                      .join(", ")}
                {state === "finished" && "."}
              </p>
            </div>
          </div>
        )}
        {failed.length > 0 && (
          <Rows
            title={`${count(failed.length)} failed`}
            rows={failed.map(({ row }) => row)}
            nameOf={nameOf}
            detail={({ id }) => failed.find(({ row }) => row.id === id)?.reason ?? ""}
            tone="overdue"
          />
        )}
        <Group justify="flex-end" gap={12} pt={4}>
          {state === "running" ? (
            <Button variant="default" onClick={stop}>
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
              onClick={(event) => event.detail < 2 && start(plan.rows, false)}
            >{`${button} ${counted(all, noun)}`}</Button>
          )}
          {state === "finished" && remaining.length > 0 && (
            <Button onClick={() => start(remaining, true)}>
              {failed.length > 0
                ? `Try again for ${count(remaining.length)}`
                : `Continue with ${count(remaining.length)}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const MAX_ROWS = 100;

type RowsProps<R> = {
  title: string;
  rows: readonly R[];
  nameOf: (row: R) => string;
  detail: (row: R) => string;
  tone?: string;
};

function Rows<R extends { id: string }>({ title, rows, nameOf, detail, tone }: RowsProps<R>) {
  const hidden = rows.length - MAX_ROWS;
  return (
    <section aria-label={title}>
      <h3 className={classes.title} data-tone={tone}>
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and contains nothing focusable */}
      <ul className={`ruled ${classes.rows}`} tabIndex={0} aria-label={title}>
        {rows.slice(0, MAX_ROWS).map((row) => (
          <li key={row.id}>
            <span>{nameOf(row)}</span>
            <span className="quiet small figures">
              <Money>{detail(row)}</Money>
            </span>
          </li>
        ))}
        {hidden > 0 && <li className="quiet">{`and ${count(hidden)} more`}</li>}
      </ul>
    </section>
  );
}

function Skipped<R extends { id: string }>({
  skipped,
  nameOf,
}: {
  skipped: Plan<R>["skipped"];
  nameOf: (row: R) => string;
}) {
  const reasons = new Map(skipped.map(({ row, reason }) => [row.id, reason]));
  return (
    <Rows
      title={`Skipped: ${count(skipped.length)}`}
      rows={skipped.map(({ row }) => row)}
      nameOf={nameOf}
      detail={({ id }) => reasons.get(id) ?? ""}
    />
  );
}
