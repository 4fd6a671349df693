// Style sheets cannot import these values and repeat them.

/** Up to this width dialogs fill the screen and columns stack. */
export const phone = "(max-width: 47.99em)";

/** Up to this width rows are cards. */
export const cards = "(max-width: 60em)";

/** Up to this width the sidebar is a drawer. */
export const drawer = "(max-width: 75em)";
