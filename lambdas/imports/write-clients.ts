import type { ClientPlan, ClientWrite } from "../../shared/imports/plan-clients.ts";
import { omit } from "../../shared/omit.ts";
import { storedCopies } from "../clients/copies.ts";
import { changedRow, statusChanges } from "../clients/update.ts";
import { accountDeletion } from "../ledger/account-items.ts";
import { Reading } from "../ledger/account-reading.ts";
import { readAccount } from "../ledger/account-store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { clientCounts } from "../platform/dynamo/counters.ts";
import { changedMeanwhile } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import * as clients from "../stores/client-store.ts";
import { putRow, type Row, recordIdOf } from "../stores/import-store.ts";
import { lookupItems, lookupKeysOf } from "../stores/lookup-store.ts";
import { referenceFor, reserveReference } from "../stores/reference-store.ts";
import { finished } from "./finished.ts";
import type { Unit } from "./units.ts";

type Planned = { row: Row; plan: ClientPlan };

/** The unit that stores the client of a row. `attempt` chooses another payment reference, if the first one is taken. */
export async function clientUnit({ row, plan }: Planned, context: ChangeContext, attempt = 0): Promise<Unit> {
  const write = (plan as { write: ClientWrite }).write;
  return write.kind === "create"
    ? creation(row, write.body, context, attempt)
    : change(row, plan, write, context);
}

async function creation(
  row: Row,
  body: Extract<ClientWrite, { kind: "create" }>["body"],
  context: ChangeContext,
  attempt: number,
): Promise<Unit> {
  const id = recordIdOf(row);
  const client: clients.Row = {
    ...omit(body, "id", "unannounced"),
    copies: storedCopies(body, context.now),
    id,
    payment_reference: referenceFor(id, attempt),
    created_at: context.now,
    version: 1,
    imported: [importOf(context)],
  };
  return {
    rows: [finished(row, "new", { name: client.name, record_id: id, after: 1 }, context)],
    items: [clients.insert(client), reserveReference(client), ...(await lookupItems(undefined, client))],
    counts: [{}, clientCounts(client)],
  };
}

const importOf = ({ now: at, actor }: ChangeContext) => ({ at, by: actor.name });

/** Enough for every import of some years. */
const MAX_IMPORTS = 50;
const importsWith = ({ imported = [] }: clients.Row, latest: (typeof imported)[number]) =>
  [...imported, latest].slice(-MAX_IMPORTS);

async function change(
  row: Row,
  plan: ClientPlan,
  { client, body: { version, ...fields } }: Extract<ClientWrite, { kind: "change" }>,
  context: ChangeContext,
): Promise<Unit> {
  const before = await clients.get(client.id);
  if (before?.version !== version) throw changedMeanwhile("this client");
  const imported = importsWith(before, importOf(context));
  const after = { ...changedRow(before, fields, context.now), imported };
  const replaced = Object.fromEntries(
    (Object.keys(fields) as (keyof typeof fields & keyof clients.Row)[])
      .filter((name) => fields[name] !== undefined && fields[name] !== before[name])
      .map((name) => [name, before[name] ?? null]),
  );
  const finishedRow = finished(
    row,
    "update",
    {
      name: after.name,
      record_id: client.id,
      after: after.version,
      before: replaced,
      ...("changes" in plan && { changes: [...plan.changes] }),
    },
    context,
  );
  return {
    rows: [finishedRow],
    items: [
      clients.overwrite(before, after),
      ...(await lookupItems(before, after)),
      // In the same transaction: what was replaced can be put back after every crash.
      putRow(finishedRow),
    ],
    changes: await statusChangesOf(before, after, context),
    counts: [clientCounts(before), clientCounts(after)],
  };
}

const statusChangesOf = async (before: clients.Row, after: clients.Row, context: ChangeContext) =>
  statusChanges(await Reading.of([before.id]), before, after, context);

/** The unit that undoes a row, or the reason why the client stays as it is. */
export async function clientUndo(row: Row, context: ChangeContext): Promise<Unit | string> {
  const before = await clients.get(row.record_id ?? "");
  if (!before) return { rows: [{ ...row, name: "", undone: true }], items: [] };
  if (before.version !== row.after) return "Somebody changed it since.";
  return row.result?.action === "new" ? removal(row, before) : restoring(row, before, context);
}

async function restoring(row: Row, before: clients.Row, context: ChangeContext): Promise<Unit> {
  const values = Object.fromEntries(
    Object.entries(row.before ?? {}).map(([name, value]) => [name, value ?? undefined]),
  );
  const imported = importsWith(before, { ...importOf(context), undone: true });
  const after = { ...changedRow(before, values, context.now), imported };
  const undone: Row = { ...row, undone: true };
  return {
    rows: [undone],
    items: [clients.overwrite(before, after), ...(await lookupItems(before, after)), putRow(undone)],
    changes: await statusChangesOf(before, after, context),
    counts: [clientCounts(before), clientCounts(after)],
  };
}

async function removal(row: Row, before: clients.Row): Promise<Unit | string> {
  const [stored, hasActivity] = await Promise.all([readAccount(before.id), activity.hasAny(before.id)]);
  const { subscriptions, charges, payments } = stored.account;
  if (subscriptions.length > 0) return "It has subscriptions.";
  if (payments.length > 0 || stored.row?.refund_ids.length) return "It has payments.";
  if (charges.length > 0) return "It has charges.";
  if (hasActivity) return "Somebody added a note, or changed it.";
  return {
    rows: [{ ...row, name: "", undone: true }],
    items: [clients.deletion(before), ...accountDeletion(stored)],
    // Its payment reference stays reserved for ever.
    removesFrom: "clients",
    leaving: { id: before.id, keys: lookupKeysOf(before) },
    counts: [clientCounts(before), {}],
  };
}
