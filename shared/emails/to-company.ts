import type { Day } from "../day.ts";
import { languageNames } from "../languages.ts";
import type { Settings, SettingsNews } from "../settings.ts";
import { type Email, renderEmail } from "./email.ts";
import { writtenDay } from "./reminder-words.ts";
import { clientScreen, linkTo, problemsScreen } from "./screens.ts";
import { writerOf } from "./to-clients.ts";
import { wordedNames } from "./worded.ts";

/** Who writes to the company itself. */
export const backOffice = { name: "Your back-office", lines: [] };

type NewClient = { id?: string; name: string; email: string; phone: string; company: string };

export const newClientEmail = (client: NewClient, settings: Settings, site: string): Email =>
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
      ...linkTo(site, "Open the client’s page", clientScreen(client.id)),
    ],
    { ...writerOf(settings), lines: [] },
  );

/** What a notice is about: its day, and the client concerned where there is one. */
type Concerned = { client: string; client_id?: string | undefined; day: Day };
type Notice = {
  subject: string;
  words: (client: string) => string[];
  /** Where to look, and what a link there says. */
  look: (concerned: Concerned) => [link: string, screen: string];
};

const atClient: Notice["look"] = ({ client_id }) => ["Open the client’s page", clientScreen(client_id)];
const atReminders: Notice["look"] = () => ["See how sending stands", "reminders"];

/** What the company is told of the system's own accord. `client` is the name of the client concerned. */
export const notices = {
  "address-bounced": {
    subject: "A reminder could not be delivered",
    words: (client: string) => [
      `The address of ${client} does not take mail: the reminder came back for good.`,
      "No further reminders go to this address. Correct it in the client directory, and they start again; until then, call.",
    ],
    look: atClient,
  },
  "address-complained": {
    subject: "A client marked a reminder as spam",
    words: (client: string) => [
      `${client} marked a reminder as unwanted mail.`,
      "No further reminders go to this address: another complaint would harm the delivery of all your mail. Agree on another address, or remind them by phone.",
    ],
    look: atClient,
  },
  "sending-paused": {
    subject: "Sending of mail was paused",
    words: () => [
      "The mail service has paused sending, or the day's quota was used up. Reminders wait and go out by themselves once sending is possible again.",
      "Whoever runs the system finds what to do in its operations manual, under “Sending paused”.",
    ],
    look: atReminders,
  },
  "given-up": {
    subject: "Some reminders could not be sent",
    words: () => [
      "The mail service could not be used for some hours, and some reminders were given up for today. The send log names them.",
      "They are tried again by tomorrow's run. Nothing is sent twice.",
    ],
    look: ({ day }) => [`Problems in the send log of ${writtenDay(day)}`, problemsScreen(day)],
  },
  "run-missed": {
    subject: "The daily run of reminders was missed",
    words: () => [
      "At least one daily run before today's did not take place, or did not finish. Today's has caught up with what was due: each client gets the latest reminder only.",
    ],
    look: atReminders,
  },
} satisfies Record<string, Notice>;
export type NoticeName = keyof typeof notices;

export function noticeEmail(name: NoticeName, concerned: Concerned, site: string): Email {
  const { subject, words, look }: Notice = notices[name];
  return renderEmail(
    subject,
    [...words(concerned.client).map((paragraph) => ({ paragraph })), ...linkTo(site, ...look(concerned))],
    backOffice,
  );
}

const settingNames: Record<SettingsNews["field"], string> = {
  company_name: "Company name",
  notification_email: "Notification address",
  mpesa_paybill: "M-Pesa Paybill",
  mpesa_till: "M-Pesa Till",
  bank_details: "Bank account",
  payment_note: "Words on how to pay",
  payment_note_sw: "Words on how to pay in Swahili",
  keep_messages_months: "Months that messages are kept",
  keep_reminders_months: "Months that the send log is kept",
  keep_activity_months: "Months that the activity is kept",
  email_words: "Words of an email",
};

const nameOf = ({ field, email, language = "en" }: SettingsNews) =>
  email ? `${wordedNames[email]}, ${languageNames[language]}` : settingNames[field];

const inASentence = (name: string) =>
  name.startsWith("M-Pesa") ? name : name.charAt(0).toLowerCase() + name.slice(1);

/** The words that were changed, where they are those of one email. */
function wordsScreen(changes: SettingsNews[]): string {
  const [changed, ...more] = changes.filter(({ email }) => email);
  if (!changed?.email || more.length > 0) return "settings/emails";
  return `settings/emails?email=${changed.email}&language=${changed.language ?? "en"}`;
}

/** To whoever must know when the company's name, or where its mail goes, is changed. */
export function settingsChangeEmail(changes: SettingsNews[], by: string, day: Day, site: string): Email {
  const what = changes.map(({ field }) => inASentence(settingNames[field])).join(" and ");
  const ofWords = ({ field }: SettingsNews) => field === "email_words";
  return renderEmail(
    `Changed in the settings: ${what}`,
    [
      { paragraph: `${by} changed this on ${writtenDay(day)}.` },
      {
        facts: changes.flatMap((change): [string, string][] => [
          [`${nameOf(change)} before`, change.before || "none"],
          [`${nameOf(change)} now`, change.after || "none"],
        ]),
      },
      {
        paragraph:
          "Emails to clients go out in the company's name and tell them how to pay; summaries and notes go to the notification address; what is older than it is kept goes for good, within a day or two.",
      },
      {
        paragraph:
          "If you did not expect this, ask the person named above, and put it back under Settings in the back-office. An administrator can shut them out.",
      },
      ...(changes.every(ofWords) ? [] : linkTo(site, "Open Settings", "settings")),
      ...(changes.some(ofWords) ? linkTo(site, "Open the words of emails", wordsScreen(changes)) : []),
    ],
    backOffice,
  );
}
