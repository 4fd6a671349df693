import * as z from "zod/mini";
import { isSameAddress } from "../../shared/address.ts";
import { Client } from "../../shared/clients/client.ts";
import { StoredCopy } from "../../shared/clients/copies.ts";
import type { MailProblem } from "../../shared/clients/mail-problem.ts";
import type { ListPage } from "../../shared/list-page.ts";
import { omit } from "../../shared/omit.ts";
import { addressKey } from "../../shared/people/address-key.ts";
import { Instant, Text } from "../../shared/text.ts";
import { type ChangeContext, systemContext } from "../platform/change-context.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { changeStamp, stamped } from "../platform/dynamo/changed-since.ts";
import { clientCounts, counterUpdates } from "../platform/dynamo/counters.ts";
import {
  getItem,
  isAbsent,
  isUnchanged,
  MAX_TRIES,
  pauseBefore,
  type TransactItem,
  TransactionRefused,
  table,
  transact,
} from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { scanSamples } from "../platform/dynamo/scan-samples.ts";
import { updateItem } from "../platform/dynamo/update-if.ts";
import { listPage } from "../platform/http/list-page.ts";
import { Conflict, changedMeanwhile } from "../platform/http/refusals.ts";
import { momentAt } from "../platform/moment.ts";
import * as activity from "./activity-store.ts";
import { clientsWith, lookupItems } from "./lookup-store.ts";

/**
 * `made_from` is the digest of the request that created the client, if the request had an id. `former_emails` are the
 * addresses before corrections.
 */
export const Row = z.extend(Client, {
  copies: z.optional(z.array(z.extend(StoredCopy, { mail_works_since: z.optional(Instant) }))),
  made_from: z.optional(z.string()),
  /** The imports that made or changed it, and their undoing, for its history. */
  imported: z.optional(z.array(z.object({ at: Instant, by: Text, undone: z.optional(z.literal(true)) }))),
  former_emails: z.optional(z.array(z.string())),
  /** When another address was entered, or somebody said that it works again. */
  mail_works_since: z.optional(Instant),
  /** How often the address of their own page was renewed. */
  link_generation: z.optional(z.int()),
});
export type Row = z.output<typeof Row>;

/** The client without what only functions read. */
export const fromRow = ({ copies, ...row }: Row): Client => ({
  ...omit(row, "made_from", "imported", "former_emails", "mail_works_since", "link_generation"),
  ...(copies && { copies: copies.map((copy) => omit(copy, "mail_works_since")) }),
});

export async function list(page: ListPage) {
  const { items, ...next } = await listPage("clients", page);
  const { rows: clients, ...rest } = readable(Client, items);
  return { clients, ...rest, ...next };
}

/** @throws Conflict, because texts about an erased client must not come back */
export function refuseErased({ erased_at }: Pick<Row, "erased_at">): void {
  if (erased_at) throw new Conflict("This client was erased, so nothing can be recorded for them.");
}

export async function get(id: string): Promise<Row | undefined> {
  const item = await getItem("clients", { id });
  return item && read(Row, item);
}

/** The clients with these ids that exist and can be read, by id. */
export async function getMany(
  ids: Iterable<string>,
  options: { consistent?: boolean } = {},
): Promise<Map<string, Client>> {
  const { rows } = readable(Client, await batchGet("clients", byId(ids), options));
  return new Map(rows.map((client) => [client.id, client]));
}

/** The fields of a client as the activity has them: blocked copies apart, as blocking one changes no copy. */
export function recorded<C extends Pick<Client, "copies">>({ copies = [], ...client }: C) {
  const blocked = copies.flatMap(({ email, name, mail_problem }) =>
    mail_problem ? [{ email, name, problem: mail_problem.kind }] : [],
  );
  return {
    ...client,
    copies: copies.length > 0 ? copies.map(({ email, name }) => ({ email, name })) : undefined,
    blocked_copies: blocked.length > 0 ? blocked : undefined,
  };
}

/** The transaction items that record a change of a client. */
export const recordOf = (before: Row, after: Row, context: ChangeContext): TransactItem[] =>
  activity.changeRecords(
    "client-changed",
    { subject: after.id },
    recorded(fromRow(before)),
    recorded(fromRow(after)),
    context,
  );

/** The transaction item that stores a new client. */
export const insert = (row: Row): TransactItem => ({
  Put: { TableName: table("clients"), Item: stamped(row), ...isAbsent() },
});

/**
 * Replaces a client with `after`, in one transaction with the counters and `records`.
 * @throws Conflict when somebody else changed the client since `before` was read
 * @throws TransactionRefused when a condition of `records` did not hold
 */
