import type { ActivityEntry } from "../../../../shared/activity/activity.ts";
import { counted } from "../../../../shared/count.ts";
import { clientOf, type Entry, messageOf, type SentencePart } from "../../rules/activity/sentences.ts";

/** Sums up the same action of a person several times in a row: the verb with the number, and how the record follows. */
const repeated: Record<ActivityEntry["kind"], (times: number) => readonly [text: string, before: string]> = {
  "client-added": (n) => [`added ${counted(n, "client")}`, ""],
  "client-changed": (n) => [`changed ${counted(n, "client")}`, ""],
  "client-erased": (n) => [`erased the personal data of ${counted(n, "client")}`, ""],
  "client-exported": (n) => [`downloaded client data ${counted(n, "time")}`, ": "],
  "payment-requested": (n) => [`asked for ${counted(n, "payment")} by M-Pesa`, " from "],
  "link-renewed": (n) => [`renewed links ${counted(n, "time")}`, " of "],
  "subscription-added": (n) => [`added ${counted(n, "subscription")}`, " for "],
  "subscription-changed": (n) => [`made ${counted(n, "change")} to subscriptions`, " of "],
  "payment-recorded": (n) => [`recorded ${counted(n, "payment")}`, " from "],
  "payment-corrected": (n) => [`corrected ${counted(n, "payment")}`, " from "],
  "payment-undone": (n) => [`undid ${counted(n, "payment")}`, " from "],
  "charge-added": (n) => [`added ${counted(n, "charge")}`, " for "],
  "charge-removed": (n) => [`removed ${counted(n, "charge")}`, " from "],
  "charge-changed": (n) => [`changed ${counted(n, "charge")}`, " of "],
  "credit-refunded": (n) => [`refunded credit ${n} times`, " to "],
  "refund-undone": (n) => [`undid ${counted(n, "refund")}`, " to "],
  "control-unit-recorded": (n) => [`recorded ${counted(n, "control unit number")}`, " of "],
  "promise-changed": (n) => [`changed ${counted(n, "promise")}`, " of "],
  "lines-kept": (n) => [`saved unmatched payments ${counted(n, "time")}`, ""],
  "line-ignored": (n) => [`ignored ${counted(n, "payment")} from statements`, ""],
  "line-restored": (n) => [`took back the ignoring of ${counted(n, "payment")} from statements`, ""],
  "line-reversed": (n) => [`noted ${counted(n, "reversal")} of payments from statements`, ""],
  "import-started": (n) => [`imported ${counted(n, "file")}`, ""],
  "import-undone": (n) => [`undid ${counted(n, "import")}`, ""],
  "message-moved": (n) => [`moved ${counted(n, "message")}`, ""],
  "message-assigned": (n) => [`assigned ${counted(n, "message")}`, ""],
  "message-deleted": (n) => [`deleted ${counted(n, "message")}`, ""],
  "list-exported": (n) => [`exported ${counted(n, "list")}`, ""],
  "person-exported": (n) => [`downloaded the data of people ${counted(n, "time")}`, ""],
  "person-erased": (n) => [`erased data of people ${counted(n, "time")}`, ""],
  "settings-changed": (n) => [`made ${counted(n, "change")} to Settings`, ""],
  "sample-removed": (n) => [`removed ${counted(n, "sample record")}`, ""],
  "staff-invited": (n) => [`invited ${counted(n, "person")}`.replace("persons", "people"), ""],
  "staff-changed": (n) => [`made ${counted(n, "change")} to staff`, ""],
  "staff-removed": (n) => [`removed ${counted(n, "person")}`.replace("persons", "people"), ""],
  note: (n) => [`added ${counted(n, "note")}`, " about "],
};

/** The changed record of an entry. */
export const recordOf = ({ client_id, message_id, member, kind }: Entry): string =>
  client_id ?? message_id ?? member ?? kind;

/** Several entries of one person, about one record or of one kind: `Grace recorded 12 payments`. */
export function sentenceOfSeveral(entries: readonly [Entry, ...Entry[]]): SentencePart[] {
  const [first] = entries;
  const times = entries.length;
  const isOneRecord = entries.every((entry) => recordOf(entry) === recordOf(first));
  const isOneKind = entries.every(({ kind }) => kind === first.kind);
  const record = first.client_id ? clientOf(first) : first.message_id ? messageOf(first) : first.member;
  const [text, before] = repeated[first.kind](times);
  if (record && (!isOneKind || (isOneRecord && !before)))
    return [`${first.name} made ${counted(times, "change")} to `, record];
  return [`${first.name} ${text}`, ...(record && isOneRecord ? [before, record] : [])];
}
