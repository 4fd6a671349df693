/** An address, and the name of the person who reads it. */
export type Address = { email: string; name?: string | undefined };

/** Two addresses that differ only in case are one mailbox. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The first of each address, with the name that only a later one has. */
export function withoutDoubles<A extends Address>(addresses: readonly A[]): A[] {
  const byAddress = new Map<string, A>();
  for (const address of addresses) {
    const key = address.email.toLowerCase();
    const first = byAddress.get(key);
    byAddress.set(key, first ? { ...address, ...first, name: first.name || address.name } : address);
  }
  return [...byAddress.values()];
}

/** `Jane Wambui <jane@client.example>`, or the address alone. */
export const addressText = ({ name, email }: Address): string => (name ? `${name} <${email}>` : email);

const withoutQuotes = (name: string): string => name.replaceAll(/^"(.*)"$/g, "$1");

/** Longer text is no list of addresses. */
const MAX_LENGTH = 4_000;

/** The addresses in a text, with the names before those in angle brackets: `a@x.ke; Jane <b@x.ke>, c@x.ke`. */
export function parseAddresses(text: string): Address[] {
  if (text.length > MAX_LENGTH) return [];
  let end = 0;
  const found = [...text.matchAll(/<\s*([^\s<>]+@[^\s<>]+)\s*>|[^\s<>,;|"]+@[^\s<>,;|"]+/g)].map((match) => {
    const [all, bracketed] = match;
    const before = text.slice(end, match.index);
    end = match.index + all.length;
    const name = bracketed && withoutQuotes(before.replaceAll(/^[\s,;|]+|\s+$/g, ""));
    return { email: bracketed ?? all, ...(name && { name }) };
  });
  return withoutDoubles(found);
}

/** One address with its name; any other text as an address. */
export function parseAddress(text: string): Address {
  const typed = text.trim();
  const { name = "", email = typed } = /^(?<name>.*)<(?<email>[^<>]*)>$/s.exec(typed)?.groups ?? {};
  const trimmed = withoutQuotes(name.trim());
  return { email: email.trim(), ...(trimmed && { name: trimmed }) };
}
