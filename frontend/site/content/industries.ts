/** Separate from their clients, because the browser's script needs only the names. */
export const industries = [
  "Microfinance Institutions",
  "Logistics & Transport",
  "Healthcare & Pharmaceuticals",
] as const;

export type Industry = (typeof industries)[number];
