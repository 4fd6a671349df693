/** A table of the stack. All key attributes are strings. */
type Key = { partition: string; sort?: string };
/** `keysOnly`: has the keys of each row alone, so that it is written only when these change. */
type Index = Key & { keysOnly?: true };
export type Table = Key & {
  indexes?: Record<string, Index>;
  /** Indexes with the table's partition and another sort key: they can be read consistently, and exist from the table's creation. */
  localIndexes?: Record<string, string>;
  /** The attribute with the expiry time in epoch seconds; items without it stay. */
  expires?: string;
  /** Temporary data that needs no backup. */
  noBackup?: true;
};

/** How far back a table can be restored; backups are kept as long. */
export const RECOVERY_DAYS = 35;

export const tables = {
  clients: { partition: "id", indexes: { "by-change": { partition: "in_list", sort: "changed_at" } } },
  subscriptions: {
    partition: "id",
    indexes: {
      "by-client": { partition: "client_id" },
      "by-change": { partition: "in_list", sort: "changed_at" },
      // Only those with a price or an end to come, by the first of these days.
      "by-agreed": { partition: "agreed", sort: "agreed_on", keysOnly: true },
    },
  },
  /** One row for each client; every change of its charges and payments depends on it. */
  accounts: {
    partition: "client_id",
    indexes: {
      // Only clients with open charges, by the day from which they are in the list of what is owed.
      "by-owing": { partition: "owing", sort: "owing_from" },
      "by-change": { partition: "in_list", sort: "changed_at" },
      // Only clients with a debt in the currency.
      "by-debt-usd": { partition: "in_debt", sort: "debt_usd" },
      "by-debt-kes": { partition: "in_debt", sort: "debt_kes" },
      // Only clients with a debt who promised to pay.
      "by-promise": { partition: "in_debt", sort: "promised_until" },
      // By the next day on which a charge has to be written, or a date to be moved; `writes` is one of a few shards.
      "by-writing": { partition: "writes", sort: "writes_on", keysOnly: true },
      // Only clients with credit for a charge to come, by its due day.
      "by-credit": { partition: "with_credit", sort: "credit_for", keysOnly: true },
    },
  },
  /** Debts of clients; `id` is `subscription_id#period`, or a UUID if the charge does not recur. */
  charges: {
    partition: "client_id",
    sort: "id",
    // Only charges that are open and not on hold.
    indexes: { "by-due": { partition: "asked_for", sort: "due" } },
    // Only charges that are open, also on hold.
    localIndexes: { open: "open_due" },
  },
  /** Sums of the charges asked for, by due day: a row for each month, in parts that are added up. */
  totals: { partition: "name", sort: "month_part" },
  payments: {
    partition: "id",
    indexes: {
      "by-day": { partition: "paid_on", sort: "recorded_at" },
      // Without the payments of people who are not known yet.
      "by-client": { partition: "client_id", sort: "paid_on" },
      // Only what nobody has: announced, unmatched, ignored or reversed.
      "by-state": { partition: "unassigned", sort: "paid_on" },
      // Only lines of banks: a reversal can name their reference.
      "by-bank-code": { partition: "bank_code", sort: "paid_on" },
      // Without announced payments.
      "by-change": { partition: "in_list", sort: "changed_at" },
    },
    expires: "expires_at",
  },
  /** Invoices and credit notes. */
  papers: {
    partition: "id",
    indexes: {
      "by-month": { partition: "month", sort: "written" },
      "by-client": { partition: "client_id", sort: "written" },
      // Only those without a number, in the order in which they get it.
      "to-number": { partition: "to_number", sort: "written", keysOnly: true },
      // Only those with a number, but without that of the control unit.
      unconfirmed: { partition: "unconfirmed", sort: "day", keysOnly: true },
      // Only those with a number.
      "by-number": { partition: "number", keysOnly: true },
    },
  },
  /** Imports: for each, one row about it, and one for each row of its file. */
  imports: { partition: "id", sort: "row", expires: "expires_at" },
  /** The clients with a payment reference, phone number, name or email, to match payments and imports with. */
  lookups: { partition: "key" },
  /** The send log: one row for each email, by what it is about (a charge, a payment, the company) and its kind. */
  reminders: {
    partition: "about",
    sort: "claim",
    indexes: {
      "by-day": { partition: "day", sort: "at" },
      "by-client": { partition: "client_id", sort: "at" },
    },
    expires: "expires_at",
  },
  /** Work that follows a change, until it is done. */
  outbox: { partition: "id", expires: "expires_at", noBackup: true },
  messages: {
    partition: "id",
    indexes: {
      "by-state": { partition: "state", sort: "received_at" },
      // By the normalised address and phone number, which are the same for every spelling.
      "by-address": { partition: "address_key", sort: "received_at" },
      "by-phone": { partition: "phone_key", sort: "received_at" },
    },
    expires: "expires_at",
  },
  settings: { partition: "name" },
  /** Who changed what and when, and the notes of staff. */
  activity: {
    partition: "subject",
    sort: "at",
    indexes: {
      "by-day": { partition: "day", sort: "at" },
      // Only notes with a day that are not done.
      "by-due": { partition: "open", sort: "due_on" },
    },
    expires: "expires_at",
  },
  /** One row for each member of staff (sign-in, access), and one with the rules for all. */
  staff: { partition: "id" },
  /** The counters of rate limits. */
  limits: { partition: "id", expires: "expires_at", noBackup: true },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** The environment variable that holds a table's name. */
export const tableVariable = (table: TableName) => `${table.toUpperCase()}_TABLE` as const;
