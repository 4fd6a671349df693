import type { Day } from "../day.ts";
import { type Currency, currencyOf, formatCents, formatSums } from "../money.ts";
import { type Email, type Part, renderEmail } from "./email.ts";
import { writtenDay } from "./reminder-words.ts";
import { clientScreen, dueScreen, linkTo, problemsScreen } from "./screens.ts";
import { backOffice } from "./to-company.ts";

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** What is due: how many, how much, and the first of them with their clients' names. */
export type DueSum = {
  count: number;
  /** In dollars, and in shillings. */
  cents: number;
  kes_cents?: number | undefined;
  first: (Named & {
    service?: string | undefined;
    period: string;
    /** What is left to be paid, and what was paid in part. */
    cents: number;
    currency?: Currency | undefined;
    paid?: number | undefined;
    /** Why no reminder goes out by itself; absent when one does. */
    unreminded?: keyof typeof unreminded | undefined;
  })[];
};

/** A client by name, and by id where there is one. */
type Named = { client: string; client_id?: string | undefined };

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
  /** `day` is the one under which the send log has it; `company` says that it was to no client. */
  failures: (Named & { reason: string; day: Day; company?: boolean })[];
  /** Subscriptions that stand in none of it, as their record cannot be read. */
  unreadable?: number;
  /** Where the back-office stands; empty where that is not known. */
  site: string;
};

/** The list of a kind, and what a link to it says. */
const headings = { overdue: "Overdue", upcoming: "Due within 7 days" };
const lists = {
  overdue: ["See all that is overdue", dueScreen("overdue")],
  upcoming: ["See all that is due within 7 days", dueScreen("due-soon")],
} as const;

const pageOf = (site: string, { client_id }: Named) =>
  site ? `${site}/admin/${clientScreen(client_id)}` : undefined;

function dueParts(title: keyof typeof lists, { [title]: due, site }: DigestFacts): Part[] {
  if (!due || due.count === 0) return [];
  const rows = due.first.map((row) => {
    const { service, period, cents, paid, unreminded: why } = row;
    const money = (cents: number) => formatCents(cents, currencyOf(row));
    return {
      name: row.client,
      href: pageOf(site, row),
      end: money(cents),
      below: [
        service,
        `due ${writtenDay(period)}`,
        paid && `${money(paid)} of ${money(cents + paid)} is paid`,
        why && unreminded[why],
      ]
        .filter(Boolean)
        .join("; "),
    };
  });
  const more = due.count - due.first.length;
  const [list, screen] = lists[title];
  const sum = formatSums({ USD: due.cents, KES: due.kes_cents ?? 0 }, currencyOf(due.first[0] ?? {}));
  return [
    { heading: `${headings[title]}: ${counted(due.count, "subscription")}, ${sum}` },
    { rows },
    ...(more > 0 ? [{ paragraph: `And ${more.toLocaleString("en-US")} more, in the back-office.` }] : []),
    ...linkTo(site, list, screen),
  ];
}

/** What did not arrive, by the day whose send log has it. */
function failureParts({ failures, site }: DigestFacts): Part[] {
  if (failures.length === 0) return [];
  const rows = failures.map(({ reason, ...named }) => ({
    ...{ name: named.client, end: "", below: reason },
    href: named.company ? undefined : pageOf(site, named),
  }));
  const days = [...new Set(failures.map(({ day }) => day))].sort();
  return [
    { heading: "Not delivered since yesterday" },
    { rows },
    ...days.flatMap((day) =>
      linkTo(site, `Problems in the send log of ${writtenDay(day)}`, problemsScreen(day)),
    ),
  ];
}

/** By name, to whom no reminder goes, as far as the email names them. */
function silenceOf({ upcoming, overdue }: DigestFacts): string {
  const shown = [overdue, upcoming].filter((due) => due !== undefined);
  const names = shown.flatMap(({ first }) =>
    first.filter((row) => row.unreminded).map(({ client }) => client),
  );
  const unnamed = shown.some(({ count, first }) => count > first.length);
  const rest = unnamed ? " Among those that are not named here there may be more." : "";
  if (names.length === 0) return rest;
  const list = new Intl.ListFormat("en-GB").format(new Set(names));
  return ` None goes to ${list}, for the reason given above: they hear from nobody unless you call.${rest}`;
}

/** The day on one page: what is coming, what is late, and what did not reach its reader. */
export function digestEmail(facts: DigestFacts): Email {
  const { day, upcoming, overdue, failures, unreadable = 0, site } = facts;
  const said = [
    overdue?.count && `${overdue.count.toLocaleString("en-US")} overdue`,
    upcoming?.count && `${upcoming.count.toLocaleString("en-US")} due within 7 days`,
    failures.length > 0 && counted(failures.length, "email not delivered", "emails not delivered"),
    unreadable > 0 && counted(unreadable, "subscription unreadable", "subscriptions unreadable"),
  ].filter(Boolean);
  return renderEmail(
    `Renewals on ${writtenDay(day)}: ${said.join(", ") || "nothing due"}`,
    [
      ...dueParts("overdue", facts),
      ...dueParts("upcoming", facts),
      ...failureParts(facts),
      ...(unreadable > 0
        ? [
            { heading: "Could not be read" },
            {
              paragraph: `${counted(unreadable, "record of a subscription", "records of subscriptions")} could not be read, and nobody is reminded by ${unreadable === 1 ? "it" : "them"}. Whoever runs the system finds the ids in its log.`,
            },
          ]
        : []),
      {
        paragraph: `Reminders go out by themselves, on the days chosen in Settings.${silenceOf(facts)} The send log tells what became of each.${site && " The lists show what is so when you open them."}`,
      },
    ],
    backOffice,
  );
}
