import { type Account, type BilledSubscription, type Charge, isOpen } from "../../shared/billing/account.ts";
import { changeCharge } from "../../shared/billing/change-charge.ts";
import { changeClientStatus } from "../../shared/billing/change-subscription.ts";
import type { Client } from "../../shared/clients/client.ts";
import { erasedClient } from "../../shared/clients/erased.ts";
import type { Day } from "../../shared/day.ts";
import { addressKey } from "../../shared/people/address-key.ts";
import { personOf } from "../../shared/people/person.ts";
import { accountItems } from "../ledger/account-items.ts";
import type { ReadAccount, Reading } from "../ledger/account-reading.ts";
import { readAccount } from "../ledger/account-store.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import { storeParts } from "../ledger/in-parts.ts";
import { clearPayments, clearUnmatched, paymentsWith } from "../ledger/payer-store.ts";
import { clearPromptOf } from "../ledger/prompt-store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { clientCounts } from "../platform/dynamo/counters.ts";
import { changedMeanwhile, notFound, TooManyItems } from "../platform/http/refusals.ts";
import { removePersonalData } from "../stores/activity-erasure-store.ts";
import { eventRecord } from "../stores/activity-store.ts";
import * as store from "../stores/client-store.ts";
import { addressesOf } from "../stores/client-store.ts";
import { clearRowsOf } from "../stores/import-names-store.ts";
import { keysLeft, lookupChanges, markErased } from "../stores/lookup-store.ts";
import * as messages from "../stores/message-store.ts";
import * as reminders from "../stores/reminder-store.ts";
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
  await storeParts(id, context, (account) => waiveAll(account, context.today));
  return now;
}

async function eraseOnce(id: string, version: number, context: ChangeContext): Promise<Client> {
  const before = await store.get(id);
  if (!before) throw notFound("client");
  if (before.erased_at) return finish(before, context);
  if (version !== before.version) throw changedMeanwhile("this client");
  // These come first: they are found by what names the client. A failed attempt can be repeated.
  const addresses = await addressesOf(before);
  await clearRowsOf(personOf(before, addresses), await recordIdsOf(id));
  await clearUnmatched(before);
  for (const address of addresses) await messages.deleteFrom(["address_key", addressKey(address)], context);
  const erased = await changeAccounts(
    [id],
    context,
    (reading) => withoutName(reading, id, version, context),
    {
      tooMany: () => new TooManyItems(),
    },
  );
  return finish(erased, context);
}

/** Waives what is open, and ends the billing. Amounts and days stay. */
function withoutName(
  reading: Reading,
  id: string,
  version: number,
  context: ChangeContext,
): Decision<store.Row> {
  const before = reading.client(id);
  if (!before) throw notFound("client");
  if (before.erased_at) return { changes: [], answer: before };
  if (version !== before.version) throw changedMeanwhile("this client");
  const after = erasedClient(before, context.now);
  const stored = reading.account(id);
  const [account] = changeDraft(stored, (draft) => waiveAll(draft, context.today));
  return {
    changes: [accountItems(stored, account, { today: context.today, by: context.actor.name })],
    items: [
      store.overwrite(before, after),
      ...lookupChanges(before, after, reading.lookups(keysLeft(before, after))),
      ...(before.email && !before.sample ? [markErased(before.email)] : []),
      eventRecord("client-erased", { subject: id }, context),
    ],
    counts: [clientCounts(before), clientCounts(after)],
    continues: false,
    answer: after,
  };
}

function waiveAll(account: Account, today: Day): void {
  changeClientStatus(account, { active: false }, today);
  for (const charge of account.charges.filter(isOpen))
    changeCharge(
      account,
      charge.id,
      { waived_cents: charge.cents - charge.paid_cents, why: "not_collectible" },
      today,
    );
}

/** The client with its subscriptions and payments, for the rows of imports that made or updated them. */
async function recordIdsOf(id: string): Promise<Set<string>> {
  const { account } = await readAccount(id);
  const payments = await paymentsWith(id);
  return new Set([
    id,
    ...account.subscriptions.map((subscription) => subscription.id),
    ...account.charges.map((charge) => charge.id),
    ...payments.map((payment) => String(payment.id)),
  ]);
}

/** So that the changed charges and their subscriptions fit into a transaction. */
const MAX_SERVICES = 40;

/** Removes what staff wrote about services and charges, some charges at a time, because it can name the person. */
async function clearServices(id: string, context: ChangeContext): Promise<void> {
  for (let remaining = 1; remaining > 0; )
    remaining = await changeAccounts([id], context, (reading) =>
      withoutServices(reading.account(id), context),
    );
}

function withoutServices(before: ReadAccount, { today }: ChangeContext): Decision<number> {
  const [after, count] = changeDraft(before, (draft) => {
    const reasonsOf = (entry: Charge | BilledSubscription) =>
      "adjustments" in entry ? (entry.adjustments ?? []).filter(({ why }) => why !== undefined) : [];
    const named = [...draft.charges, ...draft.subscriptions].filter(
      (entry) => entry.service !== undefined || reasonsOf(entry).length > 0,
    );
    for (const entry of named.slice(0, MAX_SERVICES)) {
      entry.service = undefined;
      for (const adjustment of reasonsOf(entry)) adjustment.why = undefined;
    }
    return named.length;
  });
  const changes = count === 0 ? [] : [accountItems(before, after, { today })];
  return { changes, continues: false, answer: count };
}

/** Also for a client erased before: completes an attempt that failed. */
async function finish(client: store.Row, context: ChangeContext): Promise<Client> {
  await clearPayments(client.id);
  if (client.payment_reference) await clearPromptOf(client.payment_reference);
  await removePersonalData(client.id);
  await clearServices(client.id, context);
  await reminders.clearServices(client.id);
  return store.fromRow(client);
}
