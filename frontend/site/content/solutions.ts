import { type Fact, placeholder } from "../../../shared/fact.ts";

export type SolutionId =
  | "loans"
  | "accounting"
  | "point-of-sale"
  | "courier"
  | "fulfilment"
  | "warehouse"
  | "android";

export type Solution = {
  id: SolutionId;
  name: string;
  description: string;
  fullDescription: string;
  features: readonly string[];
  benefits: readonly string[];
  industries: readonly string[];
  /** The product's own site. */
  link: Fact<string>;
  picture: string;
};

export const solutionsHeading = {
  title: "Seven systems, already at work",
  introduction: "Take one as it stands, have it fitted to your rules, or run several on the same records.",
  overview: "Overview",
  features: "Key features",
  benefits: "Business benefits",
  industries: "Target industries",
  learnMore: "Learn More",
  quote: "Get Quote",
  offer: { from: "A month, from", live: "Live in", included: "Included", worksWith: "Works with" },
  samples: "Sample prices, times and cases",
  columns: ["System", "For", "A month, from", "Live in", "What changed"],
} as const;

export const solutionsBanner = {
  title: "Not sure which one fits?",
  text: "Tell us how a working day runs at your place. You will get a straight answer, even when the answer is to keep what you have.",
  consultation: "Schedule Consultation",
  brochure: "Download Brochure",
  note: "Tell us where to send it: the brochure comes by email.",
} as const;

const site = (product: string, url: string) => placeholder(`The address of the ${product}'s own site`, url);

