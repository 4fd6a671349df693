import { notFound } from "../platform/http/refusals.ts";
import * as clients from "../stores/client-store.ts";
import type { Reading } from "./account-reading.ts";

/** The client of a payment or refund. @throws NotFound, or Conflict if the client was erased */
export function clientWithMoney(reading: Reading, id: string): clients.Row {
  const client = reading.client(id);
  if (!client) throw notFound("client");
  clients.refuseErased(client);
  return client;
}
