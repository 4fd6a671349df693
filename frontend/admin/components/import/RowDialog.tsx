import { Modal } from "@mantine/core";
import { count } from "../../words/count.ts";
import { useReturnedFocus } from "../form/use-returned-focus.ts";
import { usePhone } from "../ui/use-narrow.ts";
import type { Planned } from "./planned.ts";
import { fateNames, whatOf } from "./rows.tsx";

type Props = { planned: Planned<unknown>; onClose: () => void };

/** All that a row says, and what was so before. */
export function RowDialog({ planned, onClose }: Props) {
  useReturnedFocus();
  const full = usePhone();
  const { name, fate, row } = planned;
  const told = fate === "same" || fate === "wrong";
  return (
    <Modal opened onClose={onClose} title={name} size={560} fullScreen={full} returnFocus={false}>
      <p>{`Line ${count(row.line)}. ${fateNames[fate]}${told ? `: ${whatOf(planned)}` : "."}`}</p>
      {!told && (
        <dl className="ruled" style={{ margin: "12px 0 0" }}>
          {planned.differences.map(({ label, before, after }) => (
            <div key={label} style={{ padding: "8px 4px", whiteSpace: "pre-line" }}>
              <dt className="quiet small">{label}</dt>
              <dd style={{ margin: 0, overflowWrap: "anywhere" }}>
                {fate === "changed" && (
                  <>
                    <del className="quiet">{before || "(empty)"}</del>
                    {" → "}
                  </>
                )}
                {after || "(empty)"}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Modal>
  );
}
