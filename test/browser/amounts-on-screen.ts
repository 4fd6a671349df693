import type { Page } from "playwright-core";

/**
 * The problems of the current layout, and its number of amounts: every amount must be on one line, complete, inside the
 * window and marked as an amount, no text may leave its cell, and the page must not scroll sideways.
 */
export const measureAmounts = (page: Page) =>
  page.evaluate(() => {
    const problems: string[] = [];
    const isVisible = (element: Element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      // Text for screen readers only.
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { position, width, height } = getComputedStyle(at);
        if (position === "absolute" && width === "1px" && height === "1px") return false;
      }
      return true;
    };
    const unbroken = [...document.querySelectorAll("[data-money], .note")].filter(
      (element) => element.textContent !== "" && isVisible(element),
    );
    for (const element of unbroken) {
      const name = `${element.textContent} in ${element.parentElement?.textContent?.slice(0, 90)}`;
      const range = document.createRange();
      range.selectNodeContents(element);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const [left, right] = [
        Math.min(...boxes.map((box) => box.left)),
        Math.max(...boxes.map((box) => box.right)),
      ];
      const [top, bottom] = [
        Math.min(...boxes.map((box) => box.top)),
        Math.max(...boxes.map((box) => box.bottom)),
      ];
      if (boxes.some((box) => box.top > (boxes[0]?.bottom ?? 0) - 1)) problems.push(`broken: ${name}`);
      const holders: Element[] = [];
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        holders.push(at);
      const beyond = (holder: Element) => {
        const box = holder.getBoundingClientRect();
        return left < box.left - 1 || right > box.right + 1;
      };
      const ellipsized = holders.find((holder) => {
        const { textOverflow, webkitLineClamp, overflowX } = getComputedStyle(holder);
        return overflowX === "hidden" && (textOverflow === "ellipsis" || webkitLineClamp !== "none");
      });
      // An ellipsis replaces an amount in a sentence as a whole, because it is an inline block.
      if (ellipsized && beyond(ellipsized) && ellipsized.textContent?.trim() !== element.textContent)
        continue;
      if (left < -0.5 || right > innerWidth + 0.5) problems.push(`outside the window: ${name}`);
      if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        problems.push(`wider than its place: ${name}`);
      for (const holder of holders) {
        if (holder === ellipsized) break;
        const { overflowX, overflowY } = getComputedStyle(holder);
        const box = holder.getBoundingClientRect();
        const above = top < box.top - 2 || bottom > box.bottom + 2;
        if (overflowX !== "visible" && beyond(holder)) problems.push(`cut at the side: ${name}`);
        if (["hidden", "clip"].includes(overflowY) && above) problems.push(`cut above or below: ${name}`);
      }
    }
    // Fields and code cannot hold an element, and toasts are plain text.
    const plain = "[data-money], input, textarea, option, pre, script, style, [role=status][aria-live]";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent: text, parentElement: holder } = texts.currentNode;
      if (
        holder &&
        /(?:\b(?:KES|Ksh)|\$)\s?\d/.test(text ?? "") &&
        !holder.closest(plain) &&
        isVisible(holder)
      )
        problems.push(`not marked as an amount: ${text}`);
    }
    for (const row of document.querySelectorAll("tr")) {
      const cells = [...row.querySelectorAll("td")].filter(
        (cell) => getComputedStyle(cell).position !== "absolute",
      );
      const boxes = cells.map((cell) => cell.getBoundingClientRect());
      for (const [index, cell] of cells.entries()) {
        const { textContent, scrollWidth, clientWidth } = cell;
        if (textContent && scrollWidth > clientWidth + 1)
          problems.push(`wider than its cell: ${textContent}`);
        const { top, bottom, left } = boxes[index] as DOMRect;
        const isAbove = (box: DOMRect, at: number) =>
          at !== index &&
          box.left < left - 1 &&
          box.right > left + 1 &&
          box.bottom > top + 1 &&
          box.top < bottom - 1;
        if (boxes.some(isAbove)) problems.push(`printed over another cell: ${textContent}`);
      }
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) problems.push(`the page scrolls sideways: ${scrollWidth}`);
    return { problems, amounts: unbroken.filter((element) => element.matches("[data-money]")).length };
  });
