/** The texts of the page, or of its open dialog or menu, that are printed over each other, over a field, or outside the window. */
export function overlappingText(): string[] {
  type Box = { left: number; right: number; top: number; bottom: number };
  type Piece = { text: string; holder: Element; box: Box; layer: Element | null };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isTransparent = (color: string) => /^(?:transparent|rgba\(.*, 0\))$/.test(color);
  const clipped = (box: Box, from: Element): Box => {
    let seen = box;
    for (let at: Element | null = from; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      const frame = at.getBoundingClientRect();
      // Text for screen readers only.
      if (style.position === "absolute" && frame.width <= 1 && frame.height <= 1) return frame;
      const { overflowX, overflowY } = style;
      seen = {
        left: overflowX === "visible" ? seen.left : Math.max(seen.left, frame.left),
        right: overflowX === "visible" ? seen.right : Math.min(seen.right, frame.right),
        top: overflowY === "visible" ? seen.top : Math.max(seen.top, frame.top),
        bottom: overflowY === "visible" ? seen.bottom : Math.min(seen.bottom, frame.bottom),
      };
      if (style.position === "fixed") break;
    }
    return seen;
  };
  // Fixed and sticky elements lie above those that scroll, and the buttons of a row cover the end of its text.
  const layerOf = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { position, backgroundColor } = getComputedStyle(at);
      const isCover =
        position === "absolute" && at.matches(".row-actions") && !isTransparent(backgroundColor);
      if (isCover || ["fixed", "sticky"].includes(position)) return at;
    }
    return null;
  };
  const pieces: Piece[] = [];
  const add = (text: string, holder: Element, boxes: Iterable<DOMRect>) => {
    for (const box of boxes) {
      const { left, right, top, bottom } = clipped(box, holder);
      if (right - left > 1 && bottom - top > 1)
        pieces.push({ text, holder, box: { left, right, top, bottom }, layer: layerOf(holder) });
    }
  };
  const floating = [...document.querySelectorAll("[role=dialog], [role=menu]")].filter(isShown).at(-1);
  const root = floating ?? document.body;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent: text, parentElement: holder } = texts.currentNode;
    if (!text?.trim() || !holder || holder.closest("script, style, option") || !isShown(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    add(text.trim().slice(0, 60), holder, range.getClientRects());
  }
  for (const field of root.querySelectorAll(
    "input:not([type=checkbox], [type=radio]), select, textarea, iframe",
  ))
    if (isShown(field)) add(`a field (${field.id})`, field, [field.getBoundingClientRect()]);

  for (const icon of root.querySelectorAll("svg:not(svg svg)"))
    if (isShown(icon))
      add(`an icon in ${icon.parentElement?.textContent}`, icon, [icon.getBoundingClientRect()]);

  const outside = pieces
    .filter(({ box }) => box.left < -1 || box.right > innerWidth + 1)
    .map(({ text }) => `outside the window: ${text}`);
  const over = pieces
    .toSorted((a, b) => a.box.top - b.box.top)
    .flatMap(({ text, holder, box, layer }, index, sorted) => {
      const problems: string[] = [];
      for (const below of sorted.slice(index + 1)) {
        if (below.box.top > box.bottom) break;
        if (below.layer !== layer || below.holder === holder) continue;
        // Fields hold their icons and buttons.
        if (holder.closest(".mantine-Input-wrapper")?.contains(below.holder)) continue;
        const width = Math.min(box.right, below.box.right) - Math.max(box.left, below.box.left);
        const height = Math.min(box.bottom, below.box.bottom) - Math.max(box.top, below.box.top);
        const lower = Math.min(box.bottom - box.top, below.box.bottom - below.box.top);
        // The boxes of letters of two lines may touch.
        if (width > 2 && height > lower * 0.35)
          problems.push(`printed over each other: ${text} | ${below.text}`);
      }
      return problems;
    });
  return [...new Set([...outside, ...over])];
}
