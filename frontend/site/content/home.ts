export const home = {
  headline: "Software that accounts for every shilling, parcel and pill.",
  tagline: "Innovating Digital Solutions for Growth",
  introduction:
    "We design, build and look after systems for microfinance institutions, SACCOs, logistics firms, retailers and pharmacies in Kenya and East Africa.",
  action: "Talk to Us Today",
} as const;

/** As specified. */
export const SLIDE_MS = 5_000;
export const HIGHLIGHT_MS = 4_000;

export const slides = [
  { id: "custom-solutions", title: "Custom Solutions Development" },
  { id: "consulting", title: "Technology Consulting" },
  { id: "mobile", title: "Mobile Applications" },
  { id: "financial", title: "Financial Software" },
  { id: "implementation", title: "Implementation & Support" },
] as const;

export type SlideId = (typeof slides)[number]["id"];

/** Separate from the titles, because the browser's script needs only the titles. */
export const slideTexts: Record<SlideId, { description: string; picture: string }> = {
  "custom-solutions": {
    description: "Your approval steps, price lists and branch rules in one system your staff recognise.",
    picture: "A page of a ledger, its first column lit",
  },
  consulting: {
    description:
      "We sit with tellers, drivers and storekeepers, then hand you a plan with a price on each step.",
    picture: "A page of a ledger, its second column lit",
  },
  mobile: {
    description:
      "Officers collect, riders deliver and storekeepers count on Android, with or without a signal.",
    picture: "A page of a ledger, its third column lit",
  },
  financial: {
    description: "Instalments, M-Pesa receipts and the general ledger agree every evening, entry by entry.",
    picture: "A page of a ledger, its fourth column lit",
  },
  implementation: {
    description: "We move your records, train each branch and answer day and night once you are live.",
    picture: "A page of a ledger, its last column lit",
  },
};

/** The three highlight tiles, in order. */
export const highlights = ["custom", "support", "web-and-mobile"] as const;

export type HighlightId = (typeof highlights)[number];

export const highlightTexts: Record<HighlightId, { title: string; text: string }> = {
  custom: {
    title: "Custom Solutions",
    text: "Your loan products, your routes, your price lists: the system follows them.",
  },
  support: {
    title: "Implementation & Support",
    text: "Records moved, branches trained, and somebody to call at two in the morning.",
  },
  "web-and-mobile": {
    title: "Web & Mobile",
    text: "In the browser at head office, on Android in the field: one set of records.",
  },
};
