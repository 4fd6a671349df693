/**
 * "Get Quote" puts the product's name into the first line of the message, above typed text, and replaces an earlier one.
 */
export function nameProductInMessage(): void {
  document.addEventListener("click", ({ target }) => {
    const line = (target as Element).closest<HTMLElement>("[data-quote]")?.dataset.quote;
    const message = document.querySelector<HTMLTextAreaElement>("#contact-message");
    if (!line || !message) return;
    const lines = message.value.split("\n");
    const earlier = document.querySelector(`[data-quote="${CSS.escape(lines[0] ?? "")}"]`);
    const text = [line, ...lines.slice(earlier ? 1 : 0)].join("\n");
    if (text.length <= message.maxLength) message.value = text;
  });
}
