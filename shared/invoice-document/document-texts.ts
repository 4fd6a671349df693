import type { Language } from "../languages.ts";

type Texts = {
  /** Tax law wants these words in English; other languages show both. */
  taxInvoice: string;
  invoice: string;
  creditNote: string;
  request: string;
  /** Says on a payment request that it is none of the others. */
  noInvoiceYet: string;
  to: string;
  kraPin: string;
  number: string;
  day: string;
  ofInvoice: string;
  reason: string;
  net: string;
  rate: string;
  vat: string;
  gross: string;
  atRate: (percent: string) => string;
  zero: string;
  exempt: string;
  exemptRate: string;
  byRate: string;
  subscription: string;
  totalNet: string;
  totalVat: string;
  totalCredited: string;
  netInShillings: string;
  vatInShillings: string;
  inShillings: string;
  dollarRate: (shillings: string, day: string) => string;
  controlUnit: string;
  checkAtKra: string;
  paid: string;
  paidPart: (amount: string) => string;
  left: (amount: string) => string;
  credited: (amount: string) => string;
  creditedWhole: string;
  sample: string;
};

/** The texts of invoices, credit notes and payment requests that emails and the client's own page do not share. */
export const texts: Record<Language, Texts> = {
  en: {
    taxInvoice: "Tax invoice",
    invoice: "Invoice",
    creditNote: "Credit note",
    request: "Payment request",
    noInvoiceYet: "This is not an invoice. You get the invoice when the amount is due, or when you pay it.",
    to: "To",
    kraPin: "KRA PIN",
    number: "Number",
    day: "Date",
    ofInvoice: "Of invoice",
    reason: "Reason",
    net: "Without VAT",
    rate: "VAT rate",
    vat: "VAT",
    gross: "With VAT",
    atRate: (percent) => `VAT ${percent}`,
    zero: "Zero-rated",
    exempt: "Exempt",
    exemptRate: "Exempt",
    byRate: "By rate of VAT",
    subscription: "Subscription",
    totalNet: "Total without VAT",
    totalVat: "Total VAT",
    totalCredited: "Total credited",
    netInShillings: "Without VAT in Kenya shillings",
    vatInShillings: "VAT in Kenya shillings",
    inShillings: "Total in Kenya shillings",
    dollarRate: (shillings, day) => `1 US dollar is ${shillings}, the rate of ${day}.`,
    controlUnit: "Control unit number",
    checkAtKra: "Check this with the Kenya Revenue Authority",
    paid: "Paid in full.",
    paidPart: (amount) => `${amount} is paid.`,
    left: (amount) => `${amount} is left to pay.`,
    credited: (amount) => `A credit note took back ${amount}.`,
    creditedWhole: "A credit note took back all of it.",
    sample: "This is sample data. Nobody owes these amounts.",
  },
  sw: {
    taxInvoice: "Ankara ya kodi",
    invoice: "Ankara",
    creditNote: "Hati ya punguzo",
    request: "Ombi la malipo",
    noInvoiceYet: "Hii si ankara. Utapata ankara siku ya kulipa itakapofika, au utakapolipa.",
    to: "Kwa",
    kraPin: "PIN ya KRA",
    number: "Nambari",
    day: "Tarehe",
    ofInvoice: "Ya ankara",
    reason: "Sababu",
    net: "Bila VAT",
    rate: "Kiwango cha VAT",
    vat: "VAT",
    gross: "Pamoja na VAT",
    atRate: (percent) => `VAT ${percent}`,
    zero: "VAT ya kiwango cha sifuri",
    exempt: "Imesamehewa VAT",
    exemptRate: "Imesamehewa",
    byRate: "Kwa kila kiwango cha VAT",
    subscription: "Usajili",
    totalNet: "Jumla bila VAT",
    totalVat: "Jumla ya VAT",
    totalCredited: "Jumla iliyopunguzwa",
    netInShillings: "Bila VAT kwa shilingi za Kenya",
    vatInShillings: "VAT kwa shilingi za Kenya",
    inShillings: "Jumla kwa shilingi za Kenya",
    dollarRate: (shillings, day) => `Dola 1 ya Marekani ni ${shillings}, kiwango cha tarehe ${day}.`,
    controlUnit: "Nambari ya kifaa cha kodi",
    checkAtKra: "Thibitisha kwa Mamlaka ya Mapato ya Kenya",
    paid: "Imelipwa kikamilifu.",
    paidPart: (amount) => `${amount} imelipwa.`,
    left: (amount) => `${amount} haijalipwa.`,
    credited: (amount) => `Hati ya punguzo imepunguza ${amount}.`,
    creditedWhole: "Hati ya punguzo imeifuta yote.",
    sample: "Hii ni mifano tu. Hakuna anayedaiwa kiasi hiki.",
  },
};
