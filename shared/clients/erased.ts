import type { Client } from "./client.ts";

/** What stays of a client who is erased. It lists the fields that stay, so a field added later is removed. */
export const erasedClient = (
  { id, sample, created_at, payment_reference, version }: Client,
  now: string,
): Client => ({
  name: "Erased client",
  email: "",
  phone: "",
  company: "",
  address: "",
  id,
  sample,
  payment_reference,
  status: "inactive",
  created_at,
  erased_at: now,
  version: version + 1,
});
