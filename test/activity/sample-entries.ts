import type { NamedEntry } from "../../shared/activity/activity.ts";

/** An entry without the fields that its sentence does not show. */
export type Entry = Partial<NamedEntry> & Pick<NamedEntry, "kind">;
export const client = { client_id: "5c8a3f0e-0000-4000-8000-000000000001", client_name: "Umoja SACCO" };
export const subscription = {
  ...client,
  subscription_id: "5c8a3f0e-0000-4000-8000-000000000002",
  service: "Loan ledger",
};
export const message = { message_id: "5c8a3f0e-0000-4000-8000-000000000003", message_from: "Achieng" };
