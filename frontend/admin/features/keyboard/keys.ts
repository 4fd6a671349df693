import { useEffect } from "react";
import { focusedRow, isForList } from "../../components/table/row-keys.ts";

/** The shortcuts, as listed in the help. */
export const keys = [
  { keys: ["Ctrl K", "⌘ K"], does: "Find a client, a subscription, a payment or an action" },
  { keys: ["/"], does: "Search the list" },
  { keys: ["j", "k", "↓", "↑"], does: "Go to the next row, and back" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["p"], does: "Record a payment for the row" },
  { keys: ["r"], does: "Go to Remind, in Money" },
  { keys: ["u"], does: "Undo what was just done" },
  { keys: ["x", "Space"], does: "Select the row" },
  { keys: ["Shift ↓", "Shift ↑"], does: "Extend the selection by one row" },
  { keys: ["Esc"], does: "Clear the selection" },
  { keys: ["?"], does: "Show these shortcuts" },
] as const;

type Options = {
  help: () => void;
  /** Whether shortcuts without Ctrl work. */
  single: boolean;
};

/** Handles shortcuts, except in text fields and while a dialog is open. */
export function useKeys({ help, single }: Options): void {
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      const act = isForList(event) && listKey(event);
      if (!act) return;
      event.preventDefault();
      act();
    }
    const listKey = (event: KeyboardEvent) => {
      const act = selectionKey(event);
      if (act || !single) return act;
      return event.key === "?" ? help : inList(event.key);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [help, single]);
}

/** The action of a letter key in the page's list; undefined without a list or a focused row. */
function inList(key: string): (() => void) | undefined {
  if (key === "/") return focusOn(document.querySelector<HTMLElement>("main input[type=search]"));
  const row = focusedRow();
  if (key === "j" || key === "k") return focusOn(neighbour(row, key === "j" ? 1 : -1));
  if (key === "u") return press(document.querySelector<HTMLElement>("[aria-keyshortcuts=u]"));
  if (!row) return undefined;
  if (key === "x") return press(checkboxOf(row));
  if (key === "p") return press(row.querySelector<HTMLElement>("[aria-keyshortcuts=p]"));
  if (row === document.activeElement && (key === "ArrowDown" || key === "ArrowUp"))
    return focusOn(neighbour(row, key === "ArrowDown" ? 1 : -1));
  // Enter on a control in the row belongs to the control.
  if (key === "Enter" && row === document.activeElement)
    return press(row.querySelector<HTMLElement>("a[href], button"));
  return undefined;
}

/** The actions of Escape, Space and Shift with arrow keys, which cannot be switched off. */
function selectionKey({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  if (key === "Escape") return press(document.querySelector<HTMLElement>("main [aria-keyshortcuts=Escape]"));
  const row = focusedRow();
  if (!row) return undefined;
  if (key === " " && row === document.activeElement) return press(checkboxOf(row));
  if (!shiftKey || (key !== "ArrowDown" && key !== "ArrowUp")) return undefined;
  const next = neighbour(row, key === "ArrowDown" ? 1 : -1);
  const [from, to] = [checkboxOf(row), next && checkboxOf(next)];
  if (!from || !to) return undefined;
  return () => {
    if (!from.checked) from.click();
    next?.focus();
    to.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: true }));
  };
}

const checkboxOf = (row: HTMLElement) => row.querySelector<HTMLInputElement>("input[aria-keyshortcuts=x]");

/** The next or previous row; without a focused row, the first visible one. */
function neighbour(row: HTMLElement | null | undefined, step: 1 | -1): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")];
  if (!row) return rows.find((row) => row.getBoundingClientRect().top >= 0);
  return rows[rows.indexOf(row) + step];
}

const focusOn = (element: HTMLElement | null | undefined) => (element ? () => element.focus() : undefined);
const press = (element: HTMLElement | null) => (element ? () => element.click() : undefined);
