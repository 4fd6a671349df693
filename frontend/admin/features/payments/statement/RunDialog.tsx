import { Button, Group, Modal, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { MAX_SAVED_LINES } from "../../../../../shared/payments/statement-line.ts";
import type { Subscription } from "../../../../../shared/subscriptions/subscription.ts";
import { useReturnedFocus } from "../../../components/form/use-returned-focus.ts";
import { useRun } from "../../../components/many/use-run.ts";
import { Money } from "../../../components/ui/Money.tsx";
import { usePhone } from "../../../components/ui/use-narrow.ts";
import { count, counted } from "../../../labels/count.ts";
import { nameOfEntry } from "./columns.tsx";
import { type Entry, isKept, toRecord } from "./entries.ts";
import { planOf } from "./match.ts";
import { keep, record, showStored } from "./recording.ts";

/** A payment to record, or lines to save for later. */
type Unit = { id: string; entries: readonly Entry[]; kept: boolean };

const unitsOf = (entries: readonly Entry[]): Unit[] => {
  const kept = entries.filter(isKept);
  return [
    ...entries.flatMap((entry) => (toRecord(entry) ? [{ id: entry.id, entries: [entry], kept: false }] : [])),
    ...Array.from({ length: Math.ceil(kept.length / MAX_SAVED_LINES) }, (_, part) => ({
      id: `kept ${part}`,
      entries: kept.slice(part * MAX_SAVED_LINES, (part + 1) * MAX_SAVED_LINES),
      kept: true,
    })),
  ];
};
const linesIn = (units: readonly Unit[], kept: boolean): number =>
  units.filter((unit) => unit.kept === kept).reduce((sum, unit) => sum + unit.entries.length, 0);

type Props = { entries: readonly Entry[]; onClose: (started: boolean) => void };

/** Records the selected payments and saves the other lines, after a confirmation. */
export default function RunDialog({ entries, onClose }: Props) {
  const queryClient = useQueryClient();
  const full = usePhone();
  useReturnedFocus();
  const [units] = useState(() => unitsOf(entries));
  const saved = useRef(new Map<string, Subscription>());
  const queues = useRef(new Map<string, Promise<unknown>>());
  const finished = useRef<Unit[]>([]);
  const { state, failed, remaining, start, stop } = useRun<Unit>({
    work: async (unit) => {
      const [entry] = unit.entries;
      const chosen = entry && toRecord(entry);
      if (unit.kept) await keep(unit.entries);
      else if (chosen) {
        const { id } = chosen.subscription;
        // Payments of one subscription run in sequence, because each changes what the next one pays.
        const before = queues.current.get(id);
        const recording = (async () => {
          await before?.catch(() => {});
          const now = saved.current.get(id);
          const plan = now ? planOf(now, entry.line.cents) : chosen.plan;
          if (!plan) throw new Error("Nothing is due.");
          saved.current.set(id, await record(entry, { ...chosen, plan }));
        })();
        queues.current.set(id, recording);
        await recording;
      }
      finished.current.push(unit);
      return undefined;
    },
    onProgress: (isFinished) => isFinished && showStored(queryClient, [...saved.current.values()]),
  });
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "finished") result.current?.focus();
  }, [state]);
  const close = () => state !== "running" && onClose(state === "finished");
  const [recorded, kept] = [linesIn(units, false), linesIn(units, true)];
  const [recordedNow, keptNow] = [linesIn(finished.current, false), linesIn(finished.current, true)];
  const countLines = (some: readonly Unit[]) => linesIn(some, false) + linesIn(some, true);
  const [remainingNow, failedNow] = [countLines(remaining), countLines(failed.map(({ row }) => row))];
  const notStarted = remainingNow - failedNow;
  const texts = (payments: number, lines: number) =>
    [payments > 0 && counted(payments, "payment"), lines > 0 && counted(lines, "line")] as const;
  const [payments, lines] = texts(recorded, kept);
  return (
    <Modal opened onClose={close} title="Import statement" size={560} fullScreen={full} returnFocus={false}>
      <Stack pt={8}>
        {state === "asking" ? (
          <>
            {payments && (
              <p>{`${payments} will be recorded. If receipts are switched on, each client gets one.`}</p>
            )}
            {lines && (
              <p>{`${lines} will be saved under “Unmatched payments”, where anyone can assign them to a client.`}</p>
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
                      `${counted(keptNow, "line")} saved`,
                      failedNow > 0 && `${count(failedNow)} failed`,
                      notStarted > 0 && `${count(notStarted)} not started`,
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
              {failed.slice(0, 100).map(({ row, reason }) => (
                <li key={row.id} style={{ padding: "6px 4px" }}>
                  <Money>
                    {row.kept
                      ? `${counted(row.entries.length, "line")} to save`
                      : row.entries.map(nameOfEntry).join("; ")}
                  </Money>
                  <div className="quiet small">
                    <Money>{reason}</Money>
                  </div>
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
              {state === "finished" ? "Close" : "Cancel"}
            </Button>
          )}
          {state === "asking" && (
            <Button data-autofocus onClick={(event) => event.detail < 2 && start(units, false)}>
              {[payments && `Record ${payments}`, lines && `${payments ? "save" : "Save"} ${lines}`]
                .filter(Boolean)
                .join(", ")}
            </Button>
          )}
          {state === "finished" && remaining.length > 0 && (
            <Button onClick={() => start(remaining, true)}>
              {failed.length > 0
                ? `Try again for ${count(remainingNow)}`
                : `Continue with ${count(remainingNow)}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
