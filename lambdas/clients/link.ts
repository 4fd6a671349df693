import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, notFound } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import { accountUrl } from "../stores/client-link-store.ts";
import * as store from "../stores/client-store.ts";

async function clientWithLink(id: string): Promise<store.Row> {
  const client = await store.get(id);
  if (!client) throw notFound("client");
  if (client.erased_at) throw new Conflict("This client was erased and has no page any more.");
  return client;
}

const answerFor = async (client: store.Row) => ({ url: (await accountUrl(client)) ?? "" });

/** The address of the client's own page. */
export const readLink = async (id: string) => answerFor(await clientWithLink(id));

/** Replaces the address; the old one stops working at once. */
export async function renewLink(id: string, context: ChangeContext) {
  const before = await clientWithLink(id);
  const { link_generation = 0, version } = before;
  const after = { ...before, link_generation: link_generation + 1, version: version + 1 };
  await store.replace(before, after, [activity.eventRecord("link-renewed", { subject: id }, context)]);
  return answerFor(after);
}
