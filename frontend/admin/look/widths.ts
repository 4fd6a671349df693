/** Below it the sidebar becomes a drawer, rows become cards and dialogs fill the screen. The style sheets say the same. */
export const phone = "(max-width: 47.99em)";
