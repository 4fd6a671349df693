import { type Client, optionalFields } from "../../../../shared/clients/client.ts";

type OptionalName = keyof typeof optionalFields;
type RequiredValues = Pick<Client, "name" | "email" | "phone" | "company" | "address" | "status">;
export type Values = RequiredValues & Required<Pick<Client, OptionalName>>;

/** A field that is absent has this value; a text is empty. */
const absent: Partial<Values> = { language: "en", vat: "standard", muted: false };

const empty = {
  name: "",
  email: "",
  phone: "",
  company: "",
  address: "",
  status: "active",
  ...Object.fromEntries(
    Object.keys(optionalFields).map((name) => [name, absent[name as OptionalName] ?? ""]),
  ),
} as Values;
const names = Object.keys(empty) as (keyof Values)[];

export const valuesOf = ({ name, email, phone }: Prospect): Values => ({ ...empty, name, email, phone });

export const storedOf = (client: Client | undefined) => {
  if (!client) return { values: empty };
  const values = Object.fromEntries(names.map((name) => [name, client[name] ?? empty[name]])) as Values;
  return { values, version: client.version };
};

/** The sender of a message, to be added as a client. */
export type Prospect = { messageId: string; name: string; email: string; phone: string };

/** The request body: optional fields only if chosen, or stored before. */
export function bodyOf(values: Values, client: Client | undefined) {
  const isSent = (name: keyof Values) =>
    !(name in optionalFields) || values[name] !== empty[name] || client?.[name] !== undefined;
  const sent = names.filter(isSent).map((name) => [name, values[name]]);
  return Object.fromEntries(sent) as RequiredValues & Partial<Values>;
}

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
  const otherClients = clients.filter(({ id }) => id !== typed.id);
  return {
    email: otherClients.find((client) => same(typed.email, client.email)),
    name: otherClients.find((client) => same(typed.name, client.name)),
  };
}
