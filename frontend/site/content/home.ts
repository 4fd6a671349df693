export const home = {
  headline: "Software that accounts for every shilling, parcel and pill.",
  tagline: "Innovating Digital Solutions for Growth",
  introduction:
    "We design, build and look after systems for microfinance institutions, SACCOs, logistics firms, retailers and pharmacies in Kenya and East Africa.",
  action: "Talk to Us Today",
} as const;

/** Milliseconds each of the rotating things stays. */
export const stays = { slide: 5_000, highlight: 4_000 } as const;

export const slides = [
  {
    id: "custom-solutions",
    title: "Custom Solutions Development",
    description: "Your approval steps, price lists and branch rules in one system your staff recognise.",
    picture: "A loan application passing from officer to branch manager to disbursement",
  },
  {
    id: "consulting",
    title: "Technology Consulting",
    description: "We sit with tellers, drivers and storekeepers, then hand you a plan with a price on each step.",
    picture: "A plan that ranks ten improvements by effort and value",
  },
  {
    id: "mobile",
    title: "Mobile Applications",
    description: "Officers collect, riders deliver and storekeepers count on Android, with or without a signal.",
    picture: "A loan officer's collection round on a telephone, three receipts waiting for a signal",
  },
  {
    id: "financial",
    title: "Financial Software",
    description: "Instalments, M-Pesa receipts and the general ledger agree every evening, entry by entry.",
    picture: "Collections by week beside a ledger whose debits and credits agree",
  },
  {
    id: "implementation",
    title: "Implementation & Support",
    description: "We move your records, train each branch and answer day and night once you are live.",
    picture: "A launch in five towns: three branches live, one in training, one to come",
  },
] as const;

export const highlights = [
  {
    id: "custom",
    title: "Custom Solutions",
    text: "Your loan products, your routes, your price lists: the system follows them.",
  },
  {
    id: "support",
    title: "Implementation & Support",
    text: "Records moved, branches trained, and somebody to call at two in the morning.",
  },
  {
    id: "web-and-mobile",
    title: "Web & Mobile",
    text: "In the browser at head office, on Android in the field: one set of records.",
  },
] as const;
