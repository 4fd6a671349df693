import type { Template, TemplatedEmail } from "../email-templates.ts";
import type { LanguageTexts } from "./language-texts.ts";

/** `1 day`, `7 days` */
export const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const closing = "If you have paid already, thank you. You do not need to do anything.";
const wayOf = (hasInstructions: boolean) => (hasInstructions ? "as shown below" : "in your usual way");

/** `what` is paid, as the sentences of reminders and receipts name it. */
function templatesFor(
  what: string,
  upcoming: Pick<Template, "subject" | "opening">,
  hasInstructions: boolean,
): Record<TemplatedEmail, Template> {
  const way = wayOf(hasInstructions);
  return {
    upcoming: { ...upcoming, request: `Please pay by {due}, ${way}.`, closing },
    overdue: {
      subject: "Payment overdue since {due}: {service}",
      opening: `Dear {client},\n\nThe payment for ${what} was due on {due}, {days}.`,
      request: `You may have missed it. Please pay ${way}, or tell us if something is wrong.`,
      closing,
    },
    "overdue-14": {
      subject: "Still unpaid since {due}: {service}",
      opening: `Dear {client},\n\nWe have not received the payment for ${what}. It was due on {due}, {days}.`,
      request: `Please pay this week, ${way}, or tell us when you will pay.`,
      closing,
    },
    "overdue-30": {
      subject: "Please pay today: unpaid since {due}, {service}",
      opening: `Dear {client},\n\nThe payment for ${what} is long overdue. It was due on {due}, {days}.`,
      request: `Please pay today, ${way}, or call us to agree on a solution.`,
      closing,
    },
    receipt: {
      subject: "Payment received {paid}: {service}",
      opening: `Dear {client},\n\nThank you: we have received your payment for ${what}.`,
      request: "Please keep this email as your receipt.",
      closing: "",
    },
  };
}

