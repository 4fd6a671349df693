import { type AnyAccount, type Charge, owedIn, periodOf } from "../../shared/billing/account.ts";
import {
  addCharge,
  type ChargeValues,
  changeCharge,
  isLowered,
  removeCharge,
} from "../../shared/billing/change-charge.ts";
import type { LoweringReason } from "../../shared/billing/invoicing.ts";
import type { Day } from "../../shared/day.ts";
import { fromCents, toCents } from "../../shared/money.ts";
import {
  type ChargeChange,
  type ClientCharge,
  chargesOnWire,
  type NewCharge,
  type OwedAmounts,
  owedOnWire,
} from "../../shared/payments/client-account.ts";
import { chargesToPay } from "../../shared/reminders/to-pay.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { accountItems } from "../ledger/account-items.ts";
import type { Reading } from "../ledger/account-reading.ts";
import type { StoredAccount } from "../ledger/account-store.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import { clientWithMoney } from "../ledger/client-with-money.ts";
import { usualCurrency } from "../ledger/usual-currency.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, Invalid, notFound, storedWithOtherContent } from "../platform/http/refusals.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as activity from "../stores/activity-store.ts";
import * as settings from "../stores/settings-store.ts";

/** Adds a charge that does not recur once. A repeat with the same id and content returns the charge as it is now. */
export async function add(
  client_id: string,
  input: NewCharge,
  context: ChangeContext,
): Promise<{ charge: ClientCharge }> {
  const company = await settings.get();
  return changeAccounts(
    [client_id],
    context,
    (reading) => added(reading, client_id, input, company, context),
    { onlyOpen: true },
  );
}

function added(
  reading: Reading,
  client_id: string,
  { id, ...content }: NewCharge,
  company: Settings,
  context: ChangeContext,
): Decision<{ charge: ClientCharge }> {
  const { today, actor } = context;
  const { sample } = clientWithMoney(reading, client_id);
  const before = reading.openAccount(client_id);
  const made_from = digestOf(content);
  const answerOf = (charges: readonly Charge[]) => onWire(id, charges, before.subscriptions, company, today);
  const existing = before.account.charges.find((charge) => charge.id === id);
  if (existing) {
    if (existing.made_from !== made_from) throw storedWithOtherContent("charge");
    return { changes: [], answer: answerOf(before.account.charges) };
  }
  // The charges of a subscription are found by the beginning of their ids.
  if (reading.subscription(id)) throw new Conflict("This id is that of a subscription. Send a new one.");
  const { service, amount, vat, due = today } = content;
  const currency = content.currency ?? usualCurrency(before.account.charges, company.default_currency);
  const [after] = changeDraft(before, (account) =>
    addCharge(account, { id, service, due, currency, vat, cents: toCents(amount), made_from }, today),
  );
  const change = accountItems(before, after, { today, by: actor.name, sample });
  return {
    changes: [change],
    items: activity.changeRecords(
      "charge-added",
      { subject: client_id },
      {},
      { service, amount, currency, vat, due },
      context,
    ),
    answer: answerOf(change.charges),
  };
}

/** Changes a charge, moves its due day, or waives a part of it. */
export async function change(
  client_id: string,
  id: string,
  input: ChargeChange,
  context: ChangeContext,
): Promise<{ charge: ClientCharge }> {
  const { amount, due, waived } = input;
  if (amount === undefined && due === undefined && waived === undefined)
    throw new Invalid("Please give an amount, a due day, or what is waived.");
  const company = await settings.get();
  return changeAccounts([client_id], context, (reading) =>
    changed(reading, { client_id, id }, input, company, context),
  );
}

const centsOf = (amount: number | undefined) => (amount === undefined ? undefined : toCents(amount));

function changed(
  reading: Reading,
  { client_id, id }: { client_id: string; id: string },
  { amount, due, waived, reason, why }: ChargeChange,
  company: Settings,
  context: ChangeContext,
): Decision<{ charge: ClientCharge }> {
  const { today, actor } = context;
  clientWithMoney(reading, client_id);
  const before = reading.account(client_id);
  const values: ChargeValues = { cents: centsOf(amount), due, waived_cents: centsOf(waived), why };
  const [after] = changeDraft(before, (account) => changeCharge(account, id, values, today));
  const find = ({ charges }: AnyAccount) => charges.find((charge) => charge.id === id);
  const items = accountItems(before, after, { today, by: actor.name, why: reason });
  return {
    changes: items.isChanged ? [items] : [],
    items: changesOf(find(before.account), find(after) as Charge, why).map((fields) =>
      activity.eventRecord(
        "charge-changed",
        { subject: client_id, subscription_id: periodOf(id)?.subscription_id },
        context,
        { after: { ...fields, reason } },
      ),
    ),
    answer: onWire(id, items.charges, before.subscriptions, company, today),
  };
}

/** The changes of a charge, each by itself. Without `before`, the change wrote it. */
function changesOf(before: Charge | undefined, after: Charge, why: LoweringReason | undefined) {
  const { period, currency, cents, waived_cents = 0, service, due } = after;
  const name = period === undefined ? { service, due: before?.due ?? due } : { period };
  const waived = waived_cents - (before?.waived_cents ?? 0);
  const lowered = (isLower: boolean) => (isLower && before && isLowered(before, after) ? { why } : {});
  return [
    ...(before && cents !== before.cents
      ? [{ ...name, amount: fromCents(cents), currency, ...lowered(cents < before.cents) }]
      : []),
    ...(waived === 0
      ? []
      : [
          {
            ...name,
            amount: fromCents(Math.abs(waived)),
            waived: waived > 0,
            currency,
            ...lowered(waived > 0),
          },
        ]),
    ...(before && due !== before.due ? [{ ...name, new_due: due }] : []),
  ];
}

/** A charge as the account has it. */
function onWire(
  id: string,
  charges: readonly Charge[],
  subscriptions: StoredAccount["subscriptions"],
  company: Settings,
  today: Day,
): { charge: ClientCharge } {
  const toPay = chargesToPay(charges, subscriptions, today, company);
  const [charge] = chargesOnWire(
    charges.filter((charge) => charge.id === id),
    toPay,
  );
  return { charge: charge as ClientCharge };
}

/** Removes a charge that does not recur, if nobody has relied on it yet. @throws NotFound also for a repeat */
export const remove = (
  client_id: string,
  id: string,
  context: ChangeContext,
): Promise<{ owed: OwedAmounts[] }> =>
  changeAccounts([client_id], context, (reading) => removed(reading, client_id, id, context));

function removed(
  reading: Reading,
  client_id: string,
  id: string,
  context: ChangeContext,
): Decision<{ owed: OwedAmounts[] }> {
  const { today, actor } = context;
  clientWithMoney(reading, client_id);
  const before = reading.account(client_id);
  const charge = before.account.charges.find((charge) => charge.id === id);
  if (!charge) throw notFound("charge");
  const [after] = changeDraft(before, (account) => removeCharge(account, id, today));
  const { service, cents, currency, vat, due } = charge;
  return {
    changes: [accountItems(before, after, { today, by: actor.name })],
    items: activity.changeRecords(
      "charge-removed",
      { subject: client_id },
      { service, amount: fromCents(cents), currency, vat, due },
      {},
      context,
    ),
    answer: { owed: owedOnWire(owedIn(after, today)) },
  };
}
