/** The tables, as the stack makes them and the functions use them. All key attributes are strings. */
type Key = { partition: string; sort?: string };
export type Table = Key & {
  indexes?: Record<string, Key>;
  /** Where an item says when it may go, in epoch seconds; items without it stay. */
  expires?: string;
};

export const tables = {
  clients: { partition: "id" },
  subscriptions: {
    partition: "id",
    indexes: { "by-next-billing": { partition: "status", sort: "next_billing_date" } },
  },
  renewals: { partition: "subscription_id", sort: "period" },
  /** The ledger of reminders. */
  reminders: {
    partition: "subscription_id",
    sort: "period_kind",
    indexes: { "by-day": { partition: "day", sort: "at" } },
  },
  messages: {
    partition: "id",
    indexes: { "by-state": { partition: "state", sort: "received_at" } },
  },
  settings: { partition: "name" },
  /** How often somebody did what is limited, for as long as that counts. */
  limits: { partition: "id", expires: "expires_at" },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** The environment variable that tells a function what a table is called where it runs. */
export const tableVariable = (table: TableName) => `${table.toUpperCase()}_TABLE` as const;
