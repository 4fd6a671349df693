import type { Template, TemplatedEmail } from "../email-templates.ts";
import type { LanguageTexts } from "./language-texts.ts";

const closing = "Ikiwa tayari umelipa, asante: huhitaji kufanya lolote zaidi.";
const wayOf = (hasInstructions: boolean) =>
  hasInstructions ? "kama inavyoonyeshwa hapa chini" : "kwa njia yako ya kawaida";

/** `what` is paid, as the sentences of reminders and receipts name it. */
function templatesFor(
  what: string,
  upcoming: Pick<Template, "subject" | "opening">,
  hasInstructions: boolean,
): Record<TemplatedEmail, Template> {
  const way = wayOf(hasInstructions);
  return {
    upcoming: { ...upcoming, request: `Tafadhali lipa kufikia tarehe {due}, ${way}.`, closing },
    overdue: {
      subject: "Malipo yamechelewa tangu {due}: {service}",
      opening: `Mpendwa {client},\n\nMalipo ${what} yalitarajiwa tarehe {due}, {days}.`,
      request: `Huenda yamesahaulika. Tafadhali lipa ${way}, au utujulishe iwapo kuna tatizo.`,
      closing,
    },
    "overdue-14": {
      subject: "Bado hayajalipwa tangu {due}: {service}",
      opening: `Mpendwa {client},\n\nBado hatujapokea malipo ${what}. Yalitarajiwa tarehe {due}, {days}.`,
      request: `Tafadhali lipa wiki hii, ${way}, au utujulishe utalipa lini.`,
      closing,
    },
    "overdue-30": {
      subject: "Tafadhali lipa leo: hayajalipwa tangu {due}, {service}",
      opening: `Mpendwa {client},\n\nMalipo ${what} yamechelewa kwa muda mrefu. Yalitarajiwa tarehe {due}, {days}.`,
      request: `Tafadhali lipa leo, ${way}, au utupigie simu ili tukubaliane kuhusu hatua ya kuchukua.`,
      closing,
    },
    receipt: {
      subject: "Malipo yamepokelewa {paid}: {service}",
      opening: `Mpendwa {client},\n\nAsante: tumepokea malipo ${what}.`,
      request: "Tafadhali hifadhi barua pepe hii kama risiti yako.",
      closing: "",
    },
  };
}

