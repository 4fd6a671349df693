import { useSyncExternalStore } from "react";
import { signInPath } from "../../session/return-path.ts";

// The text of the palette. It is outside React, because people type before the frame and the palette have loaded.

let query: string | undefined;
const listeners = new Set<() => void>();

/** Opens the palette with a text; undefined closes it. */
export function setFindQuery(text: string | undefined): void {
  query = text;
  for (const listener of listeners) listener();
}

/** The text of the palette; undefined if it is closed. */
export const useFindQuery = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => query,
  );

/** Opens the palette by Ctrl K, and keeps what is typed until its field has the focus. */
export function listenForFind(): void {
  document.addEventListener("keydown", pressed, { capture: true });
}

function pressed(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (location.pathname === signInPath) {
    setFindQuery(undefined);
    return;
  }
  if (document.activeElement?.closest("[data-palette]") || event.isComposing || altKey) return;
  const isFind = (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "k";
  if (!isFind && (query === undefined || ctrlKey || metaKey)) return;
  // The page behind must not take it.
  event.preventDefault();
  event.stopPropagation();
  if (isFind) setFindQuery(query ?? "");
  else if (key === "Escape") setFindQuery(undefined);
  else if (key === "Backspace") setFindQuery(query?.slice(0, -1));
  else if ([...key].length === 1) setFindQuery(`${query}${key}`);
}
