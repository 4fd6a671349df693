import { count } from "../../labels/count.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import classes from "./SelectionBar.module.css";
import type { useSelection } from "./use-selection.ts";

export type BulkAction = { name: string; icon: IconName; act: () => void };

type Props = {
  selection: Pick<ReturnType<typeof useSelection>, "table" | "chosen" | "clear">;
  /** How many rows are shown. */
  shown: number;
  actions: readonly BulkAction[];
  /** Rows are cards; cards can be selected only after pressing Select. */
  cards: boolean;
};

/** The number of selected rows, and the actions on them. */
export function SelectionBar({ selection, shown, actions, cards }: Props) {
  const { chosen, clear, table } = selection;
  const { ids, choosing, all, selectAll } = table;
  const open = chosen.length > 0 || (cards && choosing);
  const hidden = ids.size - chosen.length;
  return (
    <div className={open ? classes.bar : undefined} data-selection-bar={open || undefined}>
      {/* A live region must exist before its text changes. */}
      <span role="status" className={classes.count}>
        {open && `${count(chosen.length)} selected`}
        {open && hidden > 0 && <span className="quiet">{`, ${count(hidden)} not shown`}</span>}
      </span>
      {open && (
        <>
          <button type="button" className={classes.plain} onClick={selectAll}>
            {all ? "Select none" : `Select all ${count(shown)}`}
          </button>
          <button type="button" className={classes.plain} aria-keyshortcuts="Escape" onClick={clear}>
            {chosen.length > 0 ? "Clear" : "Cancel"}
          </button>
          <fieldset aria-label="Actions on the selected rows" className={classes.actions}>
            {actions.map(({ name, icon, act }) => (
              <button key={name} type="button" disabled={chosen.length === 0} onClick={act}>
                <Icon name={icon} size={18} />
                {name}
              </button>
            ))}
          </fieldset>
        </>
      )}
    </div>
  );
}
