import * as z from "zod/mini";
import type { ActivityKind } from "../../shared/activity/activity.ts";
import { activityNames } from "../../shared/activity/fields.ts";
import { StoredCopy } from "../../shared/clients/copies.ts";
import { formatDay } from "../../shared/dates.ts";
import { Day } from "../../shared/day.ts";
import { formatCents } from "../../shared/money.ts";
import { addressKey } from "../../shared/people/address-key.ts";
import type { PersonItem, PersonKind, PersonRecord } from "../../shared/people/people.ts";
import { emailKindNames } from "../../shared/reminders/fields.ts";
import { deliveryStatuses } from "../../shared/reminders/labels.ts";
import { type TableName, tables } from "../../shared/tables.ts";
import { Text } from "../../shared/text.ts";
import { textsOfPayment } from "../ledger/payer-store.ts";
import { getItem } from "../platform/dynamo/database.ts";
import { textsOfRecord } from "../stores/activity-erasure-store.ts";
import { stringsIn, textsOfRow } from "../stores/import-store.ts";

// Finds records about a person in several tables. The id of a record is its key: the sort key follows after a space.

export type Row = Record<string, unknown>;

type Source = {
  table: TableName;
  /** The texts that can name a person. */
  texts: (row: Row) => unknown;
  /** The fields that stand before the texts. */
  lead?: (row: Row) => unknown[];
};

/** Fields of a client that only the product needs, or that do not name the client. */
const ofClient = new Set([
  "id",
  "payment_reference",
  "status",
  "muted",
  "sample",
  "language",
  "vat",
  "copies",
  "version",
  "created_at",
  "erased_at",
  "mail_problem",
  "made_from",
  "imported",
  "link_generation",
  "in_list",
  "changed_at",
]);

const dayText = (day: unknown) => Day.safeParse(day).success && formatDay(String(day));

const ofMessage = new Set([
  "id",
  "state",
  "day",
  "received_at",
  "moved",
  "assigned",
  "expires_at",
  "address_key",
  "phone_key",
  "mail_id",
  "lease_until",
  "lease_owner",
  "claimed_by",
]);

/** All texts of a row but what only the product needs, so that a field added later is found; the main ones come first. */
const textsBut =
  (omitted: ReadonlySet<string>, ...first: string[]) =>
  (row: Row): unknown[] => [
    ...first.map((field) => row[field]),
    ...Object.entries(row).flatMap(([field, value]) =>
      omitted.has(field) || first.includes(field) ? [] : [value],
    ),
  ];

const sources: Record<Exclude<PersonKind, "former-address" | "copy">, Source> = {
  client: { table: "clients", texts: textsBut(ofClient, "name", "email", "phone", "company", "address") },
  message: {
    table: "messages",
    texts: textsBut(ofMessage, "name", "email", "phone", "message"),
    lead: ({ day }) => [dayText(day)],
  },
  "statement-line": {
    table: "payments",
    texts: (row) => textsOfPayment(row as Parameters<typeof textsOfPayment>[0]),
    lead: ({ paid_on, cents, currency }) => [dayText(paid_on), formatCents(Number(cents), currency as "USD")],
  },
  note: { table: "activity", texts: textsOfRecord, lead: ({ day }) => [dayText(day)] },
  activity: {
    table: "activity",
    texts: textsOfRecord,
    lead: ({ day, kind }) => [dayText(day), activityNames[kind as ActivityKind]],
  },
  email: {
    table: "reminders",
    texts: () => [],
    lead: ({ day, kind, state }) => [
      dayText(day),
      emailKindNames[kind as keyof typeof emailKindNames],
      deliveryStatuses[state as keyof typeof deliveryStatuses]?.name,
    ],
  },
  staff: { table: "staff", texts: ({ name, email }) => [name, email] },
  "import-row": { table: "imports", texts: textsOfRow, lead: ({ row }) => [`row ${row}`] },
};

type StoredKind = keyof typeof sources;

export const textsOf = (kind: StoredKind, row: Row): string[] =>
  stringsIn(sources[kind].texts(row)).filter(Boolean);

/** The kind of a row in a table that is searched. Some rows are about no person. */
export function kindOf(name: TableName, row: Row): StoredKind | undefined {
  if (name === "activity") return row.kind === "note" ? "note" : row.kind ? "activity" : undefined;
  if (name === "payments") return row.cents === undefined ? undefined : "statement-line";
  if (name === "messages" && row.deleted_at) return undefined;
  return (Object.keys(sources) as StoredKind[]).find((kind) => sources[kind].table === name);
}

const keysOf = (name: TableName): string[] => {
  const { partition, sort }: { partition: string; sort?: string } = tables[name];
  return sort === undefined ? [partition] : [partition, sort];
};

const MAX_TEXT = 200;

export function foundAs(kind: StoredKind, row: Row): PersonRecord {
  const { table: name, lead = () => [] } = sources[kind];
  const text = [...lead(row).filter(Boolean), ...textsOf(kind, row)].join(" · ").replaceAll(/\s+/g, " ");
  const id = keysOf(name)
    .map((key) => row[key])
    .join(" ");
  return { kind, id, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text };
}

const ClientWithCopies = z.object({
  id: z.string(),
  name: z._default(Text, ""),
  copies: z.array(StoredCopy),
});

/** What a client's row has of those who get copies: they are other people. */
export function copiesIn(row: Row): { record: PersonRecord; texts: string[] }[] {
  const { data } = ClientWithCopies.safeParse(row);
  return (data?.copies ?? []).map(({ email, name = "" }) => ({
    record: {
      kind: "copy",
      id: `${data?.id} ${addressKey(email)}`,
      text: [name, email, `copies of emails to ${data?.name}`].filter(Boolean).join(" · "),
    },
    texts: [name, email],
  }));
}

/** A former address or a copy is stored with its client: its id is theirs, and the address. */
const inClient = new Set<PersonKind>(["former-address", "copy"]);
const partsOf = (id: string): [client: string, address: string] => {
  const at = id.indexOf(" ");
  return at < 0 ? [id, ""] : [id.slice(0, at), id.slice(at + 1)];
};

/** The stored row of a record; undefined if there is none, or it is of another kind. */
export async function read(item: PersonItem): Promise<Row | undefined> {
  if (!inClient.has(item.kind)) return readRow(item.kind as StoredKind, item.id);
  const [client, address] = partsOf(item.id);
  const row = await readRow("client", client);
  return row && item.kind === "copy" ? copyOf(row, address) : row;
}

/** A copy, with the id of its client. */
function copyOf(row: Row, address: string): Row | undefined {
  const { data } = ClientWithCopies.safeParse(row);
  const copy = data?.copies.find(({ email }) => addressKey(email) === address);
  return copy && { client_id: data?.id, ...copy };
}

async function readRow(kind: StoredKind, id: string): Promise<Row | undefined> {
  const { table: name } = sources[kind];
  const [first, ...more] = keysOf(name);
  const at = more.length > 0 ? id.indexOf(" ") : id.length;
  const [partition, sort] = [id.slice(0, at), id.slice(at + 1)];
  if (at < 0 || !first || !partition || (more.length > 0 && !sort)) return undefined;
  const row = await getItem(name, { [first]: partition, ...(more[0] && { [more[0]]: sort }) });
  return row && kindOf(name, row) === kind ? row : undefined;
}