export const solutions: readonly Solution[] = [
  {
    id: "loans",
    name: "Loan Management System",
    description: "From application to last instalment, for MFIs and SACCOs.",
    fullDescription:
      "Each loan product keeps its own rules for interest, fees, grace and penalties. An M-Pesa repayment finds its loan by account number, and every officer starts the day with the list of who has not paid.",
    features: [
      "Flat and reducing-balance schedules, with grace and penalties",
      "Paybill repayments matched to the loan as they arrive",
      "Guarantors, collateral and approval limits for each branch",
      "Shares, savings and the SACCO dividend run",
    ],
    benefits: [
      "Arrears seen on the first day, not at month end",
      "A name and a time against every approval",
      "Portfolio at risk by officer, branch and product",
    ],
    industries: ["Microfinance institutions", "SACCOs", "Digital lenders", "Investment groups"],
    link: site("loan management system", "https://loans.mwamba.example/"),
    picture: "A loan schedule: two instalments ticked, the third due today",
  },
  {
    id: "accounting",
    name: "Accounting System",
    description: "A ledger that closes the month without a spreadsheet.",
    fullDescription:
      "Sales, loans, payroll and purchases post themselves as double entries, each traceable to its document. Bank and M-Pesa statements are matched line by line; VAT and withholding tax are worked out as you post.",
    features: [
      "General ledger, receivables, payables and fixed assets",
      "Bank and M-Pesa statements reconciled",
      "Invoices issued through KRA eTIMS",
      "Branches, cost centres and several currencies",
    ],
    benefits: [
      "A trial balance at any hour of any day",
      "Who posted what, when and from which paper",
      "An audit that asks for a login, not for boxes",
    ],
    industries: ["Distributors", "SACCOs", "Schools and NGOs", "Professional firms"],
    link: site("accounting system", "https://ledger.mwamba.example/"),
    picture: "A ledger page with debits and credits that agree",
  },
  {
    id: "point-of-sale",
    name: "Point of Sale System",
    description: "A till that keeps selling when the internet stops.",
    fullDescription:
      "Cashiers scan, take cash, card or M-Pesa and print the tax receipt, online or not. Stock falls with each sale, expiry dates are watched, and every shift closes against the float it opened with.",
    features: [
      "Sales, returns and discounts by barcode",
      "Cash, card and M-Pesa on one receipt",
      "eTIMS receipts queued while the line is down",
      "Batches and expiry dates, for pharmacies too",
    ],
    benefits: [
      "A float that balances at the end of the shift",
      "Shelves refilled before they are empty",
      "Less stock thrown away after its date",
    ],
    industries: ["Supermarkets", "Pharmacies", "Hardware shops", "Restaurants"],
    link: site("point-of-sale system", "https://till.mwamba.example/"),
    picture: "A till receipt paid by M-Pesa, with its tax number",
  },
  {
    id: "courier",
    name: "Courier Management System",
    description: "Every waybill followed from counter to doorstep.",
    fullDescription:
      "A parcel is priced by zone and weight, and scanned each time it changes hands. Riders carry their route on Android, collect the signature or the cash, and the sender gets an SMS at each step.",
    features: [
      "Waybills, zone and weight tariffs, corporate accounts",
      "Scans at booking, dispatch, transfer and delivery",
      "A rider's application: route, signature, cash on delivery",
      "SMS to sender and receiver at each hand-over",
    ],
    benefits: [
      "“Where is my parcel?” answered without a call",
      "Cash on delivery settled daily, rider by rider",
      "Monthly invoices drawn from the waybills",
    ],
    industries: ["Courier firms", "Bus parcel offices", "Online shops", "Document delivery"],
    link: site("courier management system", "https://courier.mwamba.example/"),
    picture: "A rider's route along Ngong Road with four stops, two delivered",
  },
  {
    id: "fulfilment",
    name: "Order Fulfilment System",
    description: "Orders from every channel, picked once and sent right.",
    fullDescription:
      "Orders from the shop, the website, WhatsApp and the sales team stand in one queue. Stock is reserved as the order lands, picking lists follow the shelves, and the customer hears when it leaves.",
    features: [
      "One queue for shop, website, WhatsApp and field sales",
      "Stock reserved the moment an order lands",
      "Picking in shelf order, checked by barcode",
      "Part deliveries, returns and dispatch notes",
    ],
    benefits: [
      "No carton promised to two customers",
      "Wrong items caught at the shelf, not at the door",
      "The order nearest its cut-off always on top",
    ],
    industries: ["Wholesalers", "Online retailers", "Manufacturers", "Medical suppliers"],
    link: site("order fulfilment system", "https://orders.mwamba.example/"),
    picture: "A picking list in shelf order with three of five lines picked",
  },
  {
    id: "warehouse",
    name: "Warehouse Management System",
    description: "What you hold, where it stands and when it expires.",
    fullDescription:
      "Goods are received against the purchase order, put away to a bin and moved by scan. Counting a few bins a day replaces the yearly shutdown, and what expires first is offered to the picker first.",
    features: [
      "Receiving against the order, differences recorded",
      "Aisles, bins and several warehouses on one map",
      "Batch, serial number and expiry, first out first",
      "Cycle counts on a handheld scanner",
    ],
    benefits: [
      "A stock take with the doors open",
      "The fast sellers nearest to the gate",
      "A recalled batch traced to everyone who got it",
    ],
    industries: ["Distributors", "Pharmaceutical stores", "Manufacturers", "Third-party logistics"],
    link: site("warehouse management system", "https://warehouse.mwamba.example/"),
    picture: "Warehouse aisles seen from above, with one bin found",
  },
  {
    id: "android",
    name: "Android Applications",
    description: "Field work on the telephone your staff already carry.",
    fullDescription:
      "Applications for loan officers, riders, merchandisers and storekeepers, made for small screens, small bundles and long days. Work is kept on the telephone first and sent when there is a signal.",
    features: [
      "Works without a signal, sends when it returns",
      "Camera, barcode, fingerprint and position",
      "M-Pesa prompts from inside the application",
      "Light enough for entry-level telephones",
    ],
    benefits: [
      "Records made on the spot, the same day",
      "No evening spent typing up paper forms",
      "Each visit with its time and place",
    ],
    industries: ["MFIs and SACCOs", "Last-mile delivery", "Consumer goods", "Community health"],
    link: site("Android applications", "https://apps.mwamba.example/"),
    picture: "A telephone showing an M-Pesa confirmation beside a queue of visits",
  },
];
