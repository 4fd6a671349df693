import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../../api.ts";
import { counted } from "../../words/count.ts";
import { ManyDialog } from "../many/ManyDialog.tsx";
import type { Importing } from "./importing.ts";
import type { How, Planned } from "./planned.ts";
import { fateNames } from "./rows.tsx";

type Props<N extends string> = {
  importing: Importing<N>;
  how: How<N>;
  rows: readonly Planned<unknown>[];
  onClose: (begun: boolean) => void;
};

const meanwhile = "Somebody changed it meanwhile. Close this, and look at the row again.";

/** Records what is new or changed, so that it can be repeated: each row once, over what was seen. */
export default function RunDialog<N extends string>({ importing, how, rows, onClose }: Props<N>) {
  const { noun, plan, versionOf, write, show } = importing;
  const queryClient = useQueryClient();
  const [doing] = useState(() => rows.filter(({ fate }) => fate === "new" || fate === "changed"));
  const added = doing.filter(({ fate }) => fate === "new").length;
  const latest = useRef(new Map<string, Planned<unknown>>());
  const saved = useRef<unknown[]>([]);
  return (
    <ManyDialog<Planned<unknown>>
      title={`Import ${noun}s`}
      plan={{ doing, skipped: [] }}
      says={
        <p>
          {[
            added > 0 && `${counted(added, noun)} will be added`,
            doing.length > added && `${counted(doing.length - added, noun)} will be changed`,
          ]
            .filter(Boolean)
            .join(", ")}
          . Interrupted or repeated, nothing is recorded twice.
        </p>
      }
      button="Record"
      noun={noun}
      done="recorded"
      rowNoun={noun}
      nameOf={({ name }) => name}
      more={({ fate }) => fateNames[fate].toLowerCase()}
      prepare={async () => {
        // An answer may have been lost, and the row be recorded.
        for (const one of await plan(queryClient, how, () => {})) latest.current.set(one.id, one);
      }}
      work={async (row, again) => {
        const now = (again && latest.current.get(row.id)) || row;
        if (now.fate === "same") return undefined;
        if (now.fate === "wrong") return now.why;
        if (row.fate !== now.fate || !("deed" in row) || versionOf(row.deed) !== versionOf(now.deed))
          return meanwhile;
        try {
          saved.current.push(await write(now.deed));
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) return meanwhile;
          throw error;
        }
        return undefined;
      }}
      onProgress={(over) => show(queryClient, saved.current.splice(0), over)}
      onClose={(left) => onClose(left !== undefined)}
    />
  );
}
