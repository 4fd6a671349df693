import type { Language } from "../languages.ts";

type Texts = {
  title: string;
  asOf: (day: string) => string;
  toPay: string;
  ofItOverdue: (amount: string) => string;
  overdue: string;
  onHold: string;
  onHoldNote: string;
  alsoOpen: string;
  notAskedFor: string;
  more: (count: number) => string;
  payments: string;
  noPayments: string;
  statement: string;
  request: string;
  back: string;
  print: string;
  sample: string;
};

/** The texts of the page that emails and statements do not share. */
export const texts: Record<Language, Texts> = {
  en: {
    title: "Your account",
    asOf: (day) => `As of ${day}`,
    toPay: "To pay",
    ofItOverdue: (amount) => `${amount} of it is overdue.`,
    overdue: "Overdue",
    onHold: "On hold",
    onHoldNote: "We do not ask for this now. You can pay it all the same.",
    alsoOpen: "Also open",
    notAskedFor: "Not part of the sum above. We send you no reminders of it now.",
    more: (count) => `And ${count} more.`,
    payments: "What you paid in the last 12 months",
    noPayments: "No payments yet.",
    statement: "Statement to print",
    request: "Payment request to print",
    back: "Back to your account",
    print: "Print or save as PDF",
    sample: "This is sample data. Nobody owes these amounts.",
  },
  sw: {
    title: "Akaunti yako",
    asOf: (day) => `Kufikia ${day}`,
    toPay: "Kiasi cha kulipa",
    ofItOverdue: (amount) => `Kati yake ${amount} imechelewa.`,
    overdue: "Imechelewa",
    onHold: "Imesitishwa",
    onHoldNote: "Hatuidai kwa sasa. Unaweza kuilipa hata hivyo.",
    alsoOpen: "Mengine ambayo hayajalipwa",
    notAskedFor: "Si sehemu ya jumla iliyo hapo juu. Kwa sasa hatukutumii vikumbusho vyake.",
    more: (count) => `Na nyingine ${count}.`,
    payments: "Ulicholipa katika miezi 12 iliyopita",
    noPayments: "Bado hakuna malipo.",
    statement: "Taarifa ya kuchapisha",
    request: "Ombi la malipo la kuchapisha",
    back: "Rudi kwenye akaunti yako",
    print: "Chapisha au hifadhi kama PDF",
    sample: "Hii ni mifano tu. Hakuna anayedaiwa kiasi hiki.",
  },
};
