// Rules of our own, that run with axe's: what somebody hears who goes from control to control.

type Axe = { commons: { text: { accessibleText(element: Element): string } } };
/** In the page. */
declare const axe: Axe;

type Data = { kind: string; name: string; target: string };
type CheckContext = { data(data: Data): void };
type CheckResult = { data: Data; result: boolean };

/** Notes what a control is, what it is called and where it leads. */
function noteName(this: CheckContext, control: HTMLElement): boolean {
  const target = control instanceof HTMLAnchorElement ? control.href : "";
  // Somebody who listens also hears in which part they are.
  const parts = "section, nav, aside, header, form, dialog, [role=dialog]";
  const part = [...document.querySelectorAll(parts)].indexOf(control.closest(parts) as Element);
  const kind = `${control.getAttribute("role") ?? control.localName} in part ${part}`;
  this.data({ kind, name: axe.commons.text.accessibleText(control), target });
  return true;
}

/** Refuses controls of one kind with the same name, but for links to the same place. */
function refuseEqualNames(results: CheckResult[]): CheckResult[] {
  const isEqual = ({ data: a }: CheckResult, { data: b }: CheckResult) =>
    a.kind === b.kind && a.name === b.name && (a.target === "" || a.target !== b.target);
  for (const result of results)
    result.result = !results.some((earlier) => earlier !== result && isEqual(result, earlier));
  return results;
}

/** A screen reader reads the description after the name. */
function describesMore(control: HTMLElement): boolean {
  const described = (control.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");
  const plain = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
  const description = plain(described) || plain(control.title);
  const name = plain(axe.commons.text.accessibleText(control));
  const isNamedByTitle =
    !control.textContent && !control.getAttribute("aria-label") && name === plain(control.title);
  return description === "" || isNamedByTitle || !name.includes(description);
}

/** A screen reader reads a description as one text, and the controls in it again when they have the focus. */
function describesWithoutControls(described: HTMLElement): boolean {
  const ids = described.getAttribute("aria-describedby")?.split(" ") ?? [];
  const controls = "a[href], button, input, select, textarea";
  return !ids.some((id) => document.getElementById(id)?.querySelector(controls));
}

/** A row with one wide cell says something about all rows. */
function hasRowHeader(row: HTMLElement): boolean {
  return row.querySelector("th, td[colspan]") !== null;
}

const controls = "a[href], button, input, select, textarea";
const tags = ["best-practice"];

/** The shortcuts focus a row. Its cells give it a name for axe, but not in the browser's tree. */
function isNamedByItself(row: HTMLElement): boolean {
  return row.hasAttribute("aria-label");
}

/** Functions as text, because they run in the page. */
export const ownRules = {
  checks: [
    { id: "equal-names", evaluate: String(noteName), after: String(refuseEqualNames) },
    { id: "row-header", evaluate: String(hasRowHeader) },
    { id: "without-controls", evaluate: String(describesWithoutControls) },
    { id: "named-by-itself", evaluate: String(isNamedByItself) },
    { id: "repeated-name", evaluate: String(describesMore) },
  ],
  rules: [
    { id: "controls-have-different-names", selector: controls, any: ["equal-names"], tags },
    { id: "rows-have-headers", selector: "tbody:not([aria-hidden]) > tr", any: ["row-header"], tags },
    { id: "focusable-rows-have-names", selector: "tr[tabindex]", any: ["named-by-itself"], tags },
    { id: "landmarks-have-names", selector: "aside, nav", any: ["aria-label", "aria-labelledby"], tags },
    { id: "description-has-no-controls", selector: "[aria-describedby]", any: ["without-controls"], tags },
    {
      id: "description-repeats-no-name",
      selector: `${controls}, td, th, [role]`,
      any: ["repeated-name"],
      tags,
    },
  ],
};
