/** Focuses the first field with an error, after the errors are rendered. */
export const focusFirstError = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("form [aria-invalid='true']")?.focus());
};
