import { isOpen } from "../../shared/billing/account.ts";
import { changeCharge, changeClientStatus } from "../../shared/billing/change-subscription.ts";
import type { Client } from "../../shared/clients/client.ts";
import * as activity from "../activity/store.ts";
import { accountChanges } from "../billing/account-changes.ts";
import { changed } from "../billing/change.ts";
import { readAccount } from "../billing/store.ts";
import * as messages from "../messages/store.ts";
import * as payments from "../payments/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused } from "../platform/dynamo/database.ts";
import { changedMeanwhile, notFound } from "../platform/http/errors.ts";
import { emailVariants } from "./email-variants.ts";
import * as store from "./store.ts";

/**
 * Removes all personal data of a client, with their messages and what bank statements say about them. The record stays,
 * because subscriptions, payments and sent emails refer to it. A client that is erased already stays as it is.
 * @throws Refusal when the client does not exist or was changed since `version`
 */
export async function erase(id: string, version: number, context: ChangeContext): Promise<Client> {
  const before = await store.get(id);
  if (!before) throw notFound("client");
  if (before.erased_at) return finish(before);
  if (version !== before.version) throw changedMeanwhile("this client");
  // These come first: they are found by the address. A failed attempt can be repeated.
  await payments.clearPayer(before);
  for (const address of emailVariants(before.email)) await messages.deleteFromAddress(address);
  const after = withoutPersonalData(before, context.now);
  try {
    await store.replace(before, after, [
      ...(await waiveOpenCharges(id, context)),
      activity.eventRecord("client-erased", { subject: id }, context),
    ]);
    return await finish(after);
  } catch (error) {
    const meanwhile = await store.get(id);
    if (meanwhile?.erased_at) return finish(meanwhile);
    // A payment or the daily run changed the account at the same time.
    if (error instanceof TransactionRefused) return erase(id, version, context);
    throw error;
  }
}

/** The transaction items that waive what is open, and end the billing. Amounts and days stay. */
async function waiveOpenCharges(id: string, { today }: ChangeContext) {
  const stored = await readAccount(id);
  const [account] = changed(stored, (draft) => {
    changeClientStatus(draft, false, false, today);
    for (const charge of draft.charges.filter(isOpen)) changeCharge(draft, charge, { waived: true }, today);
  });
  return accountChanges(stored, account, { today }).items;
}

/** Also for a client erased before: completes an attempt that failed. */
async function finish(client: store.Row): Promise<Client> {
  await activity.removePersonalData(client.id);
  return store.fromRow(client);
}

/** Lists the fields that stay, so a field added later is removed. */
const withoutPersonalData = (
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
