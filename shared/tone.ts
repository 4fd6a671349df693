/** How urgent something is. Screens show it as a colour beside the words. */
export type Tone = "fine" | "overdue" | "soon" | "quiet";
