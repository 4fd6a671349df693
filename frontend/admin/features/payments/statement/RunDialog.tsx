import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  type Entry,
  importText,
  linesIn,
  nameOfEntry,
  toRecord,
  type Unit,
  unitsOf,
} from "../../../../../shared/billing/statement-lines/entries.ts";
import { planOf } from "../../../../../shared/billing/statement-lines/line-plan.ts";
import { counted } from "../../../../../shared/count.ts";
import type { Subscription } from "../../../../../shared/subscriptions/subscription.ts";
import { ManyDialog } from "../../../components/many/ManyDialog.tsx";
import { keep, record, showStored } from "./use-entries.ts";

type RunDialogProps = { entries: readonly Entry[]; onClose: (started: boolean) => void };

/** Records the selected payments and saves the other lines, after a confirmation. */
export function RunDialog({ entries, onClose }: RunDialogProps) {
  const queryClient = useQueryClient();
  const [units] = useState(() => unitsOf(entries));
  const saved = useRef(new Map<string, Subscription>());
  const queues = useRef(new Map<string, Promise<unknown>>());
  const [recorded, kept] = [linesIn(units, false), linesIn(units, true)];

  async function work(unit: Unit) {
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
    return undefined;
  }

  return (
    <ManyDialog<Unit>
      title="Import statement"
      plan={{ rows: units, skipped: [] }}
      summary={
        <>
          {recorded > 0 && (
            <p>{`${counted(recorded, "payment")} will be recorded. If receipts are switched on, each client gets one.`}</p>
          )}
          {kept > 0 && (
            <p>{`${counted(kept, "line")} will be saved under “Unmatched payments”, where anyone can assign them to a client.`}</p>
          )}
        </>
      }
      button={() => importText(recorded, kept)}
      result={(done) =>
        `${counted(linesIn(done, false), "payment")} recorded, ${counted(linesIn(done, true), "line")} saved`
      }
      noun="line"
      sizeOf={(some) => linesIn(some, false) + linesIn(some, true)}
      nameOf={(unit) =>
        unit.kept
          ? `${counted(unit.entries.length, "line")} to save`
          : unit.entries.map(nameOfEntry).join("; ")
      }
      detail={() => ""}
      work={work}
      onProgress={(finished) => finished && showStored(queryClient, [...saved.current.values()])}
      onClose={(left) => onClose(left !== undefined)}
    />
  );
}
