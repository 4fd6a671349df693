import * as z from "zod/mini";
import type { NamedEntry } from "../../../../shared/activity/activity.ts";
import { recordedFields } from "../../../../shared/activity/fields.ts";
import { addressText } from "../../../../shared/address.ts";
import { MailProblem } from "../../../../shared/clients/mail-problem.ts";
import { counted } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { labelInSentence } from "../../../../shared/field.ts";
import { memberFields } from "../../../../shared/staff/fields.ts";
import { companyBeside } from "../client-company.ts";
import {
  addedChargeText,
  changesOf,
  chargeText,
  type Difference,
  reasonText,
  textOf,
  type Values,
} from "./changes.ts";
import { amountText, paymentFacts, paymentOf, priceOf } from "./payment-text.ts";

/** `/admin/clients/:id` → `on the page of a client` */
export function screenName(screen: string): string {
  if (screen === "/admin") return "on the dashboard";
  if (screen === "/admin/clients/:id") return "on the page of a client";
  return `on ${screen.replace("/admin/", "").replaceAll("/", ", ")}`;
}

/** A part of a sentence: text, a client whose name links to their page, or a file that links to its rows. */
export type SentencePart =
  | string
  | { client_id: string; client_name: string; company: string | undefined }
  | { import_id: string; file: string };

export const sentenceText = (parts: readonly SentencePart[]): string =>
  parts
    .map((part) => (typeof part === "string" ? part : "file" in part ? part.file : namedClient(part)))
    .join("");

/** `Grace Achieng (Umoja SACCO)` */
const namedClient = ({ client_name, company }: { client_name: string; company: string | undefined }) =>
  company ? `${client_name} (${company})` : client_name;

export type Entry = Omit<NamedEntry, "id" | "at">;

/**
 * Tells an entry in one sentence: `Grace changed the email of Umoja SACCO: a@umoja.example → b@umoja.example`.
 * The values of `assigned` are names.
 */
export const sentenceOf = (entry: Entry): SentencePart[] => [
  `${entry.name} `,
  ...predicateOf(entry).filter((part) => part !== ""),
];

export const clientOf = ({ client_id, client_name, company }: Entry): SentencePart =>
  client_id && client_name
    ? { client_id, client_name, company: companyBeside(client_name, company) }
    : "a removed client";

/** `Loan ledger for Umoja SACCO` */
const subscriptionOf = (entry: Entry): SentencePart[] =>
  entry.service ? [`${entry.service} for `, clientOf(entry)] : ["the subscription of ", clientOf(entry)];

export const messageOf = ({ message_from }: Entry): string =>
  message_from ? `the message from ${message_from}` : "a deleted message";

/** `300 rows of clients from book.csv`; in the history of a client, only that it was imported. */
const importedFile = ({ import_id = "", client_id, after = {} }: Entry): SentencePart[] =>
  client_id
    ? ["this client"]
    : [
        `${counted(Number(after.rows), "row")} of ${textOf(recordedFields.import_of, after.import_of, {})} from `,
        { import_id, file: String(after.file) },
      ];