export const english: LanguageTexts = {
  amountsLocale: "en-US",
  months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  templates: (hasInstructions) =>
    templatesFor(
      "your {frequency} subscription ({service})",
      {
        subject: "Renewal due {due}: {service}",
        opening: "Dear {client},\n\nYour {frequency} subscription ({service}) renews on {due}, {days}.",
      },
      hasInstructions,
    ),
  chargeTemplates: (hasInstructions) =>
    templatesFor(
      "a one-off charge ({service})",
      {
        subject: "Payment due {due}: {service}",
        opening: "Dear {client},\n\nThe payment for a one-off charge ({service}) is due on {due}, {days}.",
      },
      hasInstructions,
    ),
  several: (count, { hasInstructions }) => {
    const way = wayOf(hasInstructions);
    const late = {
      subject: "Payment overdue: {amount}",
      opening: `Dear {client},\n\n${count} payments are still unpaid. The oldest was due on {due}, {days}.`,
      closing,
    };
    return {
      upcoming: {
        subject: "Payment due: {amount}",
        opening: `Dear {client},\n\n${count} payments are due. The first is due on {due}, {days}.`,
        request: `Please pay each by its due date, ${way}.`,
        closing,
      },
      overdue: {
        ...late,
        request: `You may have missed this. Please pay ${way}, or tell us if something is wrong.`,
      },
      "overdue-14": {
        ...late,
        subject: "Payment overdue, still unpaid: {amount}",
        request: `We have not received everything yet. Please pay this week, ${way}, or tell us when you will pay.`,
      },
      "overdue-30": {
        ...late,
        subject: "Payment overdue, please pay today: {amount}",
        request: `Some of this is long overdue. Please pay today, ${way}, or call us to agree on a solution.`,
      },
    };
  },
  invoiceSubjects: (number, about) => ({
    upcoming: `Invoice ${number} due {due}: ${about}`,
    overdue: `Invoice ${number} overdue since {due}: ${about}`,
    "overdue-14": `Invoice ${number} still unpaid since {due}: ${about}`,
    "overdue-30": `Please pay today: invoice ${number}, unpaid since {due}, ${about}`,
  }),
  invoice: (number) => `Invoice ${number}`,
  invoiceDue: (number, due) => `Invoice ${number} due ${due}`,
  severalPaid: {
    subject: "Payment received {paid}: {amount}",
    opening: "Dear {client},\n\nThank you: we have received your payment.",
    request: "Please keep this email as your receipt.",
    closing: "",
  },
  paidInFull: "Paid in full: nothing more is due now.",
  replacesReceipt: (number) => `This receipt replaces receipt ${number}.`,
  withReceipt: (subject, number) => `${subject} (receipt ${number})`,
  correction: {
    subject: "Correction: the receipt of {paid} for {amount} does not count",
    opening:
      "Dear {client},\n\nWe sent you a receipt for this payment. The payment was recorded by mistake, so the receipt does not count.",
    request: "Please ignore that receipt. We are sorry for the confusion.",
    closing: "",
  },
  price: {
    subject: "Your price from {due}",
    opening:
      "Dear {client},\n\nOur prices change on {due}. You pay the new price for what is due on that day or later.",
    request: "Until then, the present price holds. You do not need to do anything.",
    closing: "",
  },
  priceWithdrawn: {
    subject: "Your price stays: the change from {due} is withdrawn",
    opening:
      "Dear {client},\n\nWe told you of a new price from {due}. We have withdrawn it: your present price stays.",
    request: "Please ignore our earlier email. We are sorry for the confusion.",
    closing: "",
  },
  priceNow: (amount) => `Now: ${amount}`,
  priceFrom: (day, amount) => `From ${day}: ${amount}`,
  statement: (days) => ({
    subject: `Statement of account, ${days}`,
    opening: `Dear {client},\n\nThis is your statement of account, ${days}.`,
    request:
      "Your own page lists every charge and every payment of the last 12 months. If they differ from your books, please tell us.",
    closing: "",
  }),
  seeStatement: "See your statement",
  signature: "Accounts",
  frequencies: { monthly: "monthly", quarterly: "quarterly", "semi-annual": "semi-annual", yearly: "yearly" },
  unnamedSubscription: (frequency) => `${frequency} subscription`,
  unnamedCharge: "one-off charge",
  oneOff: "One-off",
  today: "today",
  inDays: (count) => `in ${days(count)}`,
  daysAgo: (count) => `${days(count)} ago`,
  dayRange: (from, to) => `${from} to ${to}`,
  partPaid: (amount, paid, rest) => `Thank you for paying ${paid} of ${amount}. ${rest} is left to pay.`,
  labels: {
    service: "Service",
    period: "Period",
    due: "Due",
    amount: "Amount",
    paid: "Paid",
    total: "Total",
    left: "Left to pay",
    paidOn: "Paid on",
    method: "Method",
    reference: "Reference",
    ownReference: "Your payment reference",
    ownKraPin: "Your KRA PIN",
    receiptNumber: "Receipt number",
    nextDue: "Next due",
    stillOwed: "Still owed in all",
    credit: "Kept for your next payments",
    howToPay: "How to pay",
    paybill: "M-Pesa Paybill",
    till: "M-Pesa Till",
    bankTransfer: "Bank transfer",
    businessNumber: "Business number",
    tillNumber: "Till number",
    bank: "Bank",
    branch: "Branch",
    accountName: "Account name",
    accountNumber: "Account number",
    swift: "SWIFT code",
  },
  mpesaInParts: (most, { byBank }) =>
    `M-Pesa accepts at most ${most} in one payment. Please pay in parts${byBank ? ", or by bank" : ""}.`,
  mpesaWholeShillings: ({ byBank }) =>
    `M-Pesa accepts whole shillings only. You can leave out the cents${byBank ? ", or pay by bank" : ""}.`,
  methods: {
    mpesa: "M-Pesa",
    bank: "Bank",
    cheque: "Cheque",
    cash: "Cash",
    withholding_tax: "Withholding tax",
    other: "Other",
  },
  contactUs: (ways) => `If you have a question or want to change something, ${ways}.`,
  reply: "reply to this email",
  call: (phone) => `call ${phone}`,
  or: " or ",
  seeAccount: "See your account",
  andMore: (count) => `and ${count} more`,
  writeOnWhatsApp: "Write to us on WhatsApp",
  chatHello: "Hello, ",
  chatAboutReference: (reference) => `Hello, this is about my payment reference ${reference}: `,
  greeting: (name) => `Hello ${name}, `,
  chatAmount: (amount) => `Amount: ${amount}.`,
};
