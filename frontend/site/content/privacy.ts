import * as company from "../../../shared/company.ts";
import { placeholder } from "../../../shared/fact.ts";
import { retention } from "../../../shared/retention.ts";

// The notice for visitors and clients, under the Data Protection Act, 2019.

export const controller = placeholder(
  "Who decides about personal data: the company's registered name and postal address",
  `${company.name.value}, P.O. Box 00000-00100, Nairobi`,
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
  back: "Back to the site",
  introduction: `What ${company.name.value} keeps of visitors and clients, why, and for how long. It follows Kenya's Data Protection Act, 2019.`,
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
        `When you write to us by the form we keep your name, email address, phone number and message, to answer you. They are deleted after ${retention.messages.most} months at the latest.`,
        "Your internet address is turned into a code that cannot be read back, to stop floods of messages. It goes within days. This site sets no cookies and follows nobody. The live map comes from OpenStreetMap, only when you open it.",
      ],
    },
    {
      title: "Clients",
      paragraphs: [
        "Of clients we keep name, email address, phone number, company and address, what they subscribe to, what they paid and by which reference, and notes of what was agreed: to carry out the contract and to keep our books as tax law asks.",
        `Which emails we sent, and whether they arrived, is kept for ${retention.reminders.most} months at most. Who of our staff changed what is kept for ${retention.activity.most} months at most. The rest stays for as long as the contract lasts and the books must be kept.`,
      ],
    },
    {
      title: "Who else sees it",
      paragraphs: [
        `Amazon Web Services stores it and delivers our emails, on our behalf, in ${storage.value}. Nobody else is given it, unless the law demands it.`,
      ],
    },
    {
      title: "Your rights",
      paragraphs: [
        "You may ask what we keep of you, have a copy of it, have it corrected, or have it erased. Amounts and dates of payments stay in our books, without your name.",
      ],
    },
  ] satisfies Part[],
  ask: "Write to",
  complain:
    "If our answer does not satisfy you, the Office of the Data Protection Commissioner takes complaints:",
  commissioner: { name: "odpc.go.ke", url: "https://www.odpc.go.ke/" },
} as const;
