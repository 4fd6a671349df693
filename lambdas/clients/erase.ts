import { type Account, isOpen } from "../../shared/billing/account.ts";
import { changeCharge, changeClientStatus } from "../../shared/billing/change-subscription.ts";
import type { Client } from "../../shared/clients/client.ts";
import type { Day } from "../../shared/day.ts";
import { addressKey } from "../../shared/people/address-key.ts";
import * as activity from "../activity/store.ts";
import { accountChanges } from "../billing/account-changes.ts";
import { changed } from "../billing/change.ts";
import { storeParts } from "../billing/in-parts.ts";
import { readAccount } from "../billing/store.ts";
import { clearRow } from "../imports/store.ts";
import * as messages from "../messages/store.ts";
import { clearPayments, clearUnmatched } from "../payments/payer-store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused } from "../platform/dynamo/database.ts";
import { changedMeanwhile, notFound, TooManyItems } from "../platform/http/errors.ts";
import { addressesOf } from "./addresses.ts";
import { markErased } from "./lookup-store.ts";
import * as store from "./store.ts";
import { makeInactive } from "./update.ts";

/**
 * Removes all personal data of a client, with their messages and what bank statements say about them. The record stays,
 * because subscriptions, payments and sent emails refer to it. A client that is erased already stays as it is.
 * @throws Refusal when the client does not exist or was changed since `version`
 */
export async function erase(id: string, version: number, context: ChangeContext): Promise<Client> {
  try {
    return await eraseOnce(id, version, context);
  } catch (error) {
    if (!(error instanceof TooManyItems)) throw error;
    return eraseOnce(id, await endBilling(id, version, context), context);
  }
}

/** Waives very many charges in several transactions, and returns the client's version after it. */
async function endBilling(id: string, version: number, context: ChangeContext): Promise<number> {
  // First inactive, so that nothing new is charged meanwhile. A failed attempt leaves an inactive client.
  const { version: now } = await makeInactive(id, version, context);
  await storeParts(id, context.today, (account) => waiveAll(account, context.today));
  return now;
}

async function eraseOnce(id: string, version: number, context: ChangeContext): Promise<Client> {
  const before = await store.get(id);
  if (!before) throw notFound("client");
  if (before.erased_at) return finish(before);
  if (version !== before.version) throw changedMeanwhile("this client");
  for (const row of before.imports ?? []) await clearRow(row);
  // These come first: they are found by the address. A failed attempt can be repeated.
  await clearUnmatched(before);
  for (const address of await addressesOf(before))
    await messages.deleteFrom(["address_key", addressKey(address)], context);
  const after = withoutPersonalData(before, context.now);
  try {
    await store.replace(before, after, [
      ...(await waiveOpenCharges(id, context)),
      ...(before.email && !before.sample ? [markErased(before.email)] : []),
      activity.eventRecord("client-erased", { subject: id }, context),
    ]);
    return await finish(after);
  } catch (error) {
    const meanwhile = await store.get(id);
    if (meanwhile?.erased_at) return finish(meanwhile);
    // A payment or the daily run changed the account at the same time.
    if (error instanceof TransactionRefused) return eraseOnce(id, version, context);
    throw error;
  }
}

/** The transaction items that waive what is open, and end the billing. Amounts and days stay. */
async function waiveOpenCharges(id: string, { today }: ChangeContext) {
  const stored = await readAccount(id);
  const [account] = changed(stored, (draft) => waiveAll(draft, today));
  return accountChanges(stored, account, { today }).items;
}

function waiveAll(account: Account, today: Day): void {
  changeClientStatus(account, false, false, today);
  for (const charge of account.charges.filter(isOpen)) changeCharge(account, charge, { waived: true }, today);
}

/** Also for a client erased before: completes an attempt that failed. */
async function finish(client: store.Row): Promise<Client> {
  await clearPayments(client.id);
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
