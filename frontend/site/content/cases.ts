import { type Fact, placeholder } from "../../../shared/fact.ts";
import type { SolutionId } from "./solutions.ts";

/** `image` is a picture file, once the client gives it. */
export type Testimonial = { text: string; author: string; title: string; company: string; image?: string };
/** A change for one client, in one line of the table and in words, and the client's own words. */
export type Case = {
  short: string;
  figure: string;
  of: string;
  says: Testimonial;
};

const caseOf = (product: string, value: Case) =>
  placeholder(
    `A case of the ${product}: the figure that changed, and a quotation with leave to print it`,
    value,
  );

// Mfano, sampuli and kielelezo are Swahili for example, sample and illustration. They are not real clients.
export const cases: Record<SolutionId, Fact<Case>> = {
  loans: caseOf("loan management system", {
    short: "Arrears 11% → 4%",
    figure: "11% to 4%",
    of: "of loans more than 30 days late, nine months after the start",
    says: {
      text: "We used to learn about arrears at month end. Now each officer has the list at seven in the morning, and it is the list the branch manager has.",
      author: "Asha Mfano",
      title: "Operations Manager",
      company: "Mfano Microfinance",
    },
  }),
  accounting: caseOf("accounting system", {
    short: "Month end 12 → 3 days",
    figure: "12 to 3 days",
    of: "to close a month, from the third month on",
    says: {
      text: "At the annual meeting a member asked how her dividend was worked out. We opened the screen and showed her, line by line.",
      author: "Otieno Sampuli",
      title: "Chief Executive",
      company: "Sampuli SACCO",
    },
  }),
  "point-of-sale": caseOf("point-of-sale system", {
    short: "Expired stock 9% → 2%",
    figure: "9% to 2%",
    of: "of stock thrown away after its date, in the first year",
    says: {
      text: "The stock take meant a weekend with the doors shut. We count a few shelves a day now, and what expires next is on top of the list.",
      author: "Wanjiru Mfano",
      title: "Superintendent Pharmacist",
      company: "Mfano Chemists",
    },
  }),
  courier: caseOf("courier management system", {
    short: "Parcel calls 60 → 5 a day",
    figure: "60 to 5",
    of: "calls a day that ask where a parcel is, after one quarter",
    says: {
      text: "A parcel nobody could find cost us an afternoon of calls. Today the counter reads out who scanned it last, and where.",
      author: "Juma Sampuli",
      title: "General Manager",
      company: "Sampuli Couriers",
    },
  }),
  fulfilment: caseOf("order fulfilment system", {
    short: "Wrong orders 6% → 1%",
    figure: "6% to 1%",
    of: "of orders sent back because an item was wrong, after four months",
    says: {
      text: "WhatsApp orders lived on three telephones. Now they stand in the same queue as the shop’s, and nobody promises the last carton twice.",
      author: "Njeri Kielelezo",
      title: "Sales Manager",
      company: "Kielelezo Wholesale",
    },
  }),
  warehouse: caseOf("warehouse management system", {
    short: "Count 2 days → none shut",
    figure: "2 days to none",
    of: "with the doors shut for the yearly count",
    says: {
      text: "When a batch was recalled we named every shop that had it before the manufacturer’s second call.",
      author: "Mutua Kielelezo",
      title: "Store Manager",
      company: "Kielelezo Stores",
    },
  }),
  android: caseOf("Android applications", {
    short: "Records 3 days → same day",
    figure: "3 days to same day",
    of: "from a visit in the field to its record at head office",
    says: {
      text: "Our officers stopped typing up forms in the evening. The visit is on record before they are back on the motorbike.",
      author: "Achieng Mfano",
      title: "Field Coordinator",
      company: "Kielelezo Credit",
    },
  }),
};
