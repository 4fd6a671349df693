import type { TableName } from "../../shared/tables.ts";

/**
 * How the rows of a table are put back. `exact`: as they were, client by client, without what was added since. `replace`:
 * missing and changed rows. `missing`: only missing rows, because the others have changed rightly. `derived`: counted again, or
 * done by then.
 */
export const policies: Record<TableName, "exact" | "replace" | "missing" | "derived"> = {
  clients: "replace",
  subscriptions: "exact",
  accounts: "exact",
  charges: "exact",
  payments: "exact",
  // A paper never changes once it has its number, and a number must not be used twice.
  papers: "missing",
  messages: "replace",
  settings: "replace",
  // An email that was sent must not be sent again.
  reminders: "missing",
  imports: "missing",
  activity: "missing",
  // A person who lost access must not get it back.
  staff: "missing",
  // Only references and erased addresses; the others follow from the clients.
  lookups: "missing",
  totals: "derived",
  limits: "derived",
  outbox: "derived",
};

const namesOf = (policy: string) =>
  (Object.keys(policies) as TableName[]).filter((name) => policies[name] === policy);

export const RESTORED_TABLES = (Object.keys(policies) as TableName[]).filter(
  (name) => policies[name] !== "derived",
);

/** The tables that have to be restored to the same moment. */
export const togetherWith = (name: TableName): TableName[] =>
  policies[name] === "exact" ? namesOf("exact") : [name];
