import { Button, Group, Modal, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { mostKept } from "../../../../../shared/statement-lines.ts";
import type { Subscription } from "../../../../../shared/subscriptions.ts";
import { useReturnedFocus } from "../../../components/form/use-returned-focus.ts";
import { useRun } from "../../../components/many/use-run.ts";
import { usePhone } from "../../../components/ui/use-narrow.ts";
import { count, counted } from "../../../words/count.ts";
import { nameOfEntry } from "./columns.tsx";
import { type Entry, isKept, toRecord } from "./entries.ts";
import { planOf } from "./match.ts";
import { keep, record, showStored } from "./recording.ts";

/** A payment to record, or some lines to keep. */
type Unit = { id: string; entries: readonly Entry[]; kept: boolean };

const unitsOf = (entries: readonly Entry[]): Unit[] => {
  const kept = entries.filter(isKept);
  return [
    ...entries.flatMap((entry) => (toRecord(entry) ? [{ id: entry.id, entries: [entry], kept: false }] : [])),
    ...Array.from({ length: Math.ceil(kept.length / mostKept) }, (_, part) => ({
      id: `kept ${part}`,
      entries: kept.slice(part * mostKept, (part + 1) * mostKept),
      kept: true,
    })),
  ];
};
const linesIn = (units: readonly Unit[], kept: boolean): number =>
  units.filter((unit) => unit.kept === kept).reduce((sum, unit) => sum + unit.entries.length, 0);

type Props = { entries: readonly Entry[]; onClose: (begun: boolean) => void };

/** Records what is ticked and keeps the rest, once it was said what that is. */
export default function RunDialog({ entries, onClose }: Props) {
  const queryClient = useQueryClient();
  const full = usePhone();
  useReturnedFocus();
  const [units] = useState(() => unitsOf(entries));
  const saved = useRef(new Map<string, Subscription>());
  const turns = useRef(new Map<string, Promise<unknown>>());
  const finished = useRef<Unit[]>([]);
  const { state, failed, left, start, stop } = useRun<Unit>({
    work: async (unit) => {
      const [entry] = unit.entries;
      const chosen = entry && toRecord(entry);
      if (unit.kept) await keep(unit.entries);
      else if (chosen) {
        const { id } = chosen.subscription;
        // Of one subscription one after the other: what one payment pays, the next finds paid.
        const before = turns.current.get(id);
        const mine = (async () => {
          await before?.catch(() => {});
          const now = saved.current.get(id);
          const plan = now ? planOf(now, entry.line.cents) : chosen.plan;
          if (!plan) throw new Error("Nothing is due any more.");
          saved.current.set(id, await record(entry, { ...chosen, plan }));
        })();
        turns.current.set(id, mine);
        await mine;
      }
      finished.current.push(unit);
      return undefined;
    },
    onProgress: (over) => over && showStored(queryClient, [...saved.current.values()]),
  });
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "over") result.current?.focus();
  }, [state]);
  const close = () => state !== "running" && onClose(state === "over");
  const [recorded, kept] = [linesIn(units, false), linesIn(units, true)];
  const [recordedNow, keptNow] = [linesIn(finished.current, false), linesIn(finished.current, true)];
  const of = (some: readonly Unit[]) => linesIn(some, false) + linesIn(some, true);
  const [leftNow, failedNow] = [of(left), of(failed.map(({ row }) => row))];
  const notBegun = leftNow - failedNow;
  const said = (payments: number, lines: number) =>
    [payments > 0 && counted(payments, "payment"), lines > 0 && counted(lines, "line")] as const;
  const [payments, lines] = said(recorded, kept);
  return (
    <Modal opened onClose={close} title="Import statement" size={560} fullScreen={full} returnFocus={false}>
      <Stack pt={8}>
        {state === "asking" ? (
          <>
            {payments && (
              <p>{`${payments} will be recorded. Where receipts are switched on, each client is sent one.`}</p>
            )}
            {lines && (
              <p>{`${lines} will be kept under “statement lines to be assigned”, for anybody to say whose they are.`}</p>
            )}
          </>
        ) : (
          <div>
            <progress
              style={{ width: "100%", height: 10, accentColor: "var(--accent)" }}
              aria-label="Import statement"
              max={recorded + kept}
              value={recordedNow + keptNow}
            />
            <div ref={result} tabIndex={-1} style={{ outline: "none" }}>
              <p role="status">
                {state === "running"
                  ? `${count(recordedNow + keptNow)} of ${count(recorded + kept)} lines...`
                  : `${[
                      `${counted(recordedNow, "payment")} recorded`,
                      `${counted(keptNow, "line")} kept`,
                      failedNow > 0 && `${count(failedNow)} failed`,
                      notBegun > 0 && `${count(notBegun)} not begun`,
                    ]
                      .filter(Boolean)
                      .join(", ")}.`}
              </p>
            </div>
          </div>
        )}
        {failed.length > 0 && (
          <section aria-label={`${count(failed.length)} failed`}>
            <ul className="ruled">
              {failed.slice(0, 100).map(({ row, why }) => (
                <li key={row.id} style={{ padding: "6px 4px" }}>
                  {row.kept ? `${counted(row.entries.length, "line")} to keep` : row.entries.map(nameOfEntry)}
                  <div className="quiet small">{why}</div>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Group justify="flex-end" gap={12} pt={4}>
          {state === "running" ? (
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              {state === "over" ? "Close" : "Cancel"}
            </Button>
          )}
          {state === "asking" && (
            <Button data-autofocus onClick={(event) => event.detail < 2 && start(units, false)}>
              {[payments && `Record ${payments}`, lines && `${payments ? "keep" : "Keep"} ${lines}`]
                .filter(Boolean)
                .join(", ")}
            </Button>
          )}
          {state === "over" && left.length > 0 && (
            <Button onClick={() => start(left, true)}>
              {failed.length > 0 ? `Try again for ${count(leftNow)}` : `Go on with ${count(leftNow)}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