function predicateOf(entry: Entry): SentencePart[] {
  const { kind, before = {}, after = {}, member = "somebody" } = entry;
  const client = clientOf(entry);
  switch (kind) {
    case "client-added":
      return [after.sample ? "added the sample client " : "added the client ", client];
    case "client-changed":
      return clientChange(entry, client);
    case "client-erased":
      return ["erased the personal data of a client"];
    case "link-renewed":
      return ["renewed the link to the account of ", client];
    case "payment-requested":
      return [`asked for ${amountText(after)} by M-Pesa on the phone of `, client];
    case "client-exported":
      return ["downloaded all data of ", client];
    case "subscription-added": {
      const price = priceOf(after);
      return ["added ", ...subscriptionOf(entry), price && `: ${price}`];
    }
    case "subscription-changed":
      return subscriptionChange(entry);
    case "payment-recorded":
      return [`recorded ${paymentOf(after)} from `, client, paymentFacts(after)];
    case "payment-corrected":
      return [
        `corrected ${paymentOf(before)}${amountText(after) && ` to ${paymentOf(after)}`} from `,
        client,
        paymentFacts(after),
      ];
    case "payment-undone":
      return [`undid ${paymentOf(before)} from `, client, paymentFacts(before)];
    case "charge-added":
      return ["charged ", client, ` ${addedChargeText(after)}`];
    case "charge-removed":
      return [`removed the charge of ${addedChargeText(before)} from `, client];
    case "charge-changed":
      return [`${chargeText(after)} of `, client, reasonText(after)];
    case "credit-refunded":
      return [`refunded ${amountText(after)} to `, client, paymentFacts(after)];
    case "refund-undone":
      return [`undid the refund of ${amountText(before)} to `, client, paymentFacts(before)];
    case "control-unit-recorded": {
      const invoice = after.invoice ? `invoice ${after.invoice}` : "an invoice";
      if (!after.control_unit) return [`removed the control unit number of ${invoice} of `, client];
      const verb = before.control_unit ? "corrected" : "recorded";
      return [`${verb} the control unit number of ${invoice} of `, client, `: ${after.control_unit}`];
    }
    case "promise-changed":
      return after.promised_until
        ? [`recorded the promise to pay by ${formatDay(String(after.promised_until))} of `, client]
        : ["removed the promise to pay of ", client];
    case "lines-kept":
      return [`saved ${counted(Number(after.lines ?? 1), "unmatched payment")} from a statement`];
    case "line-ignored": {
      const reason = after.reason ? `: ${after.reason}` : "";
      return [`ignored ${paymentOf(after)} from a statement${paymentFacts(after)}${reason}`];
    }
    case "line-restored":
      return [`took back that ${paymentOf(after)} from a statement is ignored${paymentFacts(after)}`];
    case "line-reversed":
      return [`noted the reversal of ${paymentOf(after)} from a statement${paymentFacts(after)}`];
    case "import-started":
      return ["imported ", ...importedFile(entry)];
    case "import-undone":
      return ["undid the import of ", ...importedFile(entry)];
    case "message-moved":
      return [moveTexts[String(after.box)]?.(messageOf(entry)) ?? `moved ${messageOf(entry)}`];
    case "message-assigned":
      return after.assigned
        ? [`assigned ${messageOf(entry)} to ${after.assigned}`]
        : [`unassigned ${messageOf(entry)}, which was assigned to ${before.assigned}`];
    case "message-deleted":
      return [`deleted a message${after.reason ? `: ${after.reason}` : ""}`];
    case "list-exported": {
      const rows = counted(Number(after.rows), "row");
      return [`exported ${rows} of ${after.list ?? "a list"}${after.filter ? ` (${after.filter})` : ""}`];
    }
    case "person-exported":
      return [`downloaded ${counted(Number(after.records), "record")} of a person`];
    case "person-erased":
      return [`erased ${counted(Number(after.records), "record")} of a person`];
    case "settings-changed":
      return settingsChange(entry);
    case "sample-removed":
      if (entry.subscription_id === undefined) return ["removed a sample client"];
      return [
        "removed the sample subscription ",
        ...subscriptionOf(entry),
        Number(before.payments) > 0 ? ` with ${counted(Number(before.payments), "payment")}` : "",
      ];
    case "staff-invited": {
      const role = textOf(memberFields.role, after.role, {});
      return [`invited ${member}${after.role ? ` as ${role.toLowerCase()}` : ""}`];
    }
    case "staff-changed":
      return staffChange(entry, member);
    case "staff-removed":
      return [before.invited ? `withdrew the invitation of ${member}` : `removed ${member} from the staff`];
    case "note":
      return ["added a note about ", client, entry.text ? `: ${shortened(entry.text)}` : ""];
  }
}

const moveTexts: Record<string, (message: string) => string> = {
  waiting: (message) => `moved ${message} to the inbox`,
  answered: (message) => `marked ${message} as answered`,
  spam: (message) => `marked ${message} as spam`,
};

/** Longer values are only among the details. */
const MAX_VALUE_LENGTH = 60;
const fits = (text: string) => text.length <= MAX_VALUE_LENGTH && !text.includes("\n");

const shortened = (text: string): string => {
  const line = text.split("\n", 1)[0] ?? "";
  return fits(text) ? text : `${line.slice(0, MAX_VALUE_LENGTH).trimEnd()}…`;
};

const MAX_NAMED_FIELDS = 3;
const listFormat = new Intl.ListFormat("en-GB");

/** `changed the email of Umoja SACCO: a → b`, `changed the email and phone of Umoja SACCO` */
function changeText(changes: readonly Difference[], subject: readonly SentencePart[]): SentencePart[] {
  const [first, ...more] = changes;
  if (!first) return ["changed ", ...subject];
  const preposition = subject[0] === "Settings" ? " in " : " of ";
  if (more.length > 0) {
    const labels = changes.map(({ field }) => labelInSentence(field));
    const named = labels.slice(0, MAX_NAMED_FIELDS);
    const unnamedCount = labels.length - named.length;
    const list = listFormat.format(unnamedCount > 0 ? [...named, `${unnamedCount} more`] : named);
    return [`changed the ${list}${preposition}`, ...subject];
  }
  const { field, textBefore, textAfter } = first;
  const label = labelInSentence(field);
  if (field.kind === "yes-no")
    return [`switched ${textAfter === "yes" ? "on" : "off"} ${label}${preposition}`, ...subject];
  const verb = textBefore && textAfter ? "changed" : textAfter ? "added" : "removed";
  const values = textBefore && textAfter ? `${textBefore} → ${textAfter}` : textBefore || textAfter;
  return [`${verb} the ${label}${preposition}`, ...subject, fits(values) ? `: ${values}` : ""];
}

