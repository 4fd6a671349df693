import type { Texts } from "./a-languages-texts.ts";

/** `1 day`, `7 days` */
export const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const late =
  "Dear {client},\n\nThe payment for your {frequency} subscription ({service}) was due on {due}, {days}.";
const overdueSubject = "Payment overdue since {due}: {service}";
const closing = "If you have paid already, thank you: nothing more is to be done.";

export const english: Texts = {
  locales: { days: "en-GB", amounts: "en-US" },
  original: (how) => {
    const way = how ? "as shown below" : "in the way you usually do";
    return {
      upcoming: {
        subject: "Renewal due {due}: {service}",
        opening: "Dear {client},\n\nYour {frequency} subscription ({service}) renews on {due}, {days}.",
        request: `Please pay by {due}, ${way}.`,
        closing,
      },
      overdue: {
        subject: overdueSubject,
        opening: late,
        request: `It may have slipped through. Please pay ${way}, or tell us if something is wrong.`,
        closing,
      },
      "overdue-14": {
        subject: overdueSubject,
        opening: late,
        request: `We have not received it yet. Please pay this week, ${way}, or tell us when we can expect it.`,
        closing,
      },
      "overdue-30": {
        subject: overdueSubject,
        opening: late,
        request: `It is still open. Please pay today, ${way}, or call us, so that we can agree on what to do.`,
        closing,
      },
      receipt: {
        subject: "Payment received {paid}: {service}",
        opening:
          "Dear {client},\n\nThank you: we have received your payment for your {frequency} subscription ({service}).",
        request: "Please keep this email as your receipt.",
        closing: "",
      },
    };
  },
  signature: "Accounts",
  frequencies: { monthly: "monthly", quarterly: "quarterly", "semi-annual": "semi-annual", yearly: "yearly" },
  plan: (frequency) => `${frequency} subscription`,
  today: "today",
  ahead: (count) => `in ${days(count)}`,
  ago: (count) => `${days(count)} ago`,
  fromTo: (from, to) => `${from} to ${to}`,
  partPaid: (amount, paid, left) => `Of ${amount} you have paid ${paid}, thank you: ${left} is left.`,
  labels: {
    service: "Service",
    period: "Period",
    due: "Due",
    amount: "Amount",
    paid: "Paid",
    left: "Left to pay",
    paidOn: "Paid on",
    method: "Method",
    reference: "Reference",
    ownReference: "Your payment reference",
    nextDue: "Next due",
    howToPay: "How to pay",
    paybill: "M-Pesa Paybill",
    paybillAccount: "M-Pesa account",
    till: "M-Pesa Till",
    bankAccount: "Bank account",
  },
  methods: { mpesa: "M-Pesa", bank: "Bank", cheque: "Cheque", cash: "Cash", other: "Other" },
  ask: (ways) => `To ask something, or to change anything, ${ways}.`,
  reply: "reply to this email",
  call: (phone) => `call ${phone}`,
  or: " or ",
  writeOnWhatsApp: "Write to us on WhatsApp",
  hello: "Hello, ",
  about: (reference) => `Hello, this is about my payment reference ${reference}: `,
  greeting: (name) => `Hello ${name}, `,
  amountIs: (amount) => `Amount: ${amount}.`,
};
