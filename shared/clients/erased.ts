import type { Client } from "./client.ts";

/** Lists the fields that stay of an erased client, so a field added later is removed. */
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
