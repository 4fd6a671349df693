import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { retention } from "../../shared/retention.ts";
import { type Table, type TableName, tables } from "../../shared/tables.ts";
import { EXPORTED_TABLES } from "./tables.ts";

/** The file that does it, or the reason why none does. */
type Handling = `${string}.ts` | { no: string };

type DataPolicy = {
  /** Whether exports and imports include it. */
  exported: true | { no: string };
  /** Deletes personal data when a client is erased. */
  erasedIn: Handling;
  /** Includes it in a client's personal data export. */
  disclosedIn: Handling;
  /** Records changes in the activity. */
  auditedIn: Handling;
  /** Whether rows expire as Settings say. */
  expires: true | { no: string };
};

const noPersonalData = { no: "It has no data about a client." };

/** Every table needs an entry. */
const policies: Record<TableName, DataPolicy> = {
  clients: {
    exported: true,
    erasedIn: "lambdas/clients/erase.ts",
    disclosedIn: "lambdas/clients/export-personal-data.ts",
    auditedIn: "lambdas/stores/client-store.ts",
    expires: { no: "A client stays until an administrator erases them." },
  },
  subscriptions: {
    exported: true,
    erasedIn: "lambdas/clients/erase.ts",
    disclosedIn: "lambdas/clients/export-personal-data.ts",
    auditedIn: "lambdas/stores/subscription-store.ts",
    expires: { no: "It is the contract." },
  },
  accounts: {
    exported: true,
    erasedIn: "lambdas/clients/erase.ts",
    disclosedIn: "lambdas/clients/export-personal-data.ts",
    auditedIn: { no: "It changes with the charges and payments." },
    expires: { no: "It is the accounting record." },
  },
  charges: {
    exported: true,
    erasedIn: "lambdas/clients/erase.ts",
    disclosedIn: "lambdas/clients/export-personal-data.ts",
    auditedIn: "lambdas/stores/subscription-store.ts",
    expires: { no: "It is the accounting record." },
  },
  totals: {
    exported: true,
    erasedIn: noPersonalData,
    disclosedIn: noPersonalData,
    auditedIn: { no: "It follows from the charges." },
    expires: { no: "Old months are folded into one row." },
  },
  payments: {
    exported: true,
    erasedIn: "lambdas/ledger/payer-store.ts",
    disclosedIn: "lambdas/clients/export-personal-data.ts",
    auditedIn: "lambdas/ledger/payment-activity.ts",
    expires: true,
  },
  imports: {
    exported: true,
    erasedIn: "lambdas/stores/import-names-store.ts",
    disclosedIn: { no: "It repeats values of the client, and names the row of the activity's entry." },
    auditedIn: "lambdas/imports/start.ts",
    expires: true,
  },
  reminders: {
    exported: true,
    erasedIn: "lambdas/stores/reminder-store.ts",
    disclosedIn: "lambdas/clients/export-personal-data.ts",
    auditedIn: { no: "It is itself a record." },
    expires: true,
  },
  messages: {
    exported: true,
    erasedIn: "lambdas/stores/message-store.ts",
    disclosedIn: "lambdas/clients/export-personal-data.ts",
    auditedIn: "lambdas/messages/move.ts",
    expires: true,
  },
  lookups: {
    exported: true,
    erasedIn: "lambdas/stores/lookup-store.ts",
    disclosedIn: { no: "It repeats a client's reference, phone number and name." },
    auditedIn: { no: "It changes with the client." },
    expires: { no: "It goes with the client; a payment reference stays, so that none is used again." },
  },
  settings: {
    exported: true,
    erasedIn: noPersonalData,
    disclosedIn: noPersonalData,
    auditedIn: "lambdas/settings/save.ts",
    expires: { no: "It has only the current settings." },
  },
  activity: {
    exported: true,
    erasedIn: "lambdas/stores/activity-erasure-store.ts",
    disclosedIn: "lambdas/clients/export-personal-data.ts",
    auditedIn: { no: "It is itself the record; only erasing a client changes it." },
    expires: true,
  },
  staff: {
    exported: true,
    erasedIn: noPersonalData,
    disclosedIn: noPersonalData,
    auditedIn: "lambdas/staff/apply-member-change.ts",
    expires: { no: "A row stays as long as the member of staff, then only their id." },
  },
  limits: {
    exported: { no: "Its rows are short-lived." },
    erasedIn: { no: "A keyed hash, a count and an hour." },
    disclosedIn: { no: "A keyed hash does not identify a person." },
    auditedIn: { no: "No person changes it." },
    expires: true,
  },
  papers: {
    exported: true,
    erasedIn: { no: "Tax law keeps invoices and the client that they name." },
    disclosedIn: "lambdas/clients/export-personal-data.ts",
    auditedIn: { no: "They follow from changes that are recorded." },
    expires: { no: "Tax law keeps them." },
  },
  outbox: {
    exported: { no: "Its rows are done within minutes." },
    erasedIn: { no: "A row is done within minutes, and stays for a week at most." },
    disclosedIn: { no: "It repeats a payment for its receipt." },
    auditedIn: { no: "It follows from changes that are recorded." },
    expires: true,
  },
};

test.each(Object.entries(policies) as [TableName, DataPolicy][])("%s follows its policy", (name, policy) => {
  expect(EXPORTED_TABLES.includes(name)).toBe(policy.exported === true);
  const { expires, noBackup }: Table = tables[name];
  expect(expires !== undefined).toBe(policy.expires === true);
  expect(name in retention).toBe(policy.expires === true && !noBackup);
  for (const handling of [policy.erasedIn, policy.disclosedIn, policy.auditedIn])
    if (typeof handling === "string") expect(existsSync(handling), handling).toBe(true);
    else expect(handling.no).toMatch(/\.$/);
  if (typeof policy.auditedIn === "string")
    expect(readFileSync(policy.auditedIn, "utf8"), policy.auditedIn).toMatch(
      /activity\.|eventRecord\(|changeRecords\(/,
    );
  if (typeof policy.disclosedIn === "string")
    expect(readFileSync(policy.disclosedIn, "utf8")).toMatch(readsTable(name));
  if (policy.expires === true && !noBackup)
    expect(readFileSync(storeFiles[name] ?? "", "utf8")).toContain(`expiresAt("${name}"`);
});

const readsTable = (name: TableName): RegExp => namedReads[name] ?? new RegExp(`import \\* as ${name} from `);

/** Where a table is read otherwise than by its store. */
const namedReads: { [T in TableName]?: RegExp } = {
  clients: /store\.fromRow\(client/,
  accounts: /withOpenCharges\(/,
  charges: /chargesOfClient\(/,
  papers: /wholePapersOfClient\(/,
  payments: /paymentsOfClient\(/,
};

/** The files that write rows with an expiry. */
const storeFiles: { [T in TableName]?: string } = {
  messages: "lambdas/stores/message-store.ts",
  reminders: "lambdas/outbox/email-claims.ts",
  activity: "lambdas/stores/activity-store.ts",
  payments: "lambdas/ledger/payment-row.ts",
  imports: "lambdas/stores/import-store.ts",
};
