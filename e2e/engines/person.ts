import { expect } from "vitest";
import type { BrowserWindow, Place } from "../../test/browser/engines.ts";

type Kind = "button" | "link";

/** In the page: where a click hits the control with this name, also at its start, in the newest dialog if one is open. */
function placeOfControl(kind: Kind, name: string): Place | undefined {
  const selector = { button: "button", link: "a[href]" }[kind];
  const nameOf = (control: HTMLElement) => {
    return (control.getAttribute("aria-label") ?? control.textContent).trim();
  };
  const seenIn = (within: ParentNode, selector: string) =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
  const controls = seenIn(seenIn(document, "[role=dialog]").at(-1) ?? document, selector);
  const control =
    controls.find((control) => nameOf(control) === name) ??
    controls.find((element) => nameOf(element).startsWith(name));
  // A smooth scroll would still move it when it is clicked.
  control?.scrollIntoView({ block: "center", behavior: "instant" });
  // An animation moves it: it is found once it stands still.
  const { left = 0, top = 0, width = 0, height = 0 } = control?.getBoundingClientRect() ?? {};
  const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const seen = window as { place?: string; wasPressed?: boolean; endGuard?: () => void };
  const described = `${kind} ${name} ${left} ${top}`;
  const isStill = seen.place === described;
  seen.place = described;
  if (!isStill || !control?.contains(document.elementFromPoint(place.x, place.y))) return undefined;
  seen.wasPressed = false;
  seen.endGuard?.();
  const guard = new AbortController();
  seen.endGuard = () => guard.abort();
  const hear = (event: Event) => {
    if (control.contains(event.target as Node)) seen.wasPressed ||= event.type === "click";
    // A page that moves just then must not be clicked somewhere else.
    else {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (event.type === "click") guard.abort();
  };
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
    window.addEventListener(type, hear, { capture: true, signal: guard.signal });
  return place;
}

/** In the page: focuses the field with this name, in the newest dialog if one is open. */
function focusField(name: string): void {
  const nameOf = (field: HTMLInputElement) =>
    (
      field.getAttribute("aria-label") ??
      [...(field.labels ?? [])].map((label) => label.textContent).join(" ")
    ).trim();
  const seenIn = <E extends HTMLElement>(within: ParentNode, selector: string) =>
    [...within.querySelectorAll<E>(selector)].filter((element) => element.checkVisibility());
  const within = seenIn(document, "[role=dialog]").at(-1) ?? document;
  const fields = seenIn<HTMLInputElement>(within, "input, textarea");
  fields.find((field) => nameOf(field).startsWith(name))?.focus();
}

/** In the page: writes into a field whose keys differ between browsers. */
function setValue(name: string, value: string): void {
  const label = [...document.querySelectorAll("label")].find(({ textContent }) =>
    textContent.startsWith(name),
  );
  const field = label?.control as HTMLInputElement;
  // React notices only what the element's own property does not.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** In the page: what is seen, and what the focus is on. */
// biome-ignore lint/performance/useDomNodeTextContent: only what is visible
const textOfPage = () => document.body.innerText.replaceAll("\u00A0", " ");
/** Also if another page has replaced the one of the press. */
const wasPressed = () => (window as { wasPressed?: boolean }).wasPressed !== false;
const valueOfFocused = () => (document.activeElement as HTMLInputElement).value;
const focusOfPage = () => {
  const focused = document.activeElement;
  return focused?.getAttribute("aria-label") ?? focused?.getAttribute("name") ?? focused?.textContent ?? "";
};

const TIMEOUT_MS = 60_000;
/** Faster clicks on one control are a double click, which counts once. No person types in between. */
const DOUBLE_CLICK_MS = 600;
/** The message says what did not come, because a whole page is too long for one. */
const patiently = <T>(look: () => Promise<T>, what: string) =>
  expect.poll(look, { timeout: TIMEOUT_MS, interval: 50, message: what });

/** A person at a window: looks, presses and types, and waits for what they need. */
export function personAt(window: BrowserWindow) {
  const lastClick = { name: "", time: 0 };
  /** Clicks the control. True once it has heard the click; a click at a place that moves just then hits something else. */
  function presser(kind: Kind, name: string): () => Promise<boolean | string> {
    let isClicked = false;
    return async () => {
      try {
        if (isClicked && (await window.run(wasPressed))) return true;
        if (lastClick.name === name && Date.now() - lastClick.time < DOUBLE_CLICK_MS) return false;
        const place = await window.run(placeOfControl, kind, name);
        if (!place) return false;
        isClicked = true;
        await window.click(place);
        Object.assign(lastClick, { name, time: Date.now() });
        return await window.run(wasPressed);
      } catch (error) {
        // A click can replace the page before anybody can ask it: the next attempt asks the new one.
        return String(error);
      }
    };
  }

  const person = {
    open: (url: string) => window.goto(url),
    sees: (text: string) =>
      patiently(async () => (await window.run(textOfPage)).includes(text), `sees “${text}”`).toBe(true),
    focusIsOn: (name: string | RegExp) =>
      patiently(() => window.run(focusOfPage), "the focus").toMatch(
        typeof name === "string" ? new RegExp(`^${RegExp.escape(name)}$`) : name,
      ),
    /** Presses the control as soon as it is there. */
    press: (kind: Kind, name: string) => patiently(presser(kind, name), `presses ${name}`).toBe(true),
    /** Types into a field; again, if a dialog that was just opened took the focus. */
    fill: (name: string, text: string) =>
      patiently(async () => {
        await window.run(focusField, name);
        await window.press("Control+a");
        await window.type(text);
        return window.run(valueOfFocused);
      }, `types into ${name}`).toBe(text),
    async chooseDay(name: string, day: string) {
      await person.sees(name);
      await window.run(setValue, name, day);
    },
    /** The attribute of a field. */
    attributeOf: (name: string, attribute: string) =>
      window.run(
        (name: string, attribute: string) =>
          [...document.querySelectorAll("label")]
            .find(({ textContent }) => textContent.startsWith(name))
            ?.control?.getAttribute(attribute) ?? null,
        name,
        attribute,
      ),
  };
  return person;
}
