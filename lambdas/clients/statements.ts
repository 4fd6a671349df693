import { randomUUID } from "node:crypto";
import type { NewStatement } from "../../shared/clients/client-statement.ts";
import { isMailable } from "../../shared/text.ts";
import { Conflict } from "../platform/http/refusals.ts";
import type { Moment } from "../platform/moment.ts";
import * as outbox from "../stores/outbox-store.ts";
import { requireClient } from "./client-page.ts";

/** Has a statement sent to a client. @throws NotFound, Conflict */
export async function sendStatement(
  client_id: string,
  { from, to, id = randomUUID() }: NewStatement,
  { now, today }: Moment,
): Promise<{ to: string[] }> {
  const client = await requireClient(client_id);
  if (client.erased_at) throw new Conflict("The client was erased.");
  if (client.sample) throw new Conflict("This is sample data: it gets no emails.");
  if (!isMailable(client.email)) throw new Conflict("The client has no valid email address.");
  if (client.mail_problem)
    throw new Conflict(
      "Emails to the client's address are blocked. Unblock it on the client's page, or change it.",
    );
  const last = to < today ? to : today;
  await outbox.add({
    queue: "emails",
    job: { email: "statement", client_id, from, to: last, more: id, at: now },
  });
  return { to: [client.email] };
}
