import { useRef, useState } from "react";
import type { LineResult } from "../../../../../shared/payments/statement-line.ts";
import { ManyDialog } from "../../../components/many/ManyDialog.tsx";
import type { Entry } from "./line-entries.ts";
import { nameOfUnit, resultText, type Unit, unitsOf, workOf, workSentences, workText } from "./line-work.ts";
import { send } from "./use-entries.ts";

type RunDialogProps = {
  entries: readonly Entry[];
  onResults: (results: ReadonlyMap<string, LineResult>) => void;
  onClose: () => void;
};

const linesIn = (units: readonly Unit[]) => units.reduce((sum, { entries }) => sum + entries.length, 0);

/** Records the selected payments, undoes what reversals name, and keeps the other lines, after a confirmation. */
export function RunDialog({ entries, onResults, onClose }: RunDialogProps) {
  const [work] = useState(() => workOf(entries));
  const [units] = useState(() => unitsOf(work));
  const results = useRef(new Map<string, LineResult>());

  async function record(unit: Unit): Promise<undefined> {
    for (const [index, result] of (await send(unit)).entries())
      results.current.set(unit.entries[index]?.id ?? "", result);
  }

  return (
    <ManyDialog<Unit>
      title="Import statement"
      plan={{ rows: units, skipped: [] }}
      summary={workSentences(work).map((sentence) => <p key={sentence}>{sentence}</p>)}
      button={() => workText(work)}
      result={() => resultText([...results.current.values()])}
      noun="line"
      sizeOf={linesIn}
      nameOf={nameOfUnit}
      detail={() => ""}
      work={record}
      // A reversal comes after the payment that it undoes.
      atOnce={1}
      onProgress={(finished) => finished && onResults(results.current)}
      onClose={onClose}
    />
  );
}
