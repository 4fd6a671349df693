import type { Day } from "../day.ts";
import { templateNames } from "../email-templates.ts";
import { labelInSentence } from "../field.ts";
import { languageNames } from "../languages.ts";
import { settingsFields } from "../settings/fields.ts";
import type { Settings, SettingsFieldChange } from "../settings/settings.ts";
import { type Email, renderEmail } from "./email.ts";
import { formatEmailDay } from "./reminder-text.ts";
import { clientScreen, linkTo, problemsScreen, settingsScreen } from "./screens.ts";
import { senderOf } from "./to-clients.ts";

/** The sender of emails to the company. */
export const backOfficeSender = { name: "Your back-office", lines: [] };

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
      { paragraph: "Add a subscription, and reminders go out automatically." },
      ...linkTo(site, "Open the client’s page", clientScreen(client.id)),
    ],
    { ...senderOf(settings), lines: [] },
  );

/** The facts of a notice: the day, and the client if there is one. */
type NoticeFacts = {
  client: string;
  client_id?: string | undefined;
  /** Who gets copies of the client's emails, if the notice is about them. */
  copy?: string | undefined;
  details?: readonly string[] | undefined;
  /** Names the email that the notice is about. */
  what?: string | undefined;
  day: Day;
};
type Notice = {
  subject: string;
  paragraphs: (client: string, what: string) => string[];
  /** If it is about somebody who gets copies. */
  ofCopy?: (copy: string, client: string, what: string) => string[];
  link: (facts: NoticeFacts) => [text: string, screen: string];
};

const clientLink: Notice["link"] = ({ client_id }) => ["Open the client’s page", clientScreen(client_id)];
const remindersLink: Notice["link"] = () => ["See the sending status", "money/sent"];

const OTHERS_GET_EMAIL =
  "No more email goes to this address. The client and the other copies still get theirs. On the client's page you can correct or remove the copy, or unblock its address.";

/** Notices that the system sends to the company. */
export const notices = {
  "address-bounced": {
    subject: "An email to a client could not be delivered",
    paragraphs: (client: string, what: string) => [
      `The address of ${client} does not accept email: the ${what} bounced permanently.`,
      "No more email goes to this address. Correct it in the client directory and reminders start again. Until then, please call.",
    ],
    ofCopy: (copy: string, client: string, what: string) => [
      `The address of ${copy}, who gets copies of the emails to ${client}, does not accept email: the copy of a ${what} bounced permanently.`,
      OTHERS_GET_EMAIL,
    ],
    link: clientLink,
  },
  "address-returned": {
    subject: "Emails to a client come back",
    paragraphs: (client: string, what: string) => [
      `Three emails to ${client} came back within 30 days. The last one was a ${what}.`,
      "No more email goes to this address. If it works again, say so in the client's form, or enter another address: reminders then start again. Until then, please call.",
    ],
    ofCopy: (copy: string, client: string, what: string) => [
      `Three copies of emails to ${client} came back from ${copy} within 30 days. The last one was of a ${what}.`,
      OTHERS_GET_EMAIL,
    ],
    link: clientLink,
  },
  "address-complained": {
    subject: "A client marked an email as spam",
    paragraphs: (client: string, what: string) => [
      `${client} marked a ${what} as spam.`,
      "No more email goes to this address, because another complaint would harm the delivery of all your emails. Ask for another address, or remind them by phone.",
    ],
    ofCopy: (copy: string, client: string, what: string) => [
      `${copy}, who gets copies of the emails to ${client}, marked the copy of a ${what} as spam.`,
      OTHERS_GET_EMAIL,
    ],
    link: clientLink,
  },
  "sending-paused": {
    subject: "Email sending was paused",
    paragraphs: () => [
      "The mail service has paused sending, or the daily quota is used up. Reminders wait and go out automatically when sending is possible again.",
      "The operations manual says what to do, under “Sending paused”.",
    ],
    link: remindersLink,
  },
  "given-up": {
    subject: "Some emails could not be sent",
    paragraphs: () => [
      "The mail service was not available for some hours, and some emails were not sent today. The send log lists them.",
      "Tomorrow's run tries again. Nothing is sent twice.",
    ],
    link: ({ day }) => [`Problems in the send log of ${formatEmailDay(day)}`, problemsScreen(day)],
  },
  "run-missed": {
    subject: "The daily run of reminders was missed",
    paragraphs: () => [
      "At least one earlier daily run did not start or did not finish. Today's run has sent what was due: each client gets only the latest reminder.",
    ],
    link: remindersLink,
  },
  "paybill-differences": {
    subject: "M-Pesa and the payments on record differ",
    paragraphs: () => [
      "Yesterday's payments were compared with M-Pesa's own list. These differ; nothing was changed.",
    ],
    link: () => ["See the payments", "payments"],
  },
} satisfies Record<string, Notice>;
export type NoticeName = keyof typeof notices;

