import { placeholder } from "../../../shared/fact.ts";
import type { Industry } from "./industries.ts";
import type { SolutionId } from "./solutions.ts";

/** `logo` and `image` are picture files, once the clients give them. */
export type PortfolioClient = { name: string; logo?: string; sector: string; solution: string };
/** Its clients, and one case: the figure that changed, and who says so. */
export type IndustryGroup = {
  name: Industry;
  picture: SolutionId;
  change: { figure: string; of: string };
  says: string;
  clients: readonly PortfolioClient[];
};
export type Testimonial = { text: string; author: string; title: string; company: string; image?: string };

export const portfolioHeading = {
  title: "Counted on every working day",
  introduction: "Lenders, carriers and chemists whose books, parcels and shelves run on our systems.",
  samples: "Sample names, figures and quotations, shown until the real ones are confirmed.",
  testimonials: "What clients say",
} as const;

export const statistics = placeholder("The four figures, confirmed", [
  { figure: "150+", label: "Clients Served" },
  { figure: "200+", label: "Projects Delivered" },
  { figure: "98%", label: "Client Satisfaction" },
  { figure: "24/7", label: "Support Available" },
]);

// Mfano, sampuli and kielelezo are Swahili for example, sample and illustration. They are not real clients.
export const industryGroups = placeholder<IndustryGroup[]>(
  "Clients who agree to be named, and a case of each industry",
  [
    {
      name: "Microfinance Institutions",
      picture: "loans",
      change: { figure: "11% to 4%", of: "of loans more than 30 days late, nine months after the start" },
      says: "Asha Mfano, Operations Manager, Mfano Microfinance",
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
      picture: "courier",
      change: { figure: "60 to 5", of: "calls a day that ask where a parcel is, after one quarter" },
      says: "Juma Sampuli, General Manager, Sampuli Couriers",
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
      picture: "point-of-sale",
      change: { figure: "9% to 2%", of: "of stock thrown away after its date, in the first year" },
      says: "Wanjiru Mfano, Superintendent Pharmacist, Mfano Chemists",
      clients: [{ name: "Mfano Chemists", sector: "Retail pharmacy", solution: "Point of Sale System" }],
    },
  ],
);

export const testimonials = placeholder<Testimonial[]>("Four quotations, with leave to print them", [
  {
    text: "We used to learn about arrears at month end. Now each officer has the list at seven in the morning, and it is the list the branch manager has.",
    author: "Asha Mfano",
    title: "Operations Manager",
    company: "Mfano Microfinance",
  },
  {
    text: "A parcel nobody could find cost us an afternoon of calls. Today the counter reads out who scanned it last, and where.",
    author: "Juma Sampuli",
    title: "General Manager",
    company: "Sampuli Couriers",
  },
  {
    text: "The stock take meant a weekend with the doors shut. We count a few shelves a day now, and what expires next is on top of the list.",
    author: "Wanjiru Mfano",
    title: "Superintendent Pharmacist",
    company: "Mfano Chemists",
  },
  {
    text: "At the annual meeting a member asked how her dividend was worked out. We opened the screen and showed her, line by line.",
    author: "Otieno Sampuli",
    title: "Chief Executive",
    company: "Sampuli SACCO",
  },
]);

export const portfolioAction = {
  title: "Which part of your day refuses to add up?",
  text: "Tell us about it. We begin there, and you judge us by it.",
  button: "Start a Project",
} as const;
