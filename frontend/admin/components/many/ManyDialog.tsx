import { Button, Group, Modal, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { count, counted } from "../../words/count.ts";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import { Notice } from "../ui/Notice.tsx";
import { usePhone } from "../ui/use-narrow.ts";
import classes from "./ManyDialog.module.css";
import { type Run, useRun } from "./use-run.ts";

export type Plan<R> = {
  doing: readonly R[];
  /** For whom nothing will be done, and why. */
  skipped: readonly { row: R; why: string }[];
};

type Props<R extends { id: string }> = Run<R> & {
  title: string;
  /** Undefined while it is worked out. */
  plan: Plan<R> | undefined;
  /** What will happen, in a sentence. */
  says: ReactNode;
  /** Completes "Record" and "recorded": `payment`. */
  button: string;
  noun: string;
  done: string;
  /** What the rows are. */
  rowNoun?: string;
  nameOf: (row: R) => string;
  /** What was chosen cannot be done. */
  blocked?: boolean;
  /** What is said of a row beside its name. */
  more: (row: R) => string;
  /** What is still to be chosen. */
  children?: ReactNode;
  /** With those that are not done; undefined where nothing was begun. */
  onClose: (left: readonly R[] | undefined) => void;
};

/** Says what will happen to many rows, does it, and says what became of each. */
export function ManyDialog<R extends { id: string }>(props: Props<R>) {
  const { title, plan, button, noun, done, nameOf } = props;
  const full = usePhone();
  useReturnedFocus();
  const { state, finished, failed, left, start, stop } = useRun(props);
  const all = plan?.doing.length ?? 0;
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "over") result.current?.focus();
  }, [state]);
  const close = () => state !== "running" && props.onClose(state === "over" ? left : undefined);
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
            {!plan && <p role="status">Looking at what applies...</p>}
            {plan && all > 0 && props.says}
            {plan && all === 0 && <Notice tone="plain">There is nothing to do for any of these.</Notice>}
            {all > 0 && props.children}
            {plan && all > 0 && (
              <Rows
                title={`For ${counted(all, props.rowNoun ?? "subscription")}`}
                rows={plan.doing}
                nameOf={nameOf}
                more={props.more}
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
                      left.length > failed.length && `${count(left.length - failed.length)} not begun`,
                    ]
                      .filter(Boolean)
                      .join(", ")}
                {state === "over" && "."}
              </p>
            </div>
          </div>
        )}
        {failed.length > 0 && (
          <Rows
            title={`${count(failed.length)} failed`}
            rows={failed.map(({ row }) => row)}
            nameOf={nameOf}
            more={({ id }) => failed.find(({ row }) => row.id === id)?.why ?? ""}
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
              {state === "over" || all === 0 ? "Close" : "Cancel"}
            </Button>
          )}
          {state === "asking" && all > 0 && plan && (
            <Button
              data-autofocus
              disabled={props.blocked ?? false}
              onClick={(event) => event.detail < 2 && start(plan.doing, false)}
            >{`${button} ${counted(all, noun)}`}</Button>
          )}
          {state === "over" && left.length > 0 && (
            <Button onClick={() => start(left, true)}>
              {failed.length > 0 ? `Try again for ${count(left.length)}` : `Go on with ${count(left.length)}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** Nobody reads more of them. */
const mostRows = 100;

type RowsProps<R> = {
  title: string;
  rows: readonly R[];
  nameOf: (row: R) => string;
  more: (row: R) => string;
  tone?: string;
};

function Rows<R extends { id: string }>({ title, rows, nameOf, more, tone }: RowsProps<R>) {
  const further = rows.length - mostRows;
  return (
    <section aria-label={title}>
      <h3 className={classes.title} data-tone={tone}>
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it can have the focus */}
      <ul className={`ruled ${classes.rows}`} tabIndex={0} aria-label={title}>
        {rows.slice(0, mostRows).map((row) => (
          <li key={row.id}>
            <span>{nameOf(row)}</span>
            <span className="quiet small figures">{more(row)}</span>
          </li>
        ))}
        {further > 0 && <li className="quiet">{`and ${count(further)} more`}</li>}
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
  const why = new Map(skipped.map((one) => [one.row.id, one.why]));
  return (
    <Rows
      title={`Left out: ${count(skipped.length)}`}
      rows={skipped.map(({ row }) => row)}
      nameOf={nameOf}
      more={({ id }) => why.get(id) ?? ""}
    />
  );
}
