/** The texts of the page, or of its open dialog, with a stored day or id in it, or an amount in another format. */
export function unformattedText(): string[] {
  const root = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.querySelector("#content");
  if (!root) return [];
  const patterns = {
    "a stored day": /(?<![\d-])\d{4}-\d\d-\d\d(?!\d)/,
    "an id": /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i,
    // Not of charts: `$0`, `$98.8M`.
    "an amount without cents": /(?:KES|Ksh|\$)\s?[1-9][\d,]*(?![\d,KMB]|\.\d)/,
  };
  const blocks = [...root.querySelectorAll("p, li, dd, dt, td, th, h1, h2, h3, label, button, a, span, div")];
  return blocks
    .filter(
      (block) =>
        !block.closest("code, pre, [data-money] *") && !block.querySelector("p, li, td, div, dd, pre"),
    )
    .flatMap((block) => {
      const text = block.textContent;
      return Object.entries(patterns).flatMap(([what, pattern]) =>
        pattern.test(text) ? `${what}: ${text.slice(0, 120)}` : [],
      );
    });
}
