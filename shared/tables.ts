/** The tables, as the stack makes them and the functions use them. All key attributes are strings. */
type Key = { partition: string; sort?: string };
export type Table = Key & {
  indexes?: Record<string, Key>;
  /** Where an item says when it may go, in epoch seconds; items without it stay. */
  expires?: string;
  /** Nothing in it is of use to anybody later: it is not worth a copy. */
  passing?: true;
};

export const tables = {
  clients: { partition: "id" },
  subscriptions: {
    partition: "id",
    indexes: {
      "by-next-billing": { partition: "status", sort: "next_billing_date" },
      "by-client": { partition: "client_id" },
    },
  },
  renewals: {
    partition: "subscription_id",
    sort: "period",
    // By what every release has stored, so that payments of all of them are in it.
    indexes: { "by-day": { partition: "paid_on", sort: "recorded_at" } },
  },
  /** The ledger of reminders. */
  reminders: {
    partition: "subscription_id",
    sort: "period_kind",
    indexes: {
      "by-day": { partition: "day", sort: "at" },
      "by-client": { partition: "client_id", sort: "at" },
    },
    expires: "expires_at",
  },
  messages: {
    partition: "id",
    indexes: {
      "by-state": { partition: "state", sort: "received_at" },
      "by-address": { partition: "email", sort: "received_at" },
    },
    expires: "expires_at",
  },
  settings: { partition: "name" },
  /** Who changed what, and when; and the notes that staff write. */
  activity: {
    partition: "subject",
    sort: "at",
    indexes: {
      "by-day": { partition: "day", sort: "at" },
      // Of notes with a day that are not dealt with yet, and of nothing else.
      "by-due": { partition: "open", sort: "due_on" },
    },
    expires: "expires_at",
  },
  /** When members of staff signed in and were signed out, a row each; and what is demanded of all of them. */
  staff: { partition: "id" },
  /** How often somebody did what is limited, for as long as that counts. */
  limits: { partition: "id", expires: "expires_at", passing: true },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** The environment variable that tells a function what a table is called where it runs. */
export const tableVariable = (table: TableName) => `${table.toUpperCase()}_TABLE` as const;
