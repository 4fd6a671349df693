import { useMediaQuery } from "@mantine/hooks";

/** Whether lists show cards instead of tables. */
export const useNarrow = (): boolean => useMatches(cards) || isTextEnlarged();

let enlarged: boolean | undefined;

/** Whether a minimum font size of the browser enlarges small text by more than a quarter: no column has room for that. */
function isTextEnlarged(): boolean {
  enlarged ??= widthAt("13px") > widthAt("130px") / 8;
  return enlarged;
}

function widthAt(fontSize: string): number {
  const probe = document.createElement("span");
  probe.textContent = "0";
  Object.assign(probe.style, { position: "absolute", fontSize });
  document.body.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width;
}

export const usePhone = (): boolean => useMatches(phone);

/** Whether a page has room for a column at its side. */
export const useWide = (): boolean => useMatches(wide);

/** Whether a table has no room for every column. */
export const useTightTable = (): boolean => useMatches(tight);

/** Whether the table of clients has no room for every column: it has the most. */
export const useTightClients = (): boolean => useMatches(tightClients);

/** Whether a row has room for one worded action only. */
export const useOneAction = (): boolean => useMatches(oneAction);

/** Whether rows are as high as a finger needs. */
export const useTouch = (): boolean => useMatches(touch);

/** Whether a list has room for a panel beside it. */
export const useRoomForPanel = (): boolean => useMatches(panel);

/** Whether the sidebar is a rail of icons. */
export const useRail = (): boolean => useMatches(rail);

const useMatches = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false;

// Style sheets cannot import these values and repeat them.

/** Up to this width dialogs fill the screen and columns stack. */
const phone = "(max-width: 47.99em)";

const wide = "(min-width: 56.25em)";

/** Between these widths the sidebar is a rail of icons. */
const rail = "(min-width: 48em) and (max-width: 75em)";

const panel = "(min-width: 80em)";

const touch = "(pointer: coarse)";

/** Between these widths rows are no cards, and names need the room of other columns. */
const tight = "(min-width: 60.01em) and (max-width: 75em)";

const tightClients = "(min-width: 60.01em) and (max-width: 89.99em)";

const oneAction = "(max-width: 75em), (max-width: 80em) and (hover: none)";

/** Up to this width rows are cards. */
const cards = "(max-width: 60em)";
