import { randomUUID } from "node:crypto";
import type { NewStatement } from "../../shared/clients/client-statement.ts";
import { recipientsOf } from "../../shared/clients/recipients.ts";
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
  const recipients = recipientsOf(client);
  if ("unreachable" in recipients)
    throw new Conflict(
      isMailable(client.email)
        ? "Emails to the client's address are blocked. Unblock it on the client's page, or change it."
        : "The client has no valid email address.",
    );
  const last = to < today ? to : today;
  await outbox.add({
    queue: "emails",
    job: { email: "statement", client_id, from, to: last, more: id, at: now },
  });
  return { to: [recipients.to, ...recipients.cc.map(({ email }) => email)] };
}
