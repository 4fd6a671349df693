import type { Page } from "playwright-core";

/** Replaces every text of the page as translations do, and every text that comes later. */
export const translate = (page: Page) =>
  page.evaluate(() => {
    const isText = (node: Node) =>
      node.nodeType === Node.TEXT_NODE &&
      node.nodeValue?.trim() &&
      !node.parentElement?.closest("font, script, style");
    const wrap = (root: Node) => {
      const texts: Node[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isText(node)) texts.push(node);
      for (const text of texts) {
        const font = document.createElement("font");
        font.append(document.createElement("font"));
        (font.firstChild as HTMLElement).textContent = `${text.nodeValue} `;
        text.parentNode?.replaceChild(font, text);
      }
    };
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.isConnected) wrap(node.parentNode ?? node);
    }).observe(document.body, { childList: true, subtree: true });
  });
