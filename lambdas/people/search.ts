import pLimit from "p-limit";
import * as z from "zod/mini";
import { addressKey } from "../../shared/people/address-key.ts";
import type { PersonRecord } from "../../shared/people/people.ts";
import { mentions, type Person, personIn, personOf } from "../../shared/people/person.ts";
import { Id, invalidCursor } from "../../shared/text.ts";
import { paymentsWith } from "../ledger/payer-store.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { cursorOf, KeyPart, placeOf } from "../platform/dynamo/cursor.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import { scanPage } from "../platform/dynamo/scan-page.ts";
import { addressesOf, Row as ClientRow } from "../stores/client-store.ts";
import { clientsWith } from "../stores/lookup-store.ts";
import * as messages from "../stores/message-store.ts";
import * as reminders from "../stores/reminder-store.ts";
import * as staff from "../stores/staff-store.ts";
import { copiesIn, foundAs, kindOf, type Row, textsOf } from "./person-records.ts";

// First the look-up rows and indexes, with what they find about each client. Then, a page at a time, the tables in which
// somebody can be named in any text: no index has words.

const scanned = ["clients", "messages", "payments", "activity", "imports"] as const;
type Scanned = (typeof scanned)[number];

/** Clients beyond these are found themselves, but not what names them. */
const MAX_CLIENTS = 50;
const CONCURRENCY = 10;
const MAX_MS = 6_000;
const MAX_FOUND = 500;
/** About a megabyte, DynamoDB's largest page. */
const PAGE_ROWS = 2_000;

type Page = { rows: Row[]; next?: Row };

const keys = {
  clients: z.strictObject({ id: KeyPart }),
  messages: z.strictObject({ id: KeyPart }),
  payments: z.strictObject({ id: KeyPart }),
  activity: z.strictObject({ subject: z.string().check(z.minLength(1)), at: KeyPart }),
  imports: z.strictObject({ id: KeyPart, row: KeyPart }),
} satisfies Record<Scanned, z.ZodMiniType>;

const ids = z.array(Id).check(z.maxLength(MAX_CLIENTS));
/** Where the next page starts, and the clients that were found. */
const Place = z.discriminatedUnion(
  "table",
  scanned.map((name) => z.object({ table: z.literal(name), from: z.optional(keys[name]), ids })) as never,
);
type Place = { table: Scanned; from?: Row | undefined; ids: string[] };

export async function search(query: string, cursor: string | undefined) {
  const searchedPerson = personIn(query);
  const place = cursor === undefined ? undefined : (placeOf(Place, cursor, invalidCursor) as Place);
  const results = new Map<string, PersonRecord>();
  const add = (result: PersonRecord) => results.set(`${result.kind} ${result.id}`, result);
  const matching = place ? await readClients(place.ids) : await clientsNamed(searchedPerson);
  const clients = new Map(matching.map((client) => [client.id, client]));
  let person = await widened(searchedPerson, matching);
  if (!place) {
    for (const result of await aboutClients(matching)) add(result);
    for (const result of await copiesTo(searchedPerson)) add(result);
    for (const row of await fromSenders(person)) add(foundAs("message", row));
    for (const row of await staff.all())
      if (textsOf("staff", row).some((text) => mentions(searchedPerson, text))) add(foundAs("staff", row));
  }

  let next: Place | undefined = place ?? {
    table: isByWords(searchedPerson) ? "clients" : "messages",
    ids: [],
  };
  const deadline = Date.now() + MAX_MS;
  while (next && Date.now() < deadline && results.size < MAX_FOUND) {
    const name: Scanned = next.table;
    const page: Page = await readPage(name, next.from);
    const about = page.rows.filter((row) => isAbout(name, row));
    for (const row of about) {
      const kind = kindOf(name, row);
      if (kind) add(foundAs(kind, row));
    }
    if (name === "clients") {
      for (const result of page.rows.flatMap((row) => copiesNaming(person, row))) add(result);
      const { rows } = readable(ClientRow, about.slice(0, MAX_CLIENTS - clients.size));
      for (const result of await aboutClients(rows)) add(result);
      for (const client of rows) clients.set(client.id, client);
      if (rows.length > 0) person = await widened(searchedPerson, clients.values());
    }
    const after: Scanned | undefined = page.next ? name : scanned[scanned.indexOf(name) + 1];
    next = after && { table: after, from: page.next, ids: [...clients.keys()].slice(0, MAX_CLIENTS) };
  }
  return { found: [...results.values()], ...(next && { cursor: cursorOf(next) }) };

  /** Whether a row names the person, or is a record of a client that was found. */
  function isAbout(name: Scanned, row: Row): boolean {
    const kind = kindOf(name, row);
    const texts = kind ? textsOf(kind, row) : [];
    const isOfClient = name === "activity" && clients.has(String(row.subject));
    return texts.length > 0 && (isOfClient || texts.some((text) => mentions(person, text)));
  }
}

