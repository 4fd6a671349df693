import { type Client, NewClient, optionalFields } from "../../../../shared/clients/client.ts";
import { NewCopy } from "../../../../shared/clients/copies.ts";
import { errorsOf } from "../../../../shared/errors.ts";
import { omit } from "../../../../shared/omit.ts";

type OptionalName = Exclude<keyof typeof optionalFields, "copies">;
type RequiredValues = Pick<Client, "name" | "email" | "phone" | "company" | "address" | "status">;
/** A row of the copies. One without text is not saved. */
export type CopyValues = { email: string; name: string; mail_works: boolean };
export type Values = RequiredValues & Required<Pick<Client, OptionalName>> & { copies: CopyValues[] };

/** A field that is absent has this value; a text is empty. */
const absent: Partial<Values> = { language: "en", vat: "standard", muted: false, copies: [] };

const empty = {
  name: "",
  email: "",
  phone: "",
  company: "",
  address: "",
  status: "active",
  ...Object.fromEntries(
    Object.keys(optionalFields).map((name) => [name, absent[name as keyof Values] ?? ""]),
  ),
} as Values;
const names = Object.keys(empty) as (keyof Values)[];

export const valuesOf = ({ name, email, phone }: Prospect): Values => ({ ...empty, name, email, phone });

export const copyValuesOf = ({ email, name = "" }: { email: string; name?: string | undefined }) => ({
  email,
  name,
  mail_works: false,
});

export const storedOf = (client: Client | undefined) => {
  if (!client) return { values: empty };
  const values = Object.fromEntries(names.map((name) => [name, client[name] ?? empty[name]])) as Values;
  const copies = (client.copies ?? []).map(copyValuesOf);
  return { values: { ...values, copies }, version: client.version };
};

const isBlank = ({ email, name }: CopyValues) => email.trim() === "" && name.trim() === "";

/** The first problem of each field; of the second copy's email at `copies.1.email`. */
export function problemsOf(values: Values): Record<string, string> {
  const ofCopies = values.copies.flatMap((copy, at) =>
    isBlank(copy)
      ? []
      : Object.entries(errorsOf(NewCopy, omit(copy, "mail_works"))).map(([name, problem]) => [
          `copies.${at}.${name}`,
          problem,
        ]),
  );
  return { ...errorsOf(NewClient, omit(values, "copies")), ...Object.fromEntries(ofCopies) };
}

/** The sender of a message, to be added as a client. */
export type Prospect = { messageId: string; name: string; email: string; phone: string };

const copiesInBody = (copies: readonly CopyValues[]) =>
  copies
    .filter((copy) => !isBlank(copy))
    .map(({ email, name, mail_works }) => ({
      email,
      ...(name && { name }),
      ...(mail_works && { mail_works: true as const }),
    }));

/** The request body: optional fields only if chosen, or stored before. */
export function bodyOf(values: Values, client: Client | undefined) {
  const isSent = (name: keyof Values) =>
    name !== "copies" &&
    (!(name in optionalFields) || values[name] !== empty[name] || client?.[name] !== undefined);
  const sent = names.filter(isSent).map((name) => [name, values[name]]);
  const copies = copiesInBody(values.copies);
  return {
    ...(Object.fromEntries(sent) as RequiredValues & Partial<Omit<Values, "copies">>),
    ...((copies.length > 0 || client?.copies) && { copies }),
  };
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
