import { placeholder } from "../../../shared/fact.ts";
import { cases } from "./cases.ts";
import type { Industry } from "./industries.ts";
import type { SolutionId } from "./solutions.ts";

/** `logo` is a picture file, once the client gives it. */
export type PortfolioClient = { name: string; logo?: string; sector: string; solution: string };
/** Its clients; the case is that of the solution. */
export type IndustryGroup = { name: Industry; case: SolutionId; clients: readonly PortfolioClient[] };

export const portfolioHeading = {
  title: "Counted on every working day",
  introduction: "Lenders, carriers and chemists whose books, parcels and shelves run on our systems.",
  samples: "Sample names, figures and quotations",
  testimonials: "What clients say",
} as const;

export const statistics = placeholder("The four figures, confirmed", [
  { figure: "150+", label: "Clients Served" },
  { figure: "200+", label: "Projects Delivered" },
  { figure: "98%", label: "Client Satisfaction" },
  { figure: "24/7", label: "Support Available" },
]);

// Mfano, sampuli and kielelezo are Swahili for example, sample and illustration. They are not real clients.
export const industryGroups = placeholder<IndustryGroup[]>("Clients who agree to be named", [
  {
    name: "Microfinance Institutions",
    case: "loans",
    clients: [
      { name: "Mfano Microfinance", sector: "Microfinance", solution: "Loan Management System" },
      { name: "Sampuli SACCO", sector: "Savings and credit", solution: "Loans and Accounting" },
      {
        name: "Kielelezo Credit",
        sector: "Asset finance",
        solution: "Field officers' Android application",
      },
    ],
  },
  {
    name: "Logistics & Transport",
    case: "courier",
    clients: [
      { name: "Sampuli Couriers", sector: "Parcels", solution: "Courier Management System" },
      { name: "Mfano Haulage", sector: "Road freight", solution: "Accounting System" },
      {
        name: "Kielelezo Stores",
        sector: "Warehousing",
        solution: "Warehouse Management System",
      },
    ],
  },
  {
    name: "Healthcare & Pharmaceuticals",
    case: "point-of-sale",
    clients: [{ name: "Mfano Chemists", sector: "Retail pharmacy", solution: "Point of Sale System" }],
  },
]);

const quoted = ["loans", "courier", "point-of-sale", "accounting"] as const;
export const testimonials = /* @__PURE__ */ quoted.map((solution) => cases[solution].value.says);

export const portfolioAction = {
  title: "Which part of your day refuses to add up?",
  text: "Tell us about it. We begin there, and you judge us by it.",
  button: "Start a Project",
} as const;

export const own = {
  backOffice: "Our back-office: what each client pays for, who is overdue and who is due soon",
  ownPage: "A client’s own page on a telephone: what is owed, and how to pay it",
  caption: "Two of our own screens, with sample records.",
} as const;
