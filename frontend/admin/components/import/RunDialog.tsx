import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../../api.ts";
import { counted } from "../../labels/count.ts";
import { ManyDialog } from "../many/ManyDialog.tsx";
import type { ImportDefinition } from "./import-definition.ts";
import type { PlannedRow, ReadOptions } from "./plan-rows.ts";
import { statusNames } from "./row-columns.tsx";

type Props<N extends string> = {
  definition: ImportDefinition<N>;
  options: ReadOptions<N>;
  rows: readonly PlannedRow<unknown>[];
  onClose: (started: boolean) => void;
};

const conflict = "Somebody else changed it. Close this and check the row again.";

/** Saves new and changed rows. Repeating it saves no row twice and overwrites no newer change. */
export default function RunDialog<N extends string>({ definition, options, rows, onClose }: Props<N>) {
  const { noun, plan, versionOf, write, show } = definition;
  const queryClient = useQueryClient();
  const [toSave] = useState(() => rows.filter(({ status }) => status === "new" || status === "changed"));
  const added = toSave.filter(({ status }) => status === "new").length;
  const latest = useRef(new Map<string, PlannedRow<unknown>>());
  const saved = useRef<unknown[]>([]);
  return (
    <ManyDialog<PlannedRow<unknown>>
      title={`Import ${noun}s`}
      plan={{ rows: toSave, skipped: [] }}
      summary={
        <p>
          {[
            added > 0 && `${counted(added, noun)} will be added`,
            toSave.length > added && `${counted(toSave.length - added, noun)} will be changed`,
          ]
            .filter(Boolean)
            .join(", ")}
          . If you stop or repeat the import, nothing is saved twice.
        </p>
      }
      button="Save"
      noun={noun}
      done="saved"
      rowNoun={noun}
      nameOf={({ name }) => name}
      detail={({ status }) => statusNames[status].toLowerCase()}
      prepare={async () => {
        // A row may be saved although its response got lost.
        for (const one of await plan(queryClient, options, () => {})) latest.current.set(one.id, one);
      }}
      work={async (row, again) => {
        const now = (again && latest.current.get(row.id)) || row;
        if (now.status === "same") return undefined;
        if (now.status === "wrong") return now.problem;
        if (
          row.status !== now.status ||
          !("action" in row) ||
          versionOf(row.action) !== versionOf(now.action)
        )
          return conflict;
        try {
          saved.current.push(await write(now.action));
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) return conflict;
          throw error;
        }
        return undefined;
      }}
      onProgress={(finished) => show(queryClient, saved.current.splice(0), finished)}
      onClose={(left) => onClose(left !== undefined)}
    />
  );
}
