import { client, type Entry, message, subscription } from "./sample-entries.ts";

/** Entries about messages, settings, samples, staff and notes, each with its sentence. */
export const officeSentences: [Entry, string][] = [
  [
    { kind: "import-started", import_id: "i", after: { import_of: "clients", file: "book.csv", rows: 300 } },
    "imported 300 rows of clients from book.csv",
  ],
  [
    { kind: "import-undone", import_id: "i", after: { import_of: "payments", file: "book.csv", rows: 1 } },
    "undid the import of 1 row of payments from book.csv",
  ],
  [
    {
      kind: "import-started",
      import_id: "i",
      after: { import_of: "control_units", file: "etims.csv", rows: 2 },
    },
    "imported 2 rows of control unit numbers from etims.csv",
  ],
  [
    { kind: "message-moved", ...message, before: { box: "waiting" }, after: { box: "answered" } },
    "marked the message from Achieng as answered",
  ],
  [{ kind: "message-moved", ...message, after: { box: "spam" } }, "marked the message from Achieng as spam"],
  [
    { kind: "message-moved", message_id: message.message_id, after: { box: "waiting" } },
    "moved a deleted message to the inbox",
  ],
  [
    { kind: "message-assigned", ...message, after: { assigned: "Otieno" } },
    "assigned the message from Achieng to Otieno",
  ],
  [
    { kind: "message-assigned", ...message, before: { assigned: "Otieno" }, after: {} },
    "unassigned the message from Achieng, which was assigned to Otieno",
  ],
  [
    { kind: "message-deleted", message_id: message.message_id, after: { reason: "Spam" } },
    "deleted a message: Spam",
  ],
  [
    { kind: "list-exported", after: { list: "clients", rows: 300, filter: "status active" } },
    "exported 300 rows of clients (status active)",
  ],
  [{ kind: "list-exported", after: { list: "staff", rows: 1 } }, "exported 1 row of staff"],
  [{ kind: "person-exported", after: { records: 2 } }, "downloaded 2 records of a person"],
  [{ kind: "person-erased", after: { records: 1 } }, "erased 1 record of a person"],
  [
    { kind: "settings-changed", before: { mpesa_paybill: "400200" }, after: { mpesa_paybill: "400201" } },
    "changed the M-Pesa Paybill in Settings: 400200 → 400201",
  ],
  [
    { kind: "settings-changed", before: { send_receipts: false }, after: { send_receipts: true } },
    "switched on receipts in Settings",
  ],
  [
    { kind: "settings-changed", before: { remind_before: [7] }, after: { remind_before: [14, 7] } },
    "changed the reminders before the due day in Settings: 7 → 14, 7",
  ],
  [
    {
      kind: "settings-changed",
      before: { "upcoming.en.subject": "a", "upcoming.en.closing": "b" },
      after: { "upcoming.en.subject": "b", "upcoming.en.closing": "c" },
    },
    "changed the email template Renewal reminder (English)",
  ],
  [
    { kind: "sample-removed", ...subscription, before: { payments: 2 } },
    "removed the sample subscription Loan ledger for Umoja SACCO with 2 payments",
  ],
  [{ kind: "sample-removed", client_id: client.client_id }, "removed a sample client"],
  [{ kind: "staff-invited", member: "Otieno", after: { role: "admin" } }, "invited Otieno as admin"],
  [
    { kind: "staff-changed", member: "Otieno", before: { role: "staff" }, after: { role: "admin" } },
    "changed the role of Otieno: Staff → Admin",
  ],
  [
    { kind: "staff-changed", member: "Otieno", before: { disabled: false }, after: { disabled: true } },
    "disabled Otieno",
  ],
  [
    { kind: "staff-changed", member: "Otieno", before: { disabled: true }, after: { disabled: false } },
    "enabled Otieno",
  ],
  [
    {
      kind: "staff-changed",
      member: "Otieno",
      before: { second_factor: true },
      after: { second_factor: false },
    },
    "reset the sign-in code of Otieno",
  ],
  [
    { kind: "staff-changed", member: "Grace", after: { calendar: "2026-12-02T08:00:00.000Z" } },
    "created a calendar address",
  ],
  [
    { kind: "staff-changed", member: "Grace", before: { calendar: "2026-12-02T08:00:00.000Z" }, after: {} },
    "deleted their calendar address",
  ],
  [
    { kind: "staff-changed", member: "Everybody", before: {}, after: { second_factor_demanded: true } },
    "now requires a sign-in code for everyone",
  ],
  [{ kind: "staff-removed", member: "Otieno", before: { role: "admin" } }, "removed Otieno from the staff"],
  [
    { kind: "staff-removed", member: "Otieno", before: { invited: true } },
    "withdrew the invitation of Otieno",
  ],
  [{ kind: "note", ...client, text: "Pays on Friday" }, "added a note about Umoja SACCO: Pays on Friday"],
  [{ kind: "note", ...client }, "added a note about Umoja SACCO"],
];