export function noticeEmail(name: NoticeName, facts: NoticeFacts, site: string): Email {
  const { subject, paragraphs, ofCopy, link }: Notice = notices[name];
  const { client, copy, what = "email" } = facts;
  return renderEmail(
    subject,
    [
      ...[
        ...(copy !== undefined && ofCopy ? ofCopy(copy, client, what) : paragraphs(client, what)),
        ...(facts.details ?? []),
      ].map((paragraph) => ({ paragraph })),
      ...linkTo(site, ...link(facts)),
    ],
    backOfficeSender,
  );
}

const fieldOf = ({ field }: SettingsFieldChange) =>
  field === "email_words" ? { label: "Email template" } : settingsFields[field];

const nameOf = (change: SettingsFieldChange): string => {
  const { email, language = "en" } = change;
  return email ? `${templateNames[email]}, ${languageNames[language]}` : fieldOf(change).label;
};

/** The editor of the changed template, or the list if several changed. */
function templateScreen(changes: SettingsFieldChange[]): string {
  const [changed, ...more] = changes.filter(({ email }) => email);
  if (!changed?.email || more.length > 0) return "settings/emails";
  return `settings/emails?email=${changed.email}&language=${changed.language ?? "en"}`;
}

const listFormat = new Intl.ListFormat("en-GB");

/** To administrators and previous addresses, about changes that affect clients' emails or payments. */
export function settingsChangeEmail(
  changes: SettingsFieldChange[],
  by: string,
  day: Day,
  site: string,
): Email {
  const names = changes.map((change) => labelInSentence(fieldOf(change)));
  const [first, second, ...more] = names;
  const what = listFormat.format(more.length > 1 ? [`${first}`, `${second}`, `${more.length} more`] : names);
  const isTemplate = ({ field }: SettingsFieldChange) => field === "email_words";
  const [settingsPage, ...otherPages] = new Set(
    changes.filter((change) => !isTemplate(change)).map(({ field }) => settingsScreen(field)),
  );
  return renderEmail(
    `Changed in the settings: ${what}`,
    [
      { paragraph: `${by} changed this on ${formatEmailDay(day)}.` },
      {
        facts: changes.flatMap((change): [string, string][] => [
          [`${nameOf(change)} before`, change.before || "none"],
          [`${nameOf(change)} now`, change.after || "none"],
        ]),
        stacked: true,
      },
      {
        paragraph:
          "These settings affect emails to clients, payment instructions, the addresses that get replies, messages and summaries, and when old records are deleted.",
      },
      {
        paragraph:
          "If you did not expect this, ask the person named above and undo the change in Settings. An administrator can disable their access.",
      },
      ...(settingsPage === undefined
        ? []
        : linkTo(site, "Open Settings", otherPages.length > 0 ? "settings" : settingsPage)),
      ...(changes.some(isTemplate) ? linkTo(site, "Open the email templates", templateScreen(changes)) : []),
    ],
    backOfficeSender,
  );
}
