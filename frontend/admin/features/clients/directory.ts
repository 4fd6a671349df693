import type { Client } from "../../../../shared/clients/client.ts";
import type { Options } from "../../components/table/Choice.tsx";
import type { ListRules } from "../../components/table/list.ts";
import { searchable } from "../../components/table/search.ts";

export const statuses: Options = [
  ["", "All Status"],
  ["active", "Active"],
  ["inactive", "Inactive"],
];

export const statusNames = { active: "Active", inactive: "Inactive" } as const;

/** A client with its searchable text. */
export type Entry = { id: string; client: Client; text: string };

const cache = new WeakMap<Client, Entry>();

/** Cached, because a list of thousands is rebuilt while it loads. */
export function entryOf(client: Client): Entry {
  const { id, name, email, phone, company, address, payment_reference = "" } = client;
  const text = () => searchable(name, email, phone, company, address, payment_reference);
  const entry = cache.get(client) ?? { id, client, text: text() };
  cache.set(client, entry);
  return entry;
}

export const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? "";

/** The company, else the client's name; empty for erased clients. */
export const companyOf = ({ company, name, erased_at }: Client): string => (erased_at ? "" : company || name);

export const directory: ListRules<Entry> = {
  textOf: ({ text }) => text,
  filters: { status: ({ client }) => client.status },
  sortKeys: {
    name: ({ client }) => client.name,
    email: ({ client }) => client.email,
    company: ({ client }) => companyOf(client),
    status: ({ client }) => client.status,
    added: ({ client }) => Date.parse(client.created_at),
  },
  defaultOrder: { id: "name", desc: false },
};

/** Compares names without regard to case and spacing. */
export function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();
  return plain(typed) === plain(name);
}

/** Other clients with the same email address or name. */
export function findDuplicates(
  clients: readonly Client[],
  typed: { id: string | undefined; name: string; email: string },
) {
  const same = (a: string, b: string) => a.trim() !== "" && a.trim().toLowerCase() === b.trim().toLowerCase();
  const others = clients.filter(({ id }) => id !== typed.id);
  return {
    email: others.find((client) => same(typed.email, client.email)),
    name: others.find((client) => same(typed.name, client.name)),
  };
}
