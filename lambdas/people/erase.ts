import { addressKey } from "../../shared/people/address-key.ts";
import { keptKinds, type PersonItem, type PersonKind, personKinds } from "../../shared/people/people.ts";
import { mentions, type Person } from "../../shared/people/person.ts";
import { erase as eraseClient } from "../clients/erase.ts";
import { clear as clearPayment } from "../ledger/payer-store.ts";
import { readPaymentRow } from "../ledger/payment-row.ts";
import { clearPrompt, isPrompt } from "../ledger/prompt-store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { transact, tryTransact } from "../platform/dynamo/database.ts";
import { Conflict, Refusal } from "../platform/http/refusals.ts";
import { clearRecord, textsOfRecord } from "../stores/activity-erasure-store.ts";
import { eventRecord, peopleSubject, recordsOf } from "../stores/activity-store.ts";
import * as clients from "../stores/client-store.ts";
import { clearRow } from "../stores/import-names-store.ts";
import { stringsIn } from "../stores/import-store.ts";
import * as messages from "../stores/message-store.ts";
import { type Row, read } from "./person-records.ts";

/**
 * Erases personal data from records. First the activity records who did, so that no erasure is without a trace. Each record by
 * itself can be repeated, so an interrupted call is completed by the same call.
 */
export async function erase(items: readonly PersonItem[], context: ChangeContext) {
  await transact([
    eventRecord("person-erased", { subject: peopleSubject }, context, { after: { records: items.length } }),
  ]);
  const erased: PersonItem[] = [];
  const kept: (PersonItem & { why: string })[] = [];
  for (const item of items) {
    const why = keptKinds.has(item.kind) ? personKinds[item.kind].stays : await eraseItem(item, context);
    if (why === undefined) erased.push(item);
    else kept.push({ ...item, why });
  }
  return { erased, kept };
}

/** Erases a record, or says why it stays. What is gone already is erased. */
async function eraseItem(item: PersonItem, context: ChangeContext): Promise<string | undefined> {
  try {
    const row = await read(item);
    if (row) await erasers[item.kind](row, context, item);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

type Eraser = (row: Row, context: ChangeContext, item: PersonItem) => Promise<unknown>;
const keepRow: Eraser = async () => undefined;

const erasers: Record<PersonKind, Eraser> = {
  client: ({ id, version }, context) => eraseClient(String(id), Number(version), context),
  "former-address": (row, _, { id }) => forgetAddress(String(row.id), id.slice(id.indexOf(" ") + 1)),
  copy: (row) => forgetCopy(String(row.client_id), addressKey(String(row.email))),
  message: ({ id }, context) => tryTransact([messages.deletion(String(id), context)]),
  "statement-line": (row) => {
    if (isPrompt(row)) return clearPrompt(String(row.id));
    return clearPayment(readPaymentRow(row));
  },
  note: clearRecord,
  activity: clearRecord,
  "import-row": (row) => clearRow(row as { id: string; row: string }),
  email: keepRow,
  staff: keepRow,
};

const MAX_TRIES = 4;

/** Removes a former address of a client, also from what the activity says about them. */
const forgetAddress = (id: string, address: string): Promise<void> =>
  forget(id, address, ({ former_emails = [] }) => {
    const remaining = former_emails.filter((former) => addressKey(former) !== address);
    return remaining.length < former_emails.length && { former_emails: remaining };
  });

/** Removes somebody who gets copies from a client, also from what the activity says about the client. */
const forgetCopy = (id: string, address: string): Promise<void> =>
  forget(id, address, ({ copies = [] }) => {
    const remaining = copies.filter(({ email }) => addressKey(email) !== address);
    return remaining.length < copies.length && { copies: remaining.length > 0 ? remaining : undefined };
  });

/** Changes a client to one without an address, unless `without` says that the client has it no more. */
async function forget(
  id: string,
  address: string,
  without: (before: clients.Row) => Partial<clients.Row> | false,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const before = await clients.get(id);
    const change = before && without(before);
    if (!before || !change) break;
    try {
      await clients.replace(before, { ...before, ...change, version: before.version + 1 }, []);
    } catch (error) {
      // Somebody else saved the client in between.
      if (!(error instanceof Conflict) || tries === MAX_TRIES) throw error;
    }
  }
  const person: Person = { addresses: [address], phones: [], references: [], names: [], words: [] };
  for (const record of await recordsOf(id))
    if (stringsIn(textsOfRecord(record)).some((text) => mentions(person, text))) await clearRecord(record);
}
