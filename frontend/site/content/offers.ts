import { type Fact, placeholder } from "../../../shared/fact.ts";
import type { SolutionId } from "./solutions.ts";

/** Buyers ask for these first. The labels are in `solutionsHeading`. */
export type Offer = { from: string; live: string; included: string; worksWith: string };

const offer = (product: string, from: string, live: string, more: Pick<Offer, "included" | "worksWith">) =>
  placeholder(`The offer of the ${product}: price, weeks, what is included, what it works with`, {
    from,
    live,
    ...more,
  });

/** For each product its offer, and the two questions that a quote for it needs. */
export const offers: Record<SolutionId, { offer: Fact<Offer>; questions: readonly [string, string] }> = {
  loans: {
    offer: offer("loan management system", "KES 35,000", "8 weeks", {
      included: "Balances moved and reconciled, two branches trained, 24/7 support",
      worksWith: "M-Pesa Paybill, credit bureaus, SMS, your bank’s files",
    }),
    questions: ["How many members or borrowers do you have?", "How many branches?"],
  },
  accounting: {
    offer: offer("accounting system", "KES 15,000", "4 weeks", {
      included: "Opening balances entered, the first month closed together",
      worksWith: "KRA eTIMS, M-Pesa and bank statements, Excel",
    }),
    questions: ["How many people post entries?", "How many companies or branches?"],
  },
  "point-of-sale": {
    offer: offer("point-of-sale system", "KES 6,500", "2 weeks", {
      included: "Items and prices loaded, cashiers trained, a spare till",
      worksWith: "M-Pesa Till, card terminals, eTIMS, receipt printers",
    }),
    questions: ["How many tills do you have?", "How many shops?"],
  },
  courier: {
    offer: offer("courier management system", "KES 28,000", "6 weeks", {
      included: "Zones and tariffs set up, riders trained, labels designed",
      worksWith: "M-Pesa, SMS, label printers, any Android telephone",
    }),
    questions: ["How many parcels a day?", "How many riders and offices?"],
  },
  fulfilment: {
    offer: offer("order fulfilment system", "KES 24,000", "6 weeks", {
      included: "Channels connected, shelves labelled, a week beside your pickers",
      worksWith: "WhatsApp Business, WooCommerce, Shopify, courier waybills",
    }),
    questions: ["How many orders a day?", "Where do they come from?"],
  },
  warehouse: {
    offer: offer("warehouse management system", "KES 30,000", "8 weeks", {
      included: "The first full count, bin labels, two scanners on loan",
      worksWith: "Barcode scanners, Sage, QuickBooks, Excel",
    }),
    questions: ["How many warehouses do you have?", "How many items do you stock?"],
  },
  android: {
    offer: offer("Android applications", "KES 20,000", "6 weeks", {
      included: "Design, release on Google Play, updates for new Android versions",
      worksWith: "Your own system or one of ours, M-Pesa prompts",
    }),
    questions: ["How many people will use it?", "Which system should it work with?"],
  },
};