const isByWords = ({ words }: Person): boolean => words.length > 0;

/** The clients that have the address, now or before, the phone number, the payment reference or exactly the name. */
async function clientsNamed({ addresses, phones, references, names }: Person): Promise<ClientRow[]> {
  const idsByKind = await clientsWith({
    email: addresses,
    address: addresses,
    phone: phones,
    reference: references,
    name: names,
  });
  return readClients(Object.values(idsByKind).flatMap((ids) => [...ids.values()].flat()));
}

const readClients = async (ids: readonly string[]): Promise<ClientRow[]> =>
  readable(ClientRow, await batchGet("clients", byId(ids.slice(0, MAX_CLIENTS)))).rows;

/** Reads the indexes about clients: former addresses, payments with texts, emails. Messages are all looked through instead. */
const aboutClients = async (clients: Iterable<ClientRow>): Promise<PersonRecord[]> =>
  (await pLimit(CONCURRENCY).map(clients, aboutClient)).flat();

async function aboutClient(client: ClientRow): Promise<PersonRecord[]> {
  const { id, former_emails = [] } = client;
  const [payments, emails, copies] = await Promise.all([
    paymentsWith(id),
    reminders.emailsOf(id),
    personOfClient(client).then(copiesTo),
  ]);
  return [
    foundAs("client", client),
    ...former_emails.map((address) => ({
      kind: "former-address" as const,
      id: `${id} ${addressKey(address)}`,
      text: `${address} · ${client.name}`,
    })),
    ...payments
      .filter((row) => textsOf("statement-line", row).length > 0)
      .map((row) => foundAs("statement-line", row)),
    ...emails.map((row) => foundAs("email", row)),
    ...copies,
  ];
}

/** The copies of clients' emails that go to an address of a person. Their clients are other people. */
async function copiesTo(person: Person): Promise<PersonRecord[]> {
  const { copy: idsByAddress } = await clientsWith({ copy: person.addresses });
  const ids = new Set([...idsByAddress.values()].flat());
  const rows = ids.size > 0 ? await batchGet("clients", byId(ids)) : [];
  return rows.flatMap((row) => copiesNaming(person, row));
}

const copiesNaming = (person: Person, row: Row): PersonRecord[] =>
  copiesIn(row).flatMap(({ record, texts }) =>
    texts.some((text) => mentions(person, text)) ? [record] : [],
  );

const personOfClient = async (client: ClientRow): Promise<Person> =>
  personOf(client, await addressesOf(client));

const fromSenders = async ({ addresses, phones }: Person): Promise<Row[]> =>
  (
    await Promise.all([
      ...[...new Set(addresses)].map((key) => messages.fromSender(["address_key", key])),
      ...[...new Set(phones)].map((key) => messages.fromSender(["phone_key", key])),
    ])
  ).flat();

/** The person with everything that names the clients that were found. A name alone is no proof. */
async function widened(searchedPerson: Person, clients: Iterable<ClientRow>): Promise<Person> {
  const people = [searchedPerson, ...(await Promise.all([...clients].map(personOfClient)))];
  const { names, words } = searchedPerson;
  return {
    names,
    words,
    addresses: people.flatMap((person) => person.addresses),
    phones: people.flatMap((person) => person.phones),
    references: people.flatMap((person) => person.references),
  };
}

async function readPage(name: Scanned, from: Row | undefined): Promise<Page> {
  const { items, next } = await scanPage(name, from, { ConsistentRead: true, Limit: PAGE_ROWS });
  return { rows: items, ...(next && { next }) };
}
