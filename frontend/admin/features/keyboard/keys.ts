import { useLocalStorage } from "@mantine/hooks";
import { useEffect } from "react";

/** The shortcuts, as listed in the help. */
export const keys = [
  { keys: ["Ctrl K", "⌘ K"], does: "Find a client, a subscription, a payment or an action" },
  { keys: ["/"], does: "Search the list" },
  { keys: ["j", "k", "↓", "↑"], does: "Go to the next row, and back" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["p"], does: "Record a payment for the row; Enter goes to the next one" },
  { keys: ["r"], does: "Go to Remind; Enter sends" },
  { keys: ["u"], does: "Undo the payment that was just recorded" },
  { keys: ["x", "Space"], does: "Select the row" },
  { keys: ["Shift ↓", "Shift ↑"], does: "Extend the selection by one row" },
  { keys: ["Esc"], does: "Clear the selection" },
  { keys: ["?"], does: "Show these shortcuts" },
] as const;

/**
 * Whether shortcuts without Ctrl work. People who use speech input must be able to switch them off (WCAG 2.1.4).
 */
export const useSingleKeys = () =>
  useLocalStorage({ key: "single-keys", defaultValue: true, getInitialValueInEffect: false });

type Options = {
  help: () => void;
  /** Whether shortcuts without Ctrl work. */
  single: boolean;
};

/** Handles shortcuts, except in text fields and while a dialog is open. */
export function useKeys({ help, single }: Options): void {
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      const { defaultPrevented, isComposing, altKey, ctrlKey, metaKey } = event;
      if (defaultPrevented || isComposing || altKey || ctrlKey || metaKey) return;
      const act = listKey(event);
      if (!act) return;
      event.preventDefault();
      act();
    }
    const listKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (takesText(target) || isInDialog(target) || document.querySelector("[role=dialog]"))
        return undefined;
      const act = selectionKey(event);
      if (act || !single) return act;
      return key === "?" ? help : inList(key);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [help, single]);
}

/** Also a dialog that the same key has just closed. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[role=dialog]") !== null;

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");

/** The action of a letter key in the page's list; undefined without a list or a focused row. */
function inList(key: string): (() => void) | undefined {
  if (key === "/") return focusOn(document.querySelector<HTMLElement>("main input[type=search]"));
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  if (key === "j" || key === "k") return focusOn(neighbour(row, key === "j" ? 1 : -1));
  const control = ["p", "r", "u"].includes(key) && controlOf(row, key);
  if (control) return key === "r" ? focusOn(control) : press(control);
  if (!row) return undefined;
  if (key === "x") return press(checkboxOf(row));
  if (row === document.activeElement && (key === "ArrowDown" || key === "ArrowUp"))
    return focusOn(neighbour(row, key === "ArrowDown" ? 1 : -1));
  // Enter on a control in the row belongs to the control.
  if (key === "Enter" && row === document.activeElement)
    return press(row.querySelector<HTMLElement>("a[href], button"));
  return undefined;
}

/** The control of a shortcut in the focused row, else in the panel beside the list. */
const controlOf = (row: HTMLElement | null | undefined, key: string): HTMLElement | null =>
  row?.querySelector<HTMLElement>(`[aria-keyshortcuts=${key}]`) ??
  document.querySelector<HTMLElement>(`[data-panel] [aria-keyshortcuts=${key}]`);

/** The actions of Escape, Space and Shift with arrow keys, which cannot be switched off. */
function selectionKey({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  if (key === "Escape") return press(document.querySelector<HTMLElement>("main [aria-keyshortcuts=Escape]"));
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
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
