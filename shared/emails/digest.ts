import { type Currency, formatCents, formatSums } from "../money.ts";
import { type Email, type Part, renderEmail } from "./email.ts";
import { writtenDay } from "./reminder-words.ts";
import { backOffice } from "./to-company.ts";

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** What is due: how many, how much, and the first of them with their clients' names. */
export type DueSum = {
  count: number;
  /** In dollars, and in shillings. */
  cents: number;
  kes_cents?: number | undefined;
  first: {
    client: string;
    service?: string | undefined;
    period: string;
    /** What is left to be paid, and what was paid in part. */
    cents: number;
    currency?: Currency | undefined;
    paid?: number | undefined;
    /** Why no reminder goes out by itself; absent when one does. */
    unreminded?: keyof typeof unreminded | undefined;
  }[];
};

const unreminded = {
  muted: "no reminder: it is muted",
  inactive: "no reminder: the client is inactive",
  "no-mail": "no reminder: the client has no address that takes mail",
};
export type DigestFacts = {
  day: string;
  /** Absent when that kind is switched off. */
  upcoming?: DueSum | undefined;
  overdue?: DueSum | undefined;
  failures: { client: string; reason: string }[];
  /** Subscriptions that stand in none of it, as their record cannot be read. */
  unreadable?: number;
};

function dueParts(title: string, due: DueSum | undefined): Part[] {
  if (!due || due.count === 0) return [];
  const rows = due.first.map(({ client, service, period, cents, currency, paid, unreminded: why }) => ({
    name: client,
    end: formatCents(cents, currency),
    below: [
      service,
      `due ${writtenDay(period)}`,
      paid && `${formatCents(paid, currency)} of ${formatCents(cents + paid, currency)} is paid`,
      why && unreminded[why],
    ]
      .filter(Boolean)
      .join("; "),
  }));
  const more = due.count - due.first.length;
  const sum = formatSums({ USD: due.cents, KES: due.kes_cents ?? 0 });
  return [
    { heading: `${title}: ${counted(due.count, "subscription")}, ${sum}` },
    { rows },
    ...(more > 0 ? [{ paragraph: `And ${more.toLocaleString("en-US")} more, in the back-office.` }] : []),
  ];
}

/** The day on one page: what is coming, what is late, and what did not reach its reader. */
export function digestEmail({ day, upcoming, overdue, failures, unreadable = 0 }: DigestFacts): Email {
  const said = [
    overdue?.count && `${overdue.count.toLocaleString("en-US")} overdue`,
    upcoming?.count && `${upcoming.count.toLocaleString("en-US")} due within 7 days`,
    failures.length > 0 && counted(failures.length, "reminder not delivered", "reminders not delivered"),
    unreadable > 0 && counted(unreadable, "subscription unreadable", "subscriptions unreadable"),
  ].filter(Boolean);
  return renderEmail(
    `Renewals on ${writtenDay(day)}: ${said.join(", ") || "nothing due"}`,
    [
      ...dueParts("Overdue", overdue),
      ...dueParts("Due within 7 days", upcoming),
      ...(failures.length > 0
        ? [
            { heading: "Not delivered since yesterday" },
            { rows: failures.map(({ client, reason }) => ({ name: client, end: "", below: reason })) },
          ]
        : []),
      ...(unreadable > 0
        ? [
            { heading: "Could not be read" },
            {
              paragraph: `${counted(unreadable, "record of a subscription", "records of subscriptions")} could not be read, and nobody is reminded by ${unreadable === 1 ? "it" : "them"}. Whoever runs the system finds the ids in its log.`,
            },
          ]
        : []),
      {
        paragraph:
          "Reminders go out by themselves, except for what is muted, to clients who are inactive, and to addresses that take no mail: those clients hear from nobody unless you call. The send log tells what became of each.",
      },
    ],
    backOffice,
  );
}
