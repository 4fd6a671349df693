import type { Fields } from "../field.ts";
import type { ActivityEntry, NamedEntry } from "./activity.ts";

export const activityNames: Record<ActivityEntry["kind"], string> = {
  "client-added": "Client added",
  "client-changed": "Details changed",
  "client-erased": "Personal data erased",
  "client-exported": "All data downloaded",
  "subscription-added": "Subscription added",
  "subscription-changed": "Subscription changed",
  "payment-recorded": "Payment recorded",
  "payment-corrected": "Payment corrected",
  "payment-undone": "Payment undone",
  "charge-changed": "Charge changed",
  "promise-changed": "Promise to pay",
  "credit-refunded": "Credit refunded",
  "refund-undone": "Refund undone",
  "lines-kept": "Statement lines saved",
  "line-ignored": "Statement line ignored",
  "line-restored": "Statement line restored",
  "line-reversed": "Statement line reversed",
  "import-started": "Import",
  "import-undone": "Import undone",
  "message-moved": "Message moved",
  "message-assigned": "Message assigned",
  "settings-changed": "Settings changed",
  "sample-removed": "Sample data removed",
  "staff-invited": "Member of staff invited",
  "staff-changed": "Member of staff changed",
  note: "Note",
};

/** In the order of the exported file. */
export const activityFields = {
  at: { label: "When", kind: "moment", description: "When it happened." },
  name: {
    label: "Who",
    kind: "text",
    description: "The person's name at that time; “The system” for an automatic change.",
    searched: true,
  },
  screen: {
    label: "Screen",
    kind: "text",
    description: "The screen of the back-office, as the browser reported it; absent for automatic changes.",
  },
  kind: { label: "Kind", kind: "text", description: "What happened.", names: activityNames, searched: true },
  client_name: {
    label: "Client",
    kind: "text",
    description: "The client's present name; absent if the client was removed.",
    searched: true,
  },
  service: {
    label: "Service",
    kind: "text",
    description: "The service of the subscription.",
    searched: true,
  },
  message_from: {
    label: "Message from",
    kind: "text",
    description: "The sender of the message; absent if the message was deleted.",
    searched: true,
  },
  member: {
    label: "Member of staff",
    kind: "text",
    description: "The changed member of staff, by the name at that time; “Everybody” for a rule for all.",
    searched: true,
  },
  before: {
    label: "Before",
    kind: "lines",
    description: "The changed values before, by field.",
    searched: true,
  },
  after: {
    label: "After",
    kind: "lines",
    description: "The changed values after, by field.",
    searched: true,
  },
  text: { label: "Note", kind: "lines", description: "The text of a note.", searched: true },
  client_id: {
    label: "Client id",
    kind: "text",
    description: "Identifies the client; absent for messages, settings and staff.",
  },
  subscription_id: { label: "Subscription id", kind: "text", description: "Identifies the subscription." },
  import_id: { label: "Import id", kind: "text", description: "Identifies the import." },
  message_id: { label: "Message id", kind: "text", description: "Identifies the message." },
  id: { label: "Id", kind: "text", description: "Identifies the entry." },
} as const satisfies Fields<keyof NamedEntry>;

/** What only the activity records, in addition to the fields of the records. */
export const recordedFields = {
  mail_problem: {
    label: "Email problem",
    kind: "text",
    description: "Why no more email goes to the address.",
    names: { bounced: "bounced", complained: "marked as spam" },
  },
  periods: { label: "Periods", kind: "number", description: "How many periods a payment is for." },
  payments: { label: "Payments", kind: "number", description: "How many payments were removed." },
  lines: { label: "Statement lines", kind: "number", description: "How many lines were saved." },
  import_of: { label: "Imported", kind: "text", description: "The kind of the records." },
  file: { label: "File", kind: "text", description: "The name of the imported file." },
  rows: { label: "Rows", kind: "number", description: "How many rows the file has." },
  reason: { label: "Reason", kind: "text", description: "Why the line was ignored." },
  box: {
    label: "Box",
    kind: "text",
    description: "Where staff find the message.",
    names: { waiting: "Waiting", answered: "Answered", spam: "Spam" },
  },
  disabled: { label: "Disabled", kind: "yes-no", description: "Whether somebody cannot sign in." },
  calendar: { label: "Calendar address", kind: "moment", description: "When it was created." },
  second_factor_demanded: {
    label: "Second factor required for everyone",
    kind: "yes-no",
    description: "Whether everyone needs a second factor.",
  },
} as const satisfies Fields;
