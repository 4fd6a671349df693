/** Moves the focus to the first field that is complained about, once the complaints are on screen. */
export const focusFirstError = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("form [aria-invalid='true']")?.focus());
};
