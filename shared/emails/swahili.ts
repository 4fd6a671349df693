import type { Texts } from "./a-languages-texts.ts";

const late =
  "Mpendwa {client},\n\nMalipo ya usajili wako {frequency} ({service}) yalitarajiwa tarehe {due}, {days}.";
const overdueSubject = "Malipo yamechelewa tangu {due}: {service}";
const closing = "Ikiwa tayari umelipa, asante: huhitaji kufanya lolote zaidi.";

/** Kenyan Swahili, as one business writes to another. */
export const swahili: Texts = {
  locales: { days: "sw-KE", amounts: "sw-KE" },
  original: (how) => {
    const way = how ? "kama inavyoonyeshwa hapa chini" : "kwa njia yako ya kawaida";
    return {
      upcoming: {
        subject: "Malipo yanatarajiwa {due}: {service}",
        opening: "Mpendwa {client},\n\nUsajili wako {frequency} ({service}) utahuishwa tarehe {due}, {days}.",
        request: `Tafadhali lipa kufikia tarehe {due}, ${way}.`,
        closing,
      },
      overdue: {
        subject: overdueSubject,
        opening: late,
        request: `Huenda yamesahaulika. Tafadhali lipa ${way}, au utujulishe iwapo kuna tatizo.`,
        closing,
      },
      "overdue-14": {
        subject: overdueSubject,
        opening: late,
        request: `Bado hatujayapokea. Tafadhali lipa wiki hii, ${way}, au utujulishe utalipa lini.`,
        closing,
      },
      "overdue-30": {
        subject: overdueSubject,
        opening: late,
        request: `Malipo haya bado hayajafika. Tafadhali lipa leo, ${way}, au utupigie simu ili tukubaliane hatua ya kuchukua.`,
        closing,
      },
      receipt: {
        subject: "Malipo yamepokelewa {paid}: {service}",
        opening: "Mpendwa {client},\n\nAsante: tumepokea malipo ya usajili wako {frequency} ({service}).",
        request: "Tafadhali hifadhi barua pepe hii kama risiti yako.",
        closing: "",
      },
    };
  },
  signature: "Idara ya Uhasibu",
  frequencies: {
    monthly: "wa kila mwezi",
    quarterly: "wa kila robo mwaka",
    "semi-annual": "wa kila nusu mwaka",
    yearly: "wa kila mwaka",
  },
  plan: (frequency) => `usajili ${frequency}`,
  today: "leo",
  ahead: (count) => `baada ya siku ${count}`,
  ago: (count) => (count === 1 ? "siku 1 iliyopita" : `siku ${count} zilizopita`),
  fromTo: (from, to) => `${from} hadi ${to}`,
  partPaid: (amount, paid, left) => `Kati ya ${amount} umelipa ${paid}, asante: imebaki ${left}.`,
  labels: {
    service: "Huduma",
    period: "Kipindi",
    due: "Lipa kufikia",
    amount: "Kiasi",
    paid: "Kilicholipwa",
    left: "Kilichobaki",
    paidOn: "Ililipwa tarehe",
    method: "Njia ya malipo",
    reference: "Kumbukumbu",
    ownReference: "Nambari yako ya malipo",
    nextDue: "Malipo yajayo",
    howToPay: "Jinsi ya kulipa",
    paybill: "M-Pesa Paybill",
    paybillAccount: "Nambari ya akaunti",
    till: "M-Pesa Till",
    bankAccount: "Akaunti ya benki",
  },
  methods: { mpesa: "M-Pesa", bank: "Benki", cheque: "Hundi", cash: "Pesa taslimu", other: "Nyingine" },
  ask: (ways) => `Ukiwa na swali, au ungependa kubadilisha jambo lolote, ${ways}.`,
  reply: "jibu barua pepe hii",
  call: (phone) => `piga simu ${phone}`,
  or: " au ",
  writeOnWhatsApp: "Tuandikie kwenye WhatsApp",
  hello: "Habari, ",
  about: (reference) => `Habari, hii ni kuhusu nambari yangu ya malipo ${reference}: `,
  greeting: (name) => `Habari ${name}, `,
  amountIs: (amount) => `Kiasi: ${amount}.`,
};
