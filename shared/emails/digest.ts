import { isOneOff } from "../billing/account.ts";
import type { Day } from "../day.ts";
import { MAX_SPAM_COUNTED } from "../messages/message.ts";
import { type Currency, formatCents, formatSums, type Sums } from "../money.ts";
import { type Email, type Part, renderEmail } from "./email.ts";
import { formatEmailDay } from "./reminder-text.ts";
import { clientScreen, dueScreen, linkTo, problemsScreen, spamScreen } from "./screens.ts";
import { backOfficeSender } from "./to-company.ts";

const countText = (count: number, singular: string, plural = `${singular}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;

/** Due subscriptions: the number, the sums, and the first ones in detail. */
export type DueSum = {
  count: number;
  /** The sum in dollars. */
  cents: number;
  /** The sum in shillings. */
  kes_cents?: number | undefined;
  first: (Named & {
    service?: string | undefined;
    /** Absent if it does not recur. */
    subscription_id?: string | undefined;
    /** The oldest open period, and how many there are if not one. */
    period: string;
    periods?: number | undefined;
    /** The unpaid cents, and the cents already paid. */
    sums: Sums;
    paid?: Sums | undefined;
    /** Why no automatic reminder goes out; absent if one does. */
    noReminderReason?: keyof typeof noReminderReasons | undefined;
  })[];
};

type Named = { client: string; client_id?: string | undefined };

const noReminderReasons = {
  muted: "no reminder: it is muted",
  inactive: "no reminder: the client is inactive",
  "no-mail": "no reminder: the client has no working email address",
};
export type DigestFacts = {
  day: string;
  /** Absent if this kind is switched off. */
  upcoming?: DueSum | undefined;
  overdue?: DueSum | undefined;
  /** `day` is its day in the send log; `company` if it was not to a client. */
  failures: (Named & { reason: string; day: Day; company?: boolean })[];
  /** Spam from the contact form since the last digest. */
  spamMessages?: number;
  /** Subscriptions whose records cannot be read. */
  unreadable?: number;
  /** The address of the site; empty if unknown. */
  site: string;
};

const headings = { overdue: "Overdue", upcoming: "Due within 7 days" };
const lists = {
  overdue: ["See all overdue subscriptions", dueScreen("overdue")],
  upcoming: ["See all due within 7 days", dueScreen("due-soon")],
} as const;

/** A row takes two lines, so that the lists stay within 40 lines. */
const MAX_ROWS = 20;
/** Of each list that has them. */
const MIN_ROWS = 5;

/** How many rows of each list are shown: the most overdue ones first. */
function rowsShown({ overdue, upcoming, failures }: DigestFacts) {
  const ofFailures = Math.min(MIN_ROWS, failures.length);
  const ofUpcoming = Math.min(MIN_ROWS, upcoming?.first.length ?? 0);
  const ofOverdue = Math.min(MAX_ROWS - ofFailures - ofUpcoming, overdue?.first.length ?? 0);
  return { overdue: ofOverdue, upcoming: MAX_ROWS - ofFailures - ofOverdue, failures: ofFailures };
}

const moreParts = (more: number): Part[] =>
  more > 0 ? [{ paragraph: `And ${more.toLocaleString("en-US")} more, in the back-office.` }] : [];

const clientLink = (site: string, { client_id }: Named) =>
  site ? `${site}/admin/${clientScreen(client_id)}` : undefined;

function dueParts(title: keyof typeof lists, facts: DigestFacts): Part[] {
  const { [title]: due, site } = facts;
  if (!due || due.count === 0) return [];
  const rows = due.first.slice(0, rowsShown(facts)[title]).map((row) => {
    const { service, period, periods = 1, sums, paid = {}, noReminderReason } = row;
    const partsPaid = Object.entries(paid) as [Currency, number][];
    return {
      name: row.client,
      href: clientLink(site, row),
      end: formatSums(sums, "USD"),
      below: [
        service && isOneOff(row) ? `${service} (One-off)` : service,
        `${periods > 1 ? `${periods} charges due ${title === "overdue" ? "since" : "from"}` : "due"} ${formatEmailDay(period)}`,
        ...partsPaid.map(
          ([currency, cents]) =>
            `${formatCents(cents, currency)} of ${formatCents(cents + (sums[currency] ?? 0), currency)} is paid`,
        ),
        noReminderReason && noReminderReasons[noReminderReason],
      ]
        .filter(Boolean)
        .join("; "),
    };
  });
  const [list, screen] = lists[title];
  const sum = formatSums({ USD: due.cents, KES: due.kes_cents ?? 0 }, "USD");
  return [
    { heading: `${headings[title]}: ${countText(due.count, "subscription")}, ${sum}` },
    { rows },
    ...moreParts(due.count - rows.length),
    ...linkTo(site, list, screen),
  ];
}

/** Emails that did not arrive, with links to the send log of each day. */
function failureParts(facts: DigestFacts): Part[] {
  const { failures, site } = facts;
  if (failures.length === 0) return [];
  const rows = failures.slice(0, rowsShown(facts).failures).map(({ reason, ...named }) => ({
    name: named.client,
    end: "",
    below: reason,
    href: named.company ? undefined : clientLink(site, named),
  }));
  const days = [...new Set(failures.map(({ day }) => day))].sort();
  return [
    { heading: "Not delivered since yesterday" },
    { rows },
    ...moreParts(failures.length - rows.length),
    ...days.flatMap((day) =>
      linkTo(site, `Problems in the send log of ${formatEmailDay(day)}`, problemsScreen(day)),
    ),
  ];
}

/** The names of listed clients who get no reminder. */
function noReminderText(facts: DigestFacts): string {
  const listed = (title: keyof typeof lists) => {
    const due = facts[title];
    return due ? [{ count: due.count, first: due.first.slice(0, rowsShown(facts)[title]) }] : [];
  };
  const shown = [...listed("overdue"), ...listed("upcoming")];
  const names = shown.flatMap(({ first }) =>
    first.filter((row) => row.noReminderReason).map(({ client }) => client),
  );
  const unnamed = shown.some(({ count, first }) => count > first.length);
  const rest = unnamed ? " There may be more among those that are not listed here." : "";
  if (names.length === 0) return rest;
  const list = new Intl.ListFormat("en-GB").format(new Set(names));
  return ` None goes to ${list}, for the reason given above. Please call them.${rest}`;
}

/** The daily summary: due, overdue, not delivered, spam. */
export function digestEmail(facts: DigestFacts): Email {
  const { day, upcoming, overdue, failures, spamMessages = 0, unreadable = 0, site } = facts;
  const atLeast = spamMessages === MAX_SPAM_COUNTED ? "at least " : "";
  const spamText = atLeast + countText(spamMessages, "message");
  const summary = [
    overdue?.count && `${overdue.count.toLocaleString("en-US")} overdue`,
    upcoming?.count && `${upcoming.count.toLocaleString("en-US")} due within 7 days`,
    failures.length > 0 && countText(failures.length, "email not delivered", "emails not delivered"),
    spamMessages > 0 && `${spamText} marked as spam`,
    unreadable > 0 && countText(unreadable, "account unreadable", "accounts unreadable"),
  ].filter(Boolean);
  return renderEmail(
    `Renewals on ${formatEmailDay(day)}: ${summary.join(", ") || "nothing due"}`,
    [
      ...(site ? [{ button: "Open the dashboard", href: `${site}/admin` }] : []),
      ...dueParts("overdue", facts),
      ...dueParts("upcoming", facts),
      ...failureParts(facts),
      ...(spamMessages > 0
        ? [
            { heading: `Marked as spam since the last summary: ${spamText}` },
            {
              paragraph:
                "They look like spam, so they were not emailed to you. Please check them and move real messages to the inbox.",
            },
            ...linkTo(site, "See these messages", spamScreen),
          ]
        : []),
      ...(unreadable > 0
        ? [
            { heading: "Could not be read" },
            {
              paragraph: `${countText(unreadable, "client's account", "clients' accounts")} could not be read, so no reminders go out for ${unreadable === 1 ? "it" : "them"}. The system log has the ids.`,
            },
          ]
        : []),
      {
        paragraph: `Reminders go out automatically, on the days chosen in Settings.${noReminderText(facts)} The send log has the status of each email.${site && " The linked lists show the current state."}`,
      },
    ],
    backOfficeSender,
  );
}
