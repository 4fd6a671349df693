import { useLocalStorage } from "@mantine/hooks";
import { useEffect } from "react";

/**
 * Whether shortcuts without Ctrl work. People who use speech input must be able to switch them off (WCAG 2.1.4).
 */
export const useSingleKeys = () =>
  useLocalStorage({ key: "single-keys", defaultValue: true, getInitialValueInEffect: false });

/** Whether a key can be a shortcut: it types no text, and nothing else has taken it. */
export const isShortcut = ({
  defaultPrevented,
  isComposing,
  altKey,
  ctrlKey,
  metaKey,
  target,
}: KeyboardEvent): boolean =>
  !(defaultPrevented || isComposing || altKey || ctrlKey || metaKey) && !takesText(target);

/** Whether a key is for the list: no dialog is open. */
export const isForList = (event: KeyboardEvent): boolean =>
  isShortcut(event) && !isInDialog(event.target) && !document.querySelector("[role=dialog]");

/** Also a dialog that the same key has just closed. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[role=dialog]") !== null;

export const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");

/** The row of a list that has the focus, or contains it. */
export const focusedRow = (): HTMLElement | null | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-row]");

/** Shortcuts of one list: each gets the id of the focused row. */
export function useRowKeys(keys: Readonly<Record<string, (id: string) => void>>): void {
  const [single] = useSingleKeys();
  useEffect(() => {
    if (!single) return;
    function pressed(event: KeyboardEvent) {
      const id = focusedRow()?.dataset.row;
      const act = keys[event.key];
      if (id === undefined || !act || !isForList(event)) return;
      event.preventDefault();
      act(id);
    }
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [keys, single]);
}