const isMuted = ({ muted }: Values) => muted === true;

function clientChange(entry: Entry, client: SentencePart): SentencePart[] {
  const { before = {}, after = {} } = entry;
  const changes = changesOf(entry);
  const typedChanges = changes.filter(({ name }) => !["mail_problem", "blocked_copies"].includes(name));
  const [first, ...more] = typedChanges;
  if (first?.name === "muted" && more.length === 0)
    return [isMuted(after) ? "muted reminders to " : "unmuted reminders to ", client];
  if (first) return changeText(typedChanges, [client]);
  const problem = after.mail_problem as MailProblem["kind"] | undefined;
  if (problem) return ["stopped emails to ", client, whyStopped[problem]];
  if (before.mail_problem) return ["allowed emails to ", client, " again"];
  return blockedCopyChange(before, after, client) ?? ["changed the details of ", client];
}

/** `stopped copies to Jane <jane@a.ke> for Umoja: one bounced` */
function blockedCopyChange(before: Values, after: Values, client: SentencePart): SentencePart[] | undefined {
  const [blockedBefore, blockedAfter] = [before, after].map(({ blocked_copies }) =>
    BlockedCopies.parse(blocked_copies),
  );
  const added = blockedAfter?.find((copy) => !blockedBefore?.some(isSameBlock(copy)));
  if (added) {
    const why = added.problem ? whyStopped[added.problem] : "";
    return [`stopped copies to ${addressText(added)} for `, client, why];
  }
  const removed = blockedBefore?.find((copy) => !blockedAfter?.some(isSameBlock(copy)));
  return removed && [`allowed copies to ${addressText(removed)} for `, client, " again"];
}

/** Old records can contain anything. */
const BlockedCopies = z.catch(
  z.array(
    z.object({
      email: z.string(),
      name: z.optional(z.string()),
      problem: z.optional(MailProblem.shape.kind),
    }),
  ),
  [],
);
type BlockedCopy = z.output<typeof BlockedCopies>[number];
const isSameBlock = (copy: BlockedCopy) => (other: BlockedCopy) =>
  other.email === copy.email && other.problem === copy.problem;

const whyStopped: Record<MailProblem["kind"], string> = {
  bounced: ": one bounced",
  returned: ": several came back",
  complained: ": one was marked as spam",
};

function subscriptionChange(entry: Entry): SentencePart[] {
  const { before = {}, after = {} } = entry;
  const changes = changesOf(entry);
  const [first, ...more] = changes;
  if ("client_id" in before || "client_id" in after)
    return ["moved ", entry.service ?? "a subscription", " from another client to ", clientOf(entry)];
  if (first?.name === "muted" && more.length === 0)
    return [isMuted(after) ? "muted reminders of " : "unmuted reminders of ", ...subscriptionOf(entry)];
  if (first?.name === "next_price" && more.length === 0)
    return first.textAfter
      ? [`agreed ${first.textAfter} for `, ...subscriptionOf(entry)]
      : [`withdrew ${first.textBefore} for `, ...subscriptionOf(entry)];
  if (first?.name === "ends_on" && more.every(({ name }) => name === "end_reason")) {
    const reason = first.textAfter && more[0]?.textAfter ? `: ${more[0].textAfter}` : "";
    return first.textAfter
      ? ["agreed the end of ", ...subscriptionOf(entry), ` on ${first.textAfter}${reason}`]
      : ["withdrew the end of ", ...subscriptionOf(entry), ` on ${first.textBefore}`];
  }
  if (first?.name === "service" && more.length === 0)
    return changeText(changes, ["the subscription of ", clientOf(entry)]);
  return changeText(changes, subscriptionOf(entry));
}

function settingsChange(entry: Entry): SentencePart[] {
  const changes = changesOf(entry);
  const [template, ...others] = new Set(
    changes.map(({ name, field }) => (name.includes(".") ? field.label.replace(/, [^,]+$/, "") : "")),
  );
  if (template && others.length === 0) return [`changed the email template ${template}`];
  return changeText(changes, ["Settings"]);
}

function staffChange(entry: Entry, member: string): SentencePart[] {
  const { before = {}, after = {} } = entry;
  if ("second_factor_demanded" in after)
    return [
      after.second_factor_demanded
        ? "now requires a sign-in code for everyone"
        : "no longer requires a sign-in code",
    ];
  if ("calendar" in after || "calendar" in before)
    return [after.calendar ? "created a calendar address" : "deleted their calendar address"];
  const changes = changesOf(entry);
  const [first, ...more] = changes;
  if (more.length > 0) return changeText(changes, [member]);
  if (first?.name === "disabled") return [`${after.disabled === true ? "disabled" : "enabled"} ${member}`];
  if (first?.name === "second_factor")
    return [`${after.second_factor === true ? "set up" : "reset"} the sign-in code of ${member}`];
  return changeText(changes, [member]);
}
