import { changeClientStatus } from "../../shared/billing/change-subscription.ts";
import type { Client, ClientChange } from "../../shared/clients/client.ts";
import { addressKey } from "../../shared/people/address-key.ts";
import { type AccountItems, accountItems } from "../ledger/account-items.ts";
import type { Reading } from "../ledger/account-reading.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { clientCounts } from "../platform/dynamo/counters.ts";
import { Conflict, changedMeanwhile, notFound } from "../platform/http/refusals.ts";
import * as store from "../stores/client-store.ts";
import { keysLeft, lookupChanges } from "../stores/lookup-store.ts";
import { knownAddresses, refuseOwnAddress, storedCopies } from "./copies.ts";

/**
 * The account is read only if the status changes.
 * @throws Refusal when the client does not exist, is erased, or was changed since `version`
 */
export async function update(id: string, change: ClientChange, context: ChangeContext): Promise<Client> {
  await refuseOwnAddress(change.copies);
  return changeAccounts([], context, (reading) => updated(reading, id, change, context), {
    inParts: (account) =>
      changeClientStatus(account, { active: change.status !== "inactive" }, context.today),
  });
}

/** @throws Refusal as `update` */
export async function makeInactive(id: string, version: number, context: ChangeContext): Promise<Client> {
  const client = await store.get(id);
  if (!client) throw notFound("client");
  const { name, email, phone, company, address, language } = client;
  const details = { name, email, phone, company, address, language };
  return update(id, { ...details, status: "inactive", version }, context);
}

function updated(
  reading: Reading,
  id: string,
  { version, ...fields }: ClientChange,
  context: ChangeContext,
): Decision<Client> {
  const before = reading.client(id);
  if (!before) throw notFound("client");
  if (before.erased_at) throw new Conflict("This client was erased and cannot be changed any more.");
  if (version !== undefined && version !== before.version) throw changedMeanwhile("this client");
  const after = changedRow(before, fields, context.now);
  const lookups = reading.lookups(keysLeft(before, after));
  return {
    changes: statusChanges(reading, before, after, context),
    items: [...lookupChanges(before, after, lookups), ...store.recordOf(before, after, context)],
    conditions: [{ item: store.overwrite(before, after), refusal: () => changedMeanwhile("this client") }],
    counts: [clientCounts(before), clientCounts(after)],
    answer: store.fromRow(after),
  };
}

/** Enough for every client. */
const MAX_FORMER_EMAILS = 20;

/** A client with other details. What is known about an address ends with it; messages from it are still theirs. */
export function changedRow(
  before: store.Row,
  { mail_works, ...fields }: Partial<Omit<ClientChange, "version">>,
  now: string,
): store.Row {
  const { email = before.email } = fields;
  const copies = "copies" in fields ? fields.copies : before.copies;
  const known = knownAddresses(before);
  const { mail_problem, mail_works_since } = (mail_works ? undefined : known(email)) ?? {
    mail_works_since: now,
  };
  const isFormer = (address: string) => address !== "" && addressKey(address) !== addressKey(email);
  const former = [...new Set([...(before.former_emails ?? []), before.email])].filter(isFormer);
  return {
    ...before,
    ...fields,
    copies: storedCopies({ copies, email }, now, known),
    mail_problem,
    mail_works_since,
    former_emails: former.length > 0 && !before.sample ? former.slice(-MAX_FORMER_EMAILS) : undefined,
    version: before.version + 1,
  };
}

/** Puts the charges of a client on hold or takes them off, if the status changes. */
export function statusChanges(
  reading: Reading,
  before: store.Row,
  after: store.Row,
  { today, actor }: ChangeContext,
): AccountItems[] {
  if (before.status === after.status) return [];
  const stored = reading.account(before.id);
  if (stored.subscriptions.length === 0 && !stored.row && after.status === "active") return [];
  const [account] = changeDraft(stored, (draft) =>
    changeClientStatus(draft, { active: after.status === "active" }, today),
  );
  return [accountItems(stored, account, { today, by: actor.name })];
}
