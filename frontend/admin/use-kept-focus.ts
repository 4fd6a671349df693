import { useEffect } from "react";

const CONTROLS =
  "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex='0']";
/** Parts with a heading. What took the place of an element is inside the same part. */
const PARTS = "section, article, form, main, [role=dialog]";

/** The ancestors of an element, the nearest first, each with the index of its child that has the element. */
type Place = { parent: Element; index: number }[];

/**
 * When the focused element is removed, browsers focus nothing, and screen readers start again at the top. This focuses
 * what took its place: the same control of the next row, another one there, or the heading of the part. A field that
 * was disabled while it was being saved gets its focus back.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: HTMLElement | undefined;
    let before: HTMLElement | undefined;
    let dialog: Element | null = null;
    let place: Place = [];

    function remember({ target, relatedTarget }: FocusEvent) {
      if (!(target instanceof HTMLElement)) return;
      if (relatedTarget instanceof HTMLElement) before = relatedTarget;
      focused = target;
      dialog = target.closest("[aria-modal='true']");
      place = placeOf(target);
    }
    /** The person went on, perhaps to where nothing can have the focus. What is removed or disabled loses it too. */
    function forget({ target, relatedTarget }: FocusEvent) {
      if (relatedTarget) focused = undefined;
      else
        queueMicrotask(() => {
          if (target === focused && focused?.isConnected && !focused.matches(":disabled"))
            focused = undefined;
        });
    }
    function keep() {
      if (!focused || focused.matches(":disabled")) return;
      if (focused.isConnected) {
        if (document.activeElement === document.body) focused.focus({ preventScroll: true });
        else place = placeOf(focused);
        return;
      }
      focused = undefined;
      // A dialog that closes returns the focus itself (use-returned-focus.ts).
      if (dialog && !dialog.isConnected) return;
      if (document.activeElement === document.body)
        successorOf(place, before)?.focus({ preventScroll: true });
    }

    const observer = new MutationObserver(keep);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
    document.addEventListener("focusin", remember);
    // Before React, which may change the page when a field is left.
    document.addEventListener("focusout", forget, { capture: true });
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
      document.removeEventListener("focusout", forget, { capture: true });
    };
  }, []);
}

function placeOf(element: Element): Place {
  const place: Place = [];
  for (let child = element; child.parentElement; child = child.parentElement)
    place.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return place;
}

function successorOf(place: Place, before: HTMLElement | undefined): HTMLElement | undefined {
  const level = place.findIndex(({ parent }) => parent.isConnected);
  const inPart = place[level]?.parent.closest(PARTS);
  // An announcement is in no part of the page.
  if (!inPart) return isUsable(before) ? before : headingOf(document.querySelector("main"));
  for (let above = level; above < place.length; above += 1) {
    const { parent, index } = place[above] as Place[number];
    const [next, previous] = [parent.children[index], parent.children[index - 1]];
    const below = place.slice(0, above);
    const control = sameIn(next, below) ?? controlIn(next) ?? sameIn(previous, below) ?? controlIn(previous);
    if (control) return control;
    if (parent === inPart) break;
  }
  return headingOf(inPart);
}

/** The control at the same place inside of another row. */
function sameIn(row: Element | undefined, below: Place): HTMLElement | undefined {
  let element = row;
  for (const { index } of below.toReversed()) element = element?.children[index];
  return element instanceof HTMLElement && isUsable(element) && element.matches(CONTROLS)
    ? element
    : undefined;
}

function controlIn(element: Element | undefined): HTMLElement | undefined {
  const controls = element ? [element, ...element.querySelectorAll(CONTROLS)] : [];
  return controls.find(
    (control): control is HTMLElement =>
      control instanceof HTMLElement && control.matches(CONTROLS) && isUsable(control),
  );
}

const isUsable = (element: HTMLElement | undefined): element is HTMLElement =>
  element?.isConnected === true &&
  element !== document.body &&
  !element.closest("[hidden], [inert], [aria-hidden='true']");

function headingOf(part: Element | null): HTMLElement | undefined {
  const heading =
    part?.querySelector<HTMLElement>("h1, h2, h3, h4") ?? document.querySelector<HTMLElement>("main h1");
  if (heading) heading.tabIndex = -1;
  return heading ?? undefined;
}