/** Kenyan Swahili, as one business writes to another. */
export const swahili: LanguageTexts = {
  amountsLocale: "sw-KE",
  months: ["Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ago", "Sep", "Okt", "Nov", "Des"],
  templates: (hasInstructions) =>
    templatesFor(
      "ya usajili wako {frequency} ({service})",
      {
        subject: "Malipo yanatarajiwa {due}: {service}",
        opening: "Mpendwa {client},\n\nUsajili wako {frequency} ({service}) utahuishwa tarehe {due}, {days}.",
      },
      hasInstructions,
    ),
  chargeTemplates: (hasInstructions) =>
    templatesFor(
      "ya mara moja ({service})",
      {
        subject: "Malipo yanatarajiwa {due}: {service}",
        opening: "Mpendwa {client},\n\nMalipo ya mara moja ({service}) yanatarajiwa tarehe {due}, {days}.",
      },
      hasInstructions,
    ),
  several: (count, { hasInstructions }) => {
    const way = wayOf(hasInstructions);
    const late = {
      subject: "Malipo yamechelewa: {amount}",
      opening: `Mpendwa {client},\n\nMalipo ${count} bado hayajalipwa. Ya zamani zaidi yalitarajiwa tarehe {due}, {days}.`,
      closing,
    };
    return {
      upcoming: {
        subject: "Malipo yanatarajiwa: {amount}",
        opening: `Mpendwa {client},\n\nMalipo ${count} yanatarajiwa. Ya kwanza yanatarajiwa tarehe {due}, {days}.`,
        request: `Tafadhali lipa kila moja kufikia tarehe yake, ${way}.`,
        closing,
      },
      overdue: {
        ...late,
        request: `Huenda yamesahaulika. Tafadhali lipa ${way}, au utujulishe iwapo kuna tatizo.`,
      },
      "overdue-14": {
        ...late,
        subject: "Malipo yamechelewa, bado hayajalipwa: {amount}",
        request: `Bado hatujayapokea yote. Tafadhali lipa wiki hii, ${way}, au utujulishe utalipa lini.`,
      },
      "overdue-30": {
        ...late,
        subject: "Malipo yamechelewa, tafadhali lipa leo: {amount}",
        request: `Baadhi ya malipo haya yamechelewa kwa muda mrefu. Tafadhali lipa leo, ${way}, au utupigie simu ili tukubaliane kuhusu hatua ya kuchukua.`,
      },
    };
  },
  invoiceSubjects: (number, about) => ({
    upcoming: `Ankara ${number}, lipa kufikia {due}: ${about}`,
    overdue: `Ankara ${number} imechelewa tangu {due}: ${about}`,
    "overdue-14": `Ankara ${number} bado haijalipwa tangu {due}: ${about}`,
    "overdue-30": `Tafadhali lipa leo: ankara ${number} haijalipwa tangu {due}, ${about}`,
  }),
  invoice: (number) => `Ankara ${number}`,
  invoiceDue: (number, due) => `Ankara ${number}, lipa kufikia ${due}`,
  severalPaid: {
    subject: "Malipo yamepokelewa {paid}: {amount}",
    opening: "Mpendwa {client},\n\nAsante: tumepokea malipo yako.",
    request: "Tafadhali hifadhi barua pepe hii kama risiti yako.",
    closing: "",
  },
  paidInFull: "Umelipa kikamilifu: hakuna kinachodaiwa sasa.",
  replacesReceipt: (number) => `Risiti hii inachukua nafasi ya risiti ${number}.`,
  withReceipt: (subject, number) => `${subject} (risiti ${number})`,
  correction: {
    subject: "Marekebisho: risiti ya {paid} ya {amount} si halali",
    opening:
      "Mpendwa {client},\n\nTulikutumia risiti ya malipo haya. Yaliandikwa kimakosa, kwa hivyo risiti hiyo si halali.",
    request: "Tafadhali ipuuze risiti hiyo. Tunaomba radhi kwa usumbufu.",
    closing: "",
  },
  price: {
    subject: "Bei yako kuanzia {due}",
    opening:
      "Mpendwa {client},\n\nBei zetu zinabadilika tarehe {due}. Utalipa bei mpya kwa malipo yatakayofika siku hiyo au baadaye.",
    request: "Hadi siku hiyo, bei ya sasa inaendelea. Huhitaji kufanya lolote.",
    closing: "",
  },
  priceWithdrawn: {
    subject: "Bei yako haibadiliki: mabadiliko ya {due} yameondolewa",
    opening: "Mpendwa {client},\n\nTulikujulisha bei mpya kuanzia {due}. Tumeiondoa: bei ya sasa inaendelea.",
    request: "Tafadhali ipuuze barua pepe yetu ya awali. Tunaomba radhi kwa usumbufu.",
    closing: "",
  },
  priceNow: (amount) => `Sasa: ${amount}`,
  priceFrom: (day, amount) => `Kuanzia ${day}: ${amount}`,
  statement: (days) => ({
    subject: `Taarifa ya akaunti, ${days}`,
    opening: `Mpendwa {client},\n\nHii ni taarifa ya akaunti yako, ${days}.`,
    request:
      "Ukurasa wako unaorodhesha ada na malipo yote ya miezi 12 iliyopita. Ikiwa yanatofautiana na vitabu vyako, tafadhali tujulishe.",
    closing: "",
  }),
  seeStatement: "Tazama taarifa yako",
  signature: "Idara ya Uhasibu",
  frequencies: {
    monthly: "wa kila mwezi",
    quarterly: "wa kila robo mwaka",
    "semi-annual": "wa kila nusu mwaka",
    yearly: "wa kila mwaka",
  },
  unnamedSubscription: (frequency) => `usajili ${frequency}`,
  unnamedCharge: "malipo ya mara moja",
  oneOff: "Mara moja",
  today: "leo",
  inDays: (count) => `baada ya siku ${count}`,
  daysAgo: (count) => (count === 1 ? "siku 1 iliyopita" : `siku ${count} zilizopita`),
  dayRange: (from, to) => `${from} hadi ${to}`,
  partPaid: (amount, paid, rest) => `Kati ya ${amount} umelipa ${paid}, asante: kimebaki ${rest}.`,
  labels: {
    service: "Huduma",
    period: "Kipindi",
    due: "Lipa kufikia",
    amount: "Kiasi",
    paid: "Kilicholipwa",
    total: "Jumla",
    left: "Kilichobaki",
    paidOn: "Ililipwa tarehe",
    method: "Njia ya malipo",
    reference: "Nambari ya kumbukumbu",
    ownReference: "Nambari yako ya malipo",
    ownKraPin: "PIN yako ya KRA",
    receiptNumber: "Nambari ya risiti",
    nextDue: "Malipo yajayo",
    stillOwed: "Jumla ya deni lililobaki",
    credit: "Akiba ya malipo yajayo",
    howToPay: "Jinsi ya kulipa",
    paybill: "M-Pesa Paybill",
    till: "M-Pesa Till",
    bankTransfer: "Kupitia benki",
    businessNumber: "Nambari ya biashara",
    tillNumber: "Nambari ya Till",
    bank: "Benki",
    branch: "Tawi",
    accountName: "Jina la akaunti",
    accountNumber: "Nambari ya akaunti",
    swift: "Msimbo wa SWIFT",
  },
  mpesaInParts: (most, { byBank }) =>
    `M-Pesa hupokea hadi ${most} kwa mara moja: tafadhali lipa kwa awamu${byBank ? ", au kupitia benki" : ""}.`,
  mpesaWholeShillings: ({ byBank }) =>
    `M-Pesa hupokea shilingi kamili: unaweza kuacha senti${byBank ? ", au kuzilipa kupitia benki" : ""}.`,
  methods: {
    mpesa: "M-Pesa",
    bank: "Benki",
    cheque: "Hundi",
    cash: "Pesa taslimu",
    withholding_tax: "Kodi ya zuio",
    other: "Nyingine",
  },
  contactUs: (ways) => `Ukiwa na swali, au ungependa kubadilisha jambo lolote, ${ways}.`,
  reply: "jibu barua pepe hii",
  call: (phone) => `piga simu ${phone}`,
  or: " au ",
  seeAccount: "Tazama akaunti yako",
  andMore: (count) => `na zaidi: ${count}`,
  writeOnWhatsApp: "Tuandikie kwenye WhatsApp",
  chatHello: "Habari, ",
  chatAboutReference: (reference) => `Habari, hii ni kuhusu nambari yangu ya malipo ${reference}: `,
  greeting: (name) => `Habari ${name}, `,
  chatAmount: (amount) => `Kiasi: ${amount}.`,
};
