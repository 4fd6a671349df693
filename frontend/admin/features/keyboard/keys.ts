import { useLocalStorage } from "@mantine/hooks";
import { useEffect } from "react";

/** What the keys do, as the help lists them. */
export const keys = [
  { keys: ["Ctrl K", "⌘ K"], does: "Find a client, a subscription, a payment or an action" },
  { keys: ["/"], does: "Search the list" },
  { keys: ["j", "k"], does: "Go to the next row, and back" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["r"], does: "Record a payment for the row" },
  { keys: ["x", "Space"], does: "Select the row" },
  { keys: ["Shift ↓", "Shift ↑"], does: "Select one row further" },
  { keys: ["Esc"], does: "Select nothing" },
  { keys: ["?"], does: "Show these keys" },
] as const;

/**
 * Whether keys without Ctrl do anything: somebody who speaks to the machine must be able to switch them off (WCAG 2.1.4).
 */
export const useSingleKeys = () =>
  useLocalStorage({ key: "single-keys", defaultValue: true, getInitialValueInEffect: false });

type Open = { palette: () => void; help: () => void };

/** Listens for the keys, wherever the focus is; what is typed into a field, or a dialog is open for, is not ours. */
export function useKeys({ palette, help }: Open, single: boolean): void {
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const act = event.ctrlKey || event.metaKey ? paletteKey(event) : listKey(event, single);
      if (!act) return;
      event.preventDefault();
      act();
    }
    const paletteKey = ({ key, shiftKey }: KeyboardEvent) =>
      key.toLowerCase() === "k" && !shiftKey ? palette : undefined;
    const listKey = ({ key, shiftKey, target }: KeyboardEvent, single: boolean) => {
      if (takesText(target) || isInDialog(target) || document.querySelector("[role=dialog]"))
        return undefined;
      return selecting(key, shiftKey) ?? (single ? (key === "?" ? help : inList(key)) : undefined);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [palette, help, single]);
}

/** Also one that the same key has just closed. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[role=dialog]") !== null;

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");

/** What a key does in the list of the page; nothing where there is none, or nothing of it has the focus. */
function inList(key: string): (() => void) | undefined {
  if (key === "/") return focusOn(document.querySelector<HTMLElement>("main input[type=search]"));
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  if (key === "j" || key === "k") return focusOn(neighbour(row, key === "j" ? 1 : -1));
  if (!row) return undefined;
  if (key === "x") return press(choiceOf(row));
  if (key === "r") return press(row.querySelector<HTMLElement>("[aria-keyshortcuts=r]"));
  // Enter on a control in the row is that control's own.
  if (key === "Enter" && row === document.activeElement)
    return press(row.querySelector<HTMLElement>("a[href], button"));
  return undefined;
}

/** What the keys do that are no letters, and work for everybody. */
function selecting(key: string, shiftKey: boolean): (() => void) | undefined {
  if (key === "Escape") return press(document.querySelector<HTMLElement>("main [aria-keyshortcuts=Escape]"));
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  if (!row) return undefined;
  if (key === " " && row === document.activeElement) return press(choiceOf(row));
  if (!shiftKey || (key !== "ArrowDown" && key !== "ArrowUp")) return undefined;
  const next = neighbour(row, key === "ArrowDown" ? 1 : -1);
  const [from, to] = [choiceOf(row), next && choiceOf(next)];
  if (!from || !to) return undefined;
  return () => {
    if (!from.checked) from.click();
    next?.focus();
    to.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: true }));
  };
}

/** Where it is said that a row is chosen. */
const choiceOf = (row: HTMLElement) => row.querySelector<HTMLInputElement>("input[aria-keyshortcuts=x]");

/** The row after or before one; from nowhere, the first that can be seen. */
function neighbour(row: HTMLElement | null | undefined, step: 1 | -1): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")];
  if (!row) return rows.find((one) => one.getBoundingClientRect().top >= 0);
  return rows[rows.indexOf(row) + step];
}

const focusOn = (element: HTMLElement | null | undefined) => (element ? () => element.focus() : undefined);
const press = (element: HTMLElement | null) => (element ? () => element.click() : undefined);
