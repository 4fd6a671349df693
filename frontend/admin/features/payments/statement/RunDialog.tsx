import { useRef, useState } from "react";
import type { Entry } from "../../../../../shared/payments/line-entries.ts";
import {
  nameOfUnit,
  resultText,
  type Unit,
  unitsOf,
  workOf,
  workSentences,
  workText,
} from "../../../../../shared/payments/line-work.ts";
import type { LineResult } from "../../../../../shared/payments/statement-line.ts";
import { ManyDialog } from "../../../components/many/ManyDialog.tsx";
import { send } from "./use-entries.ts";

type RunDialogProps = {
  entries: readonly Entry[];
  onResults: (results: ReadonlyMap<string, LineResult>) => void;
  onClose: () => void;
};

const linesIn = (units: readonly Unit[]) => units.reduce((sum, { entries }) => sum + entries.length, 0);

/** Records the selected payments, undoes what reversals name, and keeps the other lines, after a confirmation. */
export function RunDialog({ entries, onResults, onClose }: RunDialogProps) {
  const [plan] = useState(() => {
    const work = workOf(entries);
    return { work, units: unitsOf(work), text: workText(work) };
  });
  const results = useRef(new Map<string, LineResult>());

  async function work(unit: Unit): Promise<undefined> {
    for (const [index, result] of (await send(unit)).entries())
      results.current.set(unit.entries[index]?.id ?? "", result);
  }

  return (
    <ManyDialog<Unit>
      title="Import statement"
      plan={{ rows: plan.units, skipped: [] }}
      summary={workSentences(plan.work).map((sentence) => <p key={sentence}>{sentence}</p>)}
      button={() => plan.text}
      result={() => resultText([...results.current.values()])}
      noun="line"
      sizeOf={linesIn}
      nameOf={nameOfUnit}
      detail={() => ""}
      work={work}
      // A reversal comes after the payment that it undoes.
      atOnce={1}
      onProgress={(finished) => finished && onResults(results.current)}
      onClose={onClose}
    />
  );
}
