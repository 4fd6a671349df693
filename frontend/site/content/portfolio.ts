import { placeholder } from "../../../shared/fact.ts";
import type { Industry } from "./industries.ts";

export type PortfolioClient = { name: string; logo: string; sector: string; solution: string };
export type IndustryGroup = { name: Industry; clients: readonly PortfolioClient[] };
export type Testimonial = { text: string; author: string; title: string; company: string; image: string };

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
export const industryGroups = placeholder("The clients who agree to be named, by industry", [
  {
    name: "Microfinance Institutions",
    clients: [
      { name: "Mfano Microfinance", logo: "MM", sector: "Microfinance", solution: "Loan Management System" },
      { name: "Sampuli SACCO", logo: "SS", sector: "Savings and credit", solution: "Loans and Accounting" },
      {
        name: "Kielelezo Credit",
        logo: "KC",
        sector: "Asset finance",
        solution: "Field officers' Android application",
      },
    ],
  },
  {
    name: "Logistics & Transport",
    clients: [
      { name: "Sampuli Couriers", logo: "SC", sector: "Parcels", solution: "Courier Management System" },
      { name: "Mfano Haulage", logo: "MH", sector: "Road freight", solution: "Accounting System" },
      {
        name: "Kielelezo Stores",
        logo: "KS",
        sector: "Warehousing",
        solution: "Warehouse Management System",
      },
    ],
  },
  {
    name: "Healthcare & Pharmaceuticals",
    clients: [
      { name: "Mfano Chemists", logo: "MC", sector: "Retail pharmacy", solution: "Point of Sale System" },
    ],
  },
] satisfies IndustryGroup[]);

export const testimonials = placeholder("Four quotations, with leave to print them", [
  {
    text: "We used to learn about arrears at month end. Now each officer has the list at seven in the morning, and it is the list the branch manager has.",
    author: "Asha Mfano",
    title: "Operations Manager",
    company: "Mfano Microfinance",
    image: "AM",
  },
  {
    text: "A parcel nobody could find cost us an afternoon of calls. Today the counter reads out who scanned it last, and where.",
    author: "Juma Sampuli",
    title: "General Manager",
    company: "Sampuli Couriers",
    image: "JS",
  },
  {
    text: "The stock take meant a weekend with the doors shut. We count a few shelves a day now, and what expires next is on top of the list.",
    author: "Wanjiru Mfano",
    title: "Superintendent Pharmacist",
    company: "Mfano Chemists",
    image: "WM",
  },
  {
    text: "At the annual meeting a member asked how her dividend was worked out. We opened the screen and showed her, line by line.",
    author: "Otieno Sampuli",
    title: "Chief Executive",
    company: "Sampuli SACCO",
    image: "OS",
  },
] satisfies Testimonial[]);

export const portfolioAction = {
  title: "Which part of your day refuses to add up?",
  text: "Tell us about it. We begin there, and you judge us by it.",
  button: "Start a Project",
} as const;
