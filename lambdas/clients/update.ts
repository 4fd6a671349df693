import { changeClientStatus } from "../../shared/billing/change-subscription.ts";
import type { Client, ClientChange } from "../../shared/clients/client.ts";
import { addressKey } from "../../shared/people/address-key.ts";
import { accountChanges } from "../ledger/account-changes.ts";
import { changed } from "../ledger/change.ts";
import { inParts } from "../ledger/in-parts.ts";
import { readAccount } from "../ledger/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused } from "../platform/dynamo/database.ts";
import { Conflict, changedMeanwhile, notFound } from "../platform/http/errors.ts";
import * as store from "./store.ts";

/** @throws Refusal when the client does not exist, is erased, or was changed since `version` */
export const update = (id: string, change: ClientChange, context: ChangeContext): Promise<Client> =>
  inParts(
    id,
    context.today,
    () => updateOnce(id, change, context),
    (account) => changeClientStatus(account, change.status !== "inactive", false, context.today),
  );

/** @throws Refusal as `update` */
export async function makeInactive(id: string, version: number, context: ChangeContext): Promise<Client> {
  const client = await store.get(id);
  if (!client) throw notFound("client");
  const { name, email, phone, company, address, language } = client;
  const details = { name, email, phone, company, address, language };
  return update(id, { ...details, status: "inactive", version }, context);
}

async function updateOnce(
  id: string,
  { version, ...fields }: ClientChange,
  context: ChangeContext,
): Promise<Client> {
  const before = await store.get(id);
  if (!before) throw notFound("client");
  if (before.erased_at) throw new Conflict("This client was erased and cannot be changed any more.");
  if (version !== undefined && version !== before.version) throw changedMeanwhile("this client");

  const after = changedRow(before, fields, context.now);
  try {
    await store.replace(before, after, [
      ...(await statusChanges(before, after, context)),
      ...store.recordOf(before, after, context),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // A payment or the daily run changed the account at the same time.
    return updateOnce(id, { version, ...fields }, context);
  }
  return store.fromRow(after);
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
  const isNew = mail_works || email !== before.email;
  const isFormer = (address: string) => address !== "" && addressKey(address) !== addressKey(email);
  const former = [...new Set([...(before.former_emails ?? []), before.email])].filter(isFormer);
  return {
    ...before,
    ...fields,
    mail_problem: isNew ? undefined : before.mail_problem,
    mail_works_since: isNew ? now : before.mail_works_since,
    former_emails: former.length > 0 && !before.sample ? former.slice(-MAX_FORMER_EMAILS) : undefined,
    version: before.version + 1,
  };
}

/** The transaction items that put the charges of a client on hold or take them off, if the status changes. */
export async function statusChanges(before: store.Row, after: store.Row, { today }: ChangeContext) {
  if (before.status === after.status) return [];
  const stored = await readAccount(before.id);
  if (stored.subscriptions.length === 0 && !stored.row && after.status === "active") return [];
  const [account] = changed(stored, (draft) =>
    changeClientStatus(draft, after.status === "active", false, today),
  );
  return accountChanges(stored, account, { today }).items;
}
