import { useSyncExternalStore } from "react";
import { takesText } from "../../components/table/row-keys.ts";

// The part of a panel that a key asked for. It is outside React, because people type before the panel has loaded.

export type PanelTarget = "reference" | "remind";
/** The keys for them, of a focused row and in the panel. */
export const keyTargets: Record<string, PanelTarget> = { p: "reference", r: "remind" };

type Wanted = { target: PanelTarget; client: string };
type Typed = { text: string } | { pasted: string } | { enter: true };

let wanted: Wanted | undefined;
let typed: Typed[] = [];
const listeners = new Set<() => void>();

function change(next: Wanted | undefined): void {
  wanted = next;
  typed = [];
  const listen = next ? document.addEventListener : document.removeEventListener;
  listen.call(document, "keydown", keyPressed as EventListener, { capture: true });
  listen.call(document, "paste", pasted as EventListener, { capture: true });
  listen.call(document, "pointerdown", dropFocus, { capture: true });
  for (const listener of listeners) listener();
}

/** Asks a client's panel to focus a part, and keeps what is typed until then. */
export const wantFocus = (next: Wanted): void => change(next);

/** The person went on, or there is no such part. */
export const dropFocus = (): void => {
  if (wanted) change(undefined);
};

/** The part that a client's panel is asked to focus. */
export const useWantedFocus = (client: string): PanelTarget | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (wanted?.client === client ? wanted.target : undefined),
  );

/** Focuses the part, and types into it what was kept. A button gets nothing: nobody has seen yet what it does. */
export function giveFocus(part: HTMLElement): void {
  const kept = typed;
  change(undefined);
  part.focus();
  if (!(part instanceof HTMLInputElement)) return;
  // After the effect that called this: only then does React render what each event changes.
  queueMicrotask(() => {
    for (const next of kept) type(part, next);
  });
}

function type(field: HTMLInputElement, next: Typed): void {
  if ("enter" in next) {
    field.form?.requestSubmit();
  } else if ("text" in next || !isRead(field, next.pasted)) {
    const text = "text" in next ? next.text : next.pasted;
    field.setRangeText(text, field.value.length, field.value.length, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

/** Whether the line read a pasted text, and filled its fields. */
function isRead(field: HTMLInputElement, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  return !field.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
}

function keyPressed(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  // Another part of the page takes it, such as the palette.
  if (event.defaultPrevented || takesText(target) || key === "Escape") {
    dropFocus();
    return;
  }
  if (event.isComposing || ctrlKey || metaKey || altKey) return;
  const isText = [...key].length === 1;
  if (!isText && key !== "Enter" && key !== "Backspace") return;
  // The list behind must not take it.
  event.preventDefault();
  event.stopPropagation();
  if (event.repeat && key === "Enter") return;
  if (isText) typed.push({ text: key });
  else if (key === "Enter") typed.push({ enter: true });
  else typed.pop();
}

function pasted(event: ClipboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
  typed.push({ pasted: event.clipboardData?.getData("text") ?? "" });
}
