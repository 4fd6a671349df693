import type { Client } from "../../../../shared/clients/client.ts";

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
