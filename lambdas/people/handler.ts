import { type PersonItem, peopleRoutes } from "../../shared/people/people.ts";
import { type ChangeContext, changeContext } from "../platform/change-context.ts";
import { transact } from "../platform/dynamo/database.ts";
import { serve } from "../platform/http/serve.ts";
import { eventRecord, peopleSubject } from "../stores/activity-store.ts";
import { erase } from "./erase.ts";
import { read } from "./person-records.ts";
import { search } from "./search.ts";

export const handler = serve(peopleRoutes, {
  "POST /api/v1/people/search": ({ body: { query, cursor } }) => search(query, cursor),
  "POST /api/v1/people/export": async ({ body: { items }, ...request }) => ({
    records: await exportRecords(items, await changeContext(request)),
  }),
  "POST /api/v1/people/erasure": async ({ body: { items }, ...request }) =>
    erase(items, await changeContext(request)),
});

/** Fields that only the product needs. */
const technical = new Set([
  "expires_at",
  "made_from",
  "version",
  "in_list",
  "changed_at",
  "open",
  "address_key",
  "phone_key",
  "mail_id",
  "calendar",
  "lease_until",
  "lease_owner",
  "conversations",
]);

async function exportRecords(items: readonly PersonItem[], context: ChangeContext) {
  await transact([
    eventRecord("person-exported", { subject: peopleSubject }, context, { after: { records: items.length } }),
  ]);
  const rows = await Promise.all(items.map(read));
  return items.flatMap((item, at) => {
    const row = rows[at];
    if (!row) return [];
    const fields = Object.entries(row).filter(([name]) => !technical.has(name));
    // JSON has no sets.
    const values = fields.map(([name, value]) => [name, value instanceof Set ? [...value] : value]);
    return [{ ...item, data: Object.fromEntries(values) }];
  });
}
