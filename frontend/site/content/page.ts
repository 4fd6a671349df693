import * as company from "../../../shared/company.ts";

/** The texts for search engines and chat apps. */
export const page = {
  title: `${company.name.value} | Loan, ledger, stock and courier systems, Nairobi`,
  description:
    "Custom software, loan management, accounting, point of sale, courier and warehouse systems for businesses in Kenya and East Africa, with support day and night.",
  keywords:
    "software company Nairobi, custom software Kenya, loan management system, SACCO software, microfinance software, accounting system Kenya, POS system Kenya, courier management system, warehouse management system, order fulfilment, Android applications, eTIMS, M-Pesa integration, technology consulting East Africa",
  shareImage: "A loan schedule, beside the company's name and what it builds",
} as const;

export const footer = {
  about:
    "We build the systems that lenders, carriers, shops and chemists in East Africa do their day's work with, and we stay to look after them.",
  links: "Quick links",
  contact: "Contact",
  social: "Follow us",
  legal: `${company.legalName.value}, KRA PIN ${company.pin.value}`,
  copyright: `© 2025 ${company.name.value}. All rights reserved.`,
  privacy: "Privacy",
  staff: "Staff sign in",
} as const;
