/**
 * The pairs of size and weight of the texts that are seen, if they are too many. A chart, hidden from screen readers, is a
 * picture, and a dialog can cover the whole page.
 */
export function tooManyPairs(): string[] {
  const MAX_PAIRS = 9;
  const pairs = new Map<string, string>();
  const covering = [...document.querySelectorAll("[role=dialog]")].findLast((dialog) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
  });
  const texts = document.createTreeWalker(covering ?? document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent: text, parentElement: holder } = texts.currentNode;
    if (!text?.trim() || !holder || holder.closest("script, style, option, [aria-hidden=true]")) continue;
    const { right, bottom, width, height } = holder.getBoundingClientRect();
    // Smaller ones are for screen readers only, and the link that skips the menu waits above the page.
    const isSeen = Math.min(right, bottom) > 0 && Math.min(width, height) > 1;
    if (!isSeen || !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { fontSize, fontWeight } = getComputedStyle(holder);
    const pair = `${fontSize} ${fontWeight}`;
    if (fontSize !== "0px" && !pairs.has(pair)) pairs.set(pair, text.trim().slice(0, 20));
  }
  if (pairs.size <= MAX_PAIRS) return [];
  const found = [...pairs].map(([pair, text]) => `${pair} (${text})`);
  return [`${pairs.size} pairs of size and weight: ${found.join(", ")}`];
}
