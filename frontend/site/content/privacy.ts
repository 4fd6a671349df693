import * as company from "../../../shared/company.ts";
import { placeholder } from "../../../shared/fact.ts";
import { retention } from "../../../shared/retention.ts";

// The notice for visitors and clients, under the Data Protection Act, 2019.

export const controller = placeholder(
  "Who decides about personal data: the company's registered name and postal address",
  `${company.legalName.value}, P.O. Box 00000-00100, Nairobi`,
);
export const registration = placeholder(
  "The number of registration with the Data Protection Commissioner, or why there is none",
  "000-0000-0000",
);
export const contact = placeholder("The address to write to about personal data", company.email.value);
export const storage = placeholder(
  "In which country the data is stored, by the region of the deployment",
  "Ireland",
);

type Part = { title: string; paragraphs: string[] };

export const privacy = {
  title: "Privacy",
  introduction: `Which data ${company.name.value} keeps about visitors and clients, why, and for how long. It follows Kenya's Data Protection Act, 2019.`,
  parts: [
    {
      title: "Who is responsible",
      paragraphs: [
        `${controller.value}. Registered with the Office of the Data Protection Commissioner: ${registration.value}.`,
      ],
    },
    {
      title: "Visitors",
      paragraphs: [
        `When you send the contact form, we keep your name, email address, phone number, message and your answers about a product, to answer you. They are deleted after ${retention.messages.maxMonths} months at the latest.`,
        "To limit spam, we keep a code made from your internet address, from which the address cannot be recovered. It is deleted within days. This site sets no cookies and does not track you. The live map comes from OpenStreetMap, once you scroll near it.",
      ],
    },
    {
      title: "Clients",
      paragraphs: [
        "For clients we keep name, email address, phone number, company, address and tax number (KRA PIN), their subscriptions, their payments with references, and notes on agreements. We need this data to fulfil the contract and to keep our books as tax law requires.",
        `Records of sent emails and their delivery are kept for ${retention.reminders.maxMonths} months at most. Records of changes by our staff are kept for ${retention.activity.maxMonths} months at most. The rest is kept as long as the contract lasts and as long as tax law requires.`,
      ],
    },
    {
      title: "Who else has access",
      paragraphs: [
        `Amazon Web Services stores the data and delivers our emails on our behalf, in ${storage.value}. We give it to nobody else, unless the law requires it.`,
      ],
    },
    {
      title: "Your rights",
      paragraphs: [
        "You may ask which data we keep about you, get a copy, and have it corrected or erased. Amounts and dates of payments stay in our books, without your name.",
      ],
    },
  ] satisfies Part[],
  ask: "Write to",
  complain:
    "If our answer does not satisfy you, the Office of the Data Protection Commissioner takes complaints:",
  commissioner: { name: "odpc.go.ke", url: "https://www.odpc.go.ke/" },
} as const;
