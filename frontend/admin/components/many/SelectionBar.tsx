import { Box, Group } from "@mantine/core";
import { count } from "../../../../shared/count.ts";
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
    <Group
      gap="4px 8px"
      className={open ? (classes.bar ?? "") : ""}
      data-cards={cards || undefined}
      data-selection-bar={open || undefined}
    >
      {/* A live region must exist before its text changes. */}
      <Box
        component="span"
        role="status"
        className="figures"
        fw={600}
        ml={cards ? 8 : 0}
        mr={cards ? "auto" : 4}
      >
        {open && <span>{`${count(chosen.length)} selected`}</span>}
        {open && hidden > 0 && (
          <Box component="span" className="quiet" fw={400}>{`, ${count(hidden)} not shown`}</Box>
        )}
      </Box>
      {open && (
        <>
          <button type="button" className="action" onClick={selectAll}>
            {all ? "Select none" : `Select all ${count(shown)}`}
          </button>
          <button type="button" className="action" aria-keyshortcuts="Escape" onClick={clear}>
            {chosen.length > 0 ? "Clear" : "Cancel"}
          </button>
          <Group
            component="fieldset"
            aria-label="Actions on the selected rows"
            className={classes.actions ?? ""}
            gap={4}
            wrap="nowrap"
            miw={0}
          >
            {actions.map(({ name, icon, act }) => (
              <button
                key={name}
                type="button"
                className={cards ? "action stacked" : "action"}
                disabled={chosen.length === 0}
                onClick={act}
              >
                <Icon name={icon} size={18} />
                <span>{name}</span>
              </button>
            ))}
          </Group>
        </>
      )}
    </Group>
  );
}
