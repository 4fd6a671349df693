import { counted } from "../../../../shared/count.ts";
import { formatDay, formatMoment } from "../../../../shared/dates.ts";
import { currencyOf, formatSums, toSums } from "../../../../shared/money.ts";
import type { SenderStatus } from "../../../../shared/reminders/reminder.ts";
import type { Dashboard } from "./queries.ts";

type Client = { id: string; name: string; company: string | undefined };

/** What a line leads to: a page, a note to mark as done, a payment to record, or the reminders to send. */
export type TodayAction =
  | { name: string; to: string }
  | { name: "Done"; note: string }
  | { name: "Record payment" }
  | { name: "Send now" };

/** Something that needs a person today: a sentence, and its one action. */
export type TodayLine = {
  id: string;
  client?: Client;
  text: string;
  title?: string;
  action: TodayAction;
};

type Waiting = {
  /** The messages that nobody answered; `more` if there are others. */
  messages: { count: number; more: boolean };
  sender: SenderStatus | undefined;
};

/**
 * All that needs a person today. What stops reminders comes first, then the first of each kind before the second of any, so
 * that many notes hide nothing else.
 */
export function todayLines(data: Dashboard, { messages, sender }: Waiting): TodayLine[] {
  const kinds = [
    promiseLines(data),
    noteLines(data),
    messageLines(messages),
    paymentLines(data),
    failureLines(sender),
    paybillLines(data),
    unconfirmedLines(data),
    invoiceLines(data),
    rateLines(data),
  ];
  const longest = Math.max(...kinds.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, round) => kinds.flatMap((lines) => lines[round] ?? []));
  return [...senderLines(sender), ...rounds.flat()];
}

const senderLines = (sender: SenderStatus | undefined): TodayLine[] => [
  ...(sender?.paused
    ? [
        {
          id: "paused",
          text: `Sending has been paused since ${formatMoment(sender.paused.at)}: the mail service accepts no email from us.`,
          action: { name: "See why", to: "/admin/money/sent" },
        },
      ]
    : []),
  ...(sender?.missed
    ? [
        {
          id: "missed",
          text: "A daily run was missed. The next one catches up.",
          action: { name: "Send now" } as const,
        },
      ]
    : []),
];

const promiseLines = ({ promises = [] }: Dashboard): TodayLine[] =>
  promises.map(({ client_id, client_name, company, day }) => ({
    id: `promise ${client_id}`,
    client: { id: client_id, name: client_name, company },
    text: `Promised to pay by ${formatDay(day)}`,
    action: { name: "Record payment" },
  }));

const noteLines = ({ notes = [] }: Dashboard): TodayLine[] =>
  notes.map(({ id, client_id, client_name, company, text, due_on, name }) => ({
    id: `note ${id}`,
    client: { id: client_id, name: client_name, company },
    text,
    title: `${text}\n${formatDay(due_on)} · ${name}`,
    action: { name: "Done", note: id },
  }));

const messageLines = ({ count, more }: Waiting["messages"]): TodayLine[] =>
  count === 0
    ? []
    : [
        {
          id: "messages",
          text: `${more ? "More than " : ""}${counted(count, "message")} ${count === 1 ? "waits" : "wait"} for an answer.`,
          action: { name: "Answer", to: "/admin/messages" },
        },
      ];

const paymentLines = ({ unmatched, stats }: Dashboard): TodayLine[] => {
  if (!unmatched) return [];
  const { payments, amounts, more } = unmatched;
  const sum = formatSums(toSums(amounts), currencyOf(stats));
  return [
    {
      id: "unmatched",
      text: more
        ? `More than ${counted(payments, "payment")} have no client.`
        : `${counted(payments, "payment")} of ${sum} ${payments === 1 ? "has" : "have"} no client.`,
      action: { name: "Assign", to: "/admin/money/unmatched" },
    },
  ];
};

const failureLines = (sender: SenderStatus | undefined): TodayLine[] => {
  const { day, failed = 0 } = sender?.last_run ?? {};
  if (failed === 0) return [];
  return [
    {
      id: "failed",
      text: `${counted(failed, "email")} of the last run failed.`,
      action: { name: "See why", to: `/admin/money/sent?day=${day}&outcome=problems` },
    },
  ];
};

const paybillLines = ({ paybill }: Dashboard): TodayLine[] => {
  const { differing, failed_at } = paybill ?? {};
  const to = "/admin/settings/getting-paid";
  return [
    ...(differing
      ? [
          {
            id: "differing",
            text: `M-Pesa’s list of ${formatDay(differing.day)} differs in ${counted(differing.differences, "payment")}.`,
            action: { name: "Compare", to },
          },
        ]
      : []),
    ...(failed_at
      ? [
          {
            id: "unread",
            text: `M-Pesa’s list could not be read: ${formatMoment(failed_at)}.`,
            action: { name: "See why", to },
          },
        ]
      : []),
  ];
};

const unconfirmedLines = ({ unconfirmed }: Dashboard): TodayLine[] =>
  unconfirmed
    ? [
        {
          id: "unconfirmed",
          text: `M-Pesa has not confirmed ${counted(unconfirmed.payments, "payment")}.`,
          action: { name: "See them", to: "/admin/money/announced" },
        },
      ]
    : [];

const invoiceLines = ({ invoices_to_confirm }: Dashboard): TodayLine[] => {
  if (!invoices_to_confirm) return [];
  const { invoices, more } = invoices_to_confirm;
  return [
    {
      id: "invoices",
      text: `${more ? "More than " : ""}${counted(invoices, "invoice")} ${invoices === 1 ? "has" : "have"} no control unit number after two days.`,
      action: { name: "See them", to: "/admin/money/invoices?state=unconfirmed" },
    },
  ];
};
const rateLines = ({ old_rate }: Dashboard): TodayLine[] =>
  old_rate
    ? [
        {
          id: "rate",
          text: `Dollars fall due tomorrow, and the rate in shillings ${old_rate.day ? `is of ${formatDay(old_rate.day)}` : "is missing"}.`,
          action: { name: "Enter it", to: "/admin/settings/tax" },
        },
      ]
    : [];
