import { answerHours } from "../contact-form.ts";
import type { Day } from "../day.ts";
import { formatCents } from "../money.ts";
import type { Settings, SettingsNews } from "../settings.ts";
import { type Email, type Part, renderEmail } from "./email.ts";
import { writtenDay } from "./reminder-words.ts";
import { writerOf } from "./to-clients.ts";

/** Emails to the company itself. */
const backOffice = { name: "Your back-office", lines: [] };

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** What is due: how many, how much, and the first of them with their clients' names. */
export type DueSum = {
  count: number;
  cents: number;
  first: {
    client: string;
    period: string;
    cents: number;
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
  const rows = due.first.map(({ client, period, cents, unreminded: why }) => ({
    name: client,
    end: formatCents(cents),
    below: [`due ${writtenDay(period)}`, why && unreminded[why]].filter(Boolean).join("; "),
  }));
  const more = due.count - due.first.length;
  return [
    { heading: `${title}: ${counted(due.count, "subscription")}, ${formatCents(due.cents)}` },
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

type NewClient = { name: string; email: string; phone: string; company: string };

export const newClientEmail = (client: NewClient, settings: Settings): Email =>
  renderEmail(
    `New client: ${client.name}`,
    [
      { paragraph: `${client.name} was added to the client directory.` },
      {
        facts: [
          ["Name", client.name],
          ["Company", client.company || "not given"],
          ["Email", client.email],
          ["Phone", client.phone || "not given"],
        ],
      },
      { paragraph: "Add a subscription for them, and reminders go out by themselves." },
    ],
    { ...writerOf(settings), lines: [] },
  );

/** What the company is told of the system's own accord. `client` is the name of the client concerned. */
export const notices = {
  "address-bounced": {
    subject: "A reminder could not be delivered",
    words: (client: string) => [
      `The address of ${client} does not take mail: the reminder came back for good.`,
      "No further reminders go to this address. Correct it in the client directory, and they start again; until then, call.",
    ],
  },
  "address-complained": {
    subject: "A client marked a reminder as spam",
    words: (client: string) => [
      `${client} marked a reminder as unwanted mail.`,
      "No further reminders go to this address: another complaint would harm the delivery of all your mail. Agree on another address, or remind them by phone.",
    ],
  },
  "sending-paused": {
    subject: "Sending of mail was paused",
    words: () => [
      "The mail service has paused sending, or the day's quota was used up. Reminders wait and go out by themselves once sending is possible again.",
      "Whoever runs the system finds what to do in its operations manual, under “Sending paused”.",
    ],
  },
  "given-up": {
    subject: "Some reminders could not be sent",
    words: () => [
      "The mail service could not be used for some hours, and some reminders were given up for today. The send log names them.",
      "They are tried again by tomorrow's run. Nothing is sent twice.",
    ],
  },
  "run-missed": {
    subject: "The daily run of reminders was missed",
    words: () => [
      "At least one daily run before today's did not take place, or did not finish. Today's has caught up with what was due: each client gets the latest reminder only.",
    ],
  },
} satisfies Record<string, { subject: string; words: (client: string) => string[] }>;
export type NoticeName = keyof typeof notices;

export const noticeEmail = (name: NoticeName, client: string): Email =>
  renderEmail(
    notices[name].subject,
    notices[name].words(client).map((paragraph) => ({ paragraph })),
    backOffice,
  );

const settingNames = { company_name: "Company name", notification_email: "Notification address" } as const;

/** To whoever must know when the company's name, or where its mail goes, is changed. */
export function settingsChangeEmail(changes: SettingsNews[], by: string, day: Day): Email {
  const what = changes.map(({ field }) => settingNames[field].toLowerCase()).join(" and ");
  return renderEmail(
    `Changed in the settings: ${what}`,
    [
      { paragraph: `${by} changed this on ${writtenDay(day)}.` },
      {
        facts: changes.flatMap(({ field, before, after }): [string, string][] => [
          [`${settingNames[field]} before`, before || "none"],
          [`${settingNames[field]} now`, after || "none"],
        ]),
      },
      {
        paragraph:
          "Emails to clients go out in the company's name; summaries and notes go to the notification address.",
      },
      {
        paragraph:
          "If you did not expect this, ask the person named above, and put it back under Settings in the back-office. An administrator can shut them out.",
      },
    ],
    backOffice,
  );
}

/** `answerable`: whether a reply to the email reaches the visitor. */
type ContactMessage = { name: string; email: string; phone: string; message: string; answerable: boolean };

const howToAnswer = ({ email, phone, answerable }: ContactMessage): string =>
  answerable
    ? "Reply to this email to answer."
    : `A reply to this email would not reach the visitor: our mail service cannot write to the address they gave. Write to ${email} from a mail program that can${phone ? `, or call ${phone}` : ""}.`;

export const contactEmail = (contact: ContactMessage): Email => {
  const { name, email, phone, message } = contact;
  return renderEmail(
    `Message from ${name}`,
    [
      { paragraph: `${name} wrote through the contact form:` },
      { quotation: message },
      {
        facts: [
          ["Name", name],
          ["Email", email],
          ["Phone", phone || "not given"],
        ],
      },
      {
        paragraph: `The site promises an answer within ${answerHours} hours. ${howToAnswer(contact)}`,
      },
    ],
    { name: "Your site's contact form", lines: [] },
  );
};
