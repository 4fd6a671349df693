// Style sheets cannot import: they say the same numbers, each with the same meaning.

/** Below it dialogs fill the screen, and what stands side by side goes below each other. */
export const phone = "(max-width: 47.99em)";

/** Below it rows become cards: no table has room for all its columns. */
export const cards = "(max-width: 60em)";

/** Below it the sidebar becomes a drawer, so that tables have its room. */
export const drawer = "(max-width: 75em)";
