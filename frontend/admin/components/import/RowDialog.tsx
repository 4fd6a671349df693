import { Modal } from "@mantine/core";
import { count } from "../../labels/count.ts";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import { Money } from "../ui/Money.tsx";
import { usePhone } from "../ui/use-narrow.ts";
import type { PlannedRow } from "./plan-rows.ts";
import { statusNames, summaryOf } from "./row-columns.tsx";

type Props = { planned: PlannedRow<unknown>; onClose: () => void };

/** The values of a row, and the values before. */
export function RowDialog({ planned, onClose }: Props) {
  useReturnedFocus();
  const full = usePhone();
  const { name, status, row } = planned;
  const unchanged = status === "same" || status === "wrong";
  return (
    <Modal opened onClose={onClose} title={name} size={560} fullScreen={full} returnFocus={false}>
      <p>
        <Money>{`Line ${count(row.line)}. ${statusNames[status]}${unchanged ? `: ${summaryOf(planned)}` : "."}`}</Money>
      </p>
      {!unchanged && (
        <dl className="ruled" style={{ margin: "12px 0 0" }}>
          {planned.differences.map(({ label, before, after }) => (
            <div key={label} style={{ padding: "8px 4px", whiteSpace: "pre-line" }}>
              <dt className="quiet small">{label}</dt>
              <dd style={{ margin: 0, overflowWrap: "anywhere" }}>
                {status === "changed" && (
                  <>
                    <del className="quiet">
                      <Money>{before || "(empty)"}</Money>
                    </del>
                    {" → "}
                  </>
                )}
                <Money>{after || "(empty)"}</Money>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Modal>
  );
}
