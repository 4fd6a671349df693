import type { Client } from "../../../../shared/clients.ts";
import type { Options } from "../../components/table/Filters.tsx";
import { type Order, type SortKey, sorted } from "../../components/table/order.ts";
import { matcher, searchable } from "../../components/table/search.ts";

export const statuses: Options = [
  ["", "All Status"],
  ["active", "Active"],
  ["inactive", "Inactive"],
];

export const statusNames = { active: "Active", inactive: "Inactive" } as const;

/** A client as the directory shows it. */
export type Entry = { id: string; client: Client; text: string };

export const entryOf = (client: Client): Entry => {
  const { id, name, email, phone, company, address } = client;
  return { id, client, text: searchable(name, email, phone, company, address) };
};

export const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? "";

/** The company, or the name of one that has none; nothing of one that was erased. */
export const companyOf = ({ company, name, erased_at }: Client): string => (erased_at ? "" : company || name);

const sortKeys: Record<string, (entry: Entry) => SortKey> = {
  name: ({ client }) => client.name,
  email: ({ client }) => client.email,
  company: ({ client }) => companyOf(client),
  status: ({ client }) => client.status,
  added: ({ client }) => Date.parse(client.created_at),
};
export const sortable = Object.keys(sortKeys);
export const usualOrder: Order = { id: "name", desc: false };

export const inOrder = (entries: readonly Entry[], { id, desc }: Order): Entry[] =>
  sorted(entries, sortKeys[id] ?? (() => undefined), desc);

export function filtered(entries: readonly Entry[], status: string, search: string): readonly Entry[] {
  if (!status && !search.trim()) return entries;
  const matches = matcher(search);
  return entries.filter(({ client, text }) => (!status || client.status === status) && matches(text));
}

/** Whether a name was typed that is meant to be this one, in whatever case and spacing. */
export function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();
  return plain(typed) === plain(name);
}

/** Other clients that may well be this one: the same e-mail address, or the same name. */
export function doubles(
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
