/**
 * "Get Quote" heads the form with the product, asks its two questions, and fills in an empty message. `data-quote` has
 * the product and the questions. React keeps this part of the form as it is.
 */
export function offerQuotes(): void {
  const part = document.querySelector<HTMLFieldSetElement>(".quote fieldset");
  const message = document.querySelector<HTMLTextAreaElement>("#contact-message");
  if (!part || !message) return;
  const values = part.querySelectorAll<HTMLInputElement>("[type=hidden]");
  const texts = part.querySelectorAll("[data-text]");
  let filledIn = "";

  const ask = (quote: string) => {
    part.hidden = part.disabled = !quote;
    const words = quote.split("|");
    for (const [at, value] of values.entries()) value.value = words[at] ?? "";
    for (const [at, text] of texts.entries()) text.textContent = words[at] ?? "";
    for (const answer of part.querySelectorAll<HTMLInputElement>("[name=answer]")) answer.value = "";
    if (!message.value.trim() || message.value === filledIn)
      message.value = filledIn = quote && `${part.dataset.message} ${words[0]}.`;
  };

  document.addEventListener("click", ({ target }) => {
    const link = (target as Element).closest<HTMLElement>("[data-quote]");
    if (!link) return;
    link.closest<HTMLElement>("[popover]")?.hidePopover?.();
    ask(link.dataset.quote ?? "");
    if (!link.dataset.quote) message.focus();
  });
  message.form?.addEventListener("reset", () => ask(""));
}