export async function replace(before: Row, after: Row, records: TransactItem[]): Promise<void> {
  const counts = counterUpdates(clientCounts(before), clientCounts(after));
  const lookups = await lookupItems(before, after);
  try {
    await transact([overwrite(before, after), ...counts, ...lookups, ...records]);
  } catch (error) {
    throw error instanceof TransactionRefused && error.failed[0] ? changedMeanwhile("this client") : error;
  }
}

/** The transaction item that replaces a client, if its version is still that of `before`. */
export const overwrite = (before: Row, after: Row): TransactItem => ({
  Put: { TableName: table("clients"), Item: stamped(after), ...isUnchanged(before) },
});

/** The transaction item that checks that a client exists and is not erased. */
export const notErased = (id: string): TransactItem => ({
  ConditionCheck: {
    TableName: table("clients"),
    Key: { id },
    ConditionExpression: "attribute_exists(id) AND attribute_not_exists(erased_at)",
  },
});

export const samples = () => scanSamples("clients", Row);

/** The transaction item that deletes a client, if its version has not changed. It needs a `removalMark`. */
export const deletion = (row: Row): TransactItem => ({
  Delete: { TableName: table("clients"), Key: { id: row.id }, ...isUnchanged(row) },
});

/** Reads only these fields: mail must stop even if another field of the record cannot be read. */
async function emailOf(id: string) {
  const item = await getItem("clients", { id });
  return item && read(EmailOfRow, item);
}
const EmailOfRow = z.pick(Row, {
  email: true,
  copies: true,
  mail_problem: true,
  mail_works_since: true,
  version: true,
});

type KnownAddress = Pick<Row, "email" | "mail_problem" | "mail_works_since">;

/** The client's own address, or a copy, with what is known about it. */
const knownAddress = (client: KnownAddress & Pick<Row, "copies">, address: string) =>
  [client, ...(client.copies ?? [])].find(({ email }) => isSameAddress(email, address));

/** Since when an address of a client counts as working; empty if always. */
export async function mailWorksSince(id: string, address: string): Promise<string> {
  const client = await emailOf(id);
  return (client && knownAddress(client, address)?.mail_works_since) ?? "";
}

const gravity: MailProblem["kind"][] = ["returned", "bounced", "complained"];

/**
 * Saves that mail to an address bounced or led to a complaint. Returns whose address it is; undefined if the client does not
 * have it any more. A graver problem replaces another; a repetition changes nothing.
 * @throws Conflict when others changed the client each time in between
 */
export async function noteMailProblem(
  id: string,
  address: string,
  problem: MailProblem,
  tries = 1,
): Promise<"own" | "copy" | undefined> {
  const client = await emailOf(id);
  const known = client && knownAddress(client, address);
  if (!known) return undefined;
  const isOwn = known === client;
  const whose = isOwn ? "own" : "copy";
  const knownKind = known.mail_problem?.kind;
  if (knownKind && gravity.indexOf(knownKind) >= gravity.indexOf(problem.kind)) return whose;
  const copies = client.copies?.map((copy) => (copy === known ? { ...copy, mail_problem: problem } : copy));
  const context = systemContext(momentAt(Date.parse(problem.at)));
  const noted = updateItem(
    { TableName: table("clients"), Key: { id } },
    {
      set: {
        ...(isOwn ? { mail_problem: problem } : { copies }),
        version: client.version + 1,
        ...changeStamp(),
      },
      onlyIf: "#version = :seen",
      values: { seen: client.version },
    },
  );
  const [before, after] = isOwn
    ? [{ mail_problem: knownKind }, { mail_problem: problem.kind }]
    : [recorded({ copies: client.copies }), recorded({ copies })];
  try {
    await transact([
      noted,
      ...activity.changeRecords("client-changed", { subject: id }, before, after, context),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // The events of several copies come at the same time.
    if (tries === MAX_TRIES) throw changedMeanwhile("this client");
    await pauseBefore(tries);
    return noteMailProblem(id, address, problem, tries + 1);
  }
  return whose;
}

/** A client's addresses: the present one, and those before corrections that no other client has. */
export async function addressesOf({ id, email, former_emails: former = [] }: Row): Promise<string[]> {
  if (former.length === 0) return email ? [email] : [];
  const keys = former.map(addressKey);
  const owners = await clientsWith({ email: keys });
  const isOthers = (key: string) => [...(owners.email.get(key) ?? [])].some((owner) => owner !== id);
  return [email, ...former.filter((_, at) => !isOthers(keys[at] ?? ""))].filter(Boolean);
}
