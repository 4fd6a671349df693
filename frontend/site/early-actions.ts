/**
 * Remembers clicks and submits until the page is hydrated. Links and buttons that open a popover work without script
 * and are not delayed.
 */
export function keepEarlyActions(): { replay: () => void } {
  const actions: (() => void)[] = [];

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    if (target.closest("nav a")) target.closest<HTMLElement>("[popover]")?.hidePopover();
    const button = target.closest<HTMLButtonElement>("[data-island] button");
    if (!button || button.popoverTargetElement || button.type === "submit") return;
    actions.push(() => button.click());
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    actions.push(() => form.requestSubmit());
  };
  document.addEventListener("click", onClick, true);
  document.addEventListener("submit", onSubmit, true);

  return {
    replay() {
      document.removeEventListener("click", onClick, true);
      document.removeEventListener("submit", onSubmit, true);
      for (const act of new Set(actions)) act();
    },
  };
}
