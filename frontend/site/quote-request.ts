/**
 * "Get Quote" tells the form which product is meant: in the first line of the message, above whatever was typed.
 * Another product takes the place of the one before.
 */
export function nameProductInMessage(): void {
  document.addEventListener("click", ({ target }) => {
    const line = (target as Element).closest<HTMLElement>("[data-quote]")?.dataset.quote;
    const message = document.querySelector<HTMLTextAreaElement>("#contact-message");
    if (!line || !message) return;
    const lines = message.value.split("\n");
    const asked = document.querySelector(`[data-quote="${CSS.escape(lines[0] ?? "")}"]`);
    const text = [line, ...lines.slice(asked ? 1 : 0)].join("\n");
    if (text.length <= message.maxLength) message.value = text;
  });
}
