export const servicesHeading = {
  title: "Three ways we work with you",
  introduction:
    "Start with a question, a prototype or a system that is already limping. Each ends in something you can hold us to.",
} as const;

export const services = [
  {
    id: "design",
    title: "Custom Solutions Design & Development",
    text: "Software that fits the way you already give loans, sell, store or deliver.",
    picture: "A pencil sketch of a form beside the finished screen",
    features: [
      "A prototype your staff click through before we write code",
      "Web and Android applications on one set of records",
      "Connections to M-Pesa, banks, SMS and KRA eTIMS",
      "Documented source code and a manual in plain words",
    ],
  },
  {
    id: "support",
    title: "Implementation & Support",
    text: "A launch that closes no counter, and people who answer afterwards.",
    picture: "A clock of twenty-four hours with answered calls marked around it",
    features: [
      "Members, balances and stock moved and reconciled to the shilling",
      "Training in each branch, at the desk where the work is done",
      "24/7 support by telephone, WhatsApp and email",
      "Updates, backups, and a restore that we rehearse",
    ],
  },
  {
    id: "consulting",
    title: "Technology Consulting",
    text: "An outside view of your systems before you spend on new ones.",
    picture: "Five systems on a plan, two of them newly connected",
    features: [
      "A map of every system, spreadsheet and manual step",
      "A costed plan: what to replace, connect or leave alone",
      "A review of security and backups under the Data Protection Act",
      "Tender documents, and bids compared line by line",
    ],
  },
] as const;
