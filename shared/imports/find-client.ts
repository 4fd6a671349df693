import { phonesIn } from "../billing/matching/phones.ts";
import type { Client } from "../clients/client.ts";
import { count } from "../count.ts";
import { addressesProblem } from "./addresses.ts";
import { parseReference } from "./plan-rows.ts";

/** A row names its client by these. */
export type NamedClient = { name: string; email: string; reference: string; phone?: string };

const lower = (text: string) => text.toLowerCase();

/** Returns a function that finds the client of a row, or says why not. */
export function clientFinder(clients: readonly Client[]) {
  const reachable = clients.filter(({ erased_at }) => !erased_at);
  const byEmail = Map.groupBy(reachable, ({ email }) => lower(email));
  const byName = Map.groupBy(reachable, ({ name }) => lower(name));
  const byCompany = Map.groupBy(reachable, ({ company }) => lower(company));
  /** By name, else by address or company: spreadsheets have all three in the column of clients. */
  const called = (text: string) =>
    text === "" ? [] : (byName.get(text) ?? byEmail.get(text) ?? byCompany.get(text) ?? []);
  const byReference = new Map(reachable.map((client) => [client.payment_reference, client]));
  const withPhone = (phone: string) => {
    const phones = phonesIn(phone);
    return reachable.filter((client) => phonesIn(client.phone).some((phone) => phones.includes(phone)));
  };
  return ({ name, email, reference, phone = "" }: NamedClient): Client | string => {
    if (!email && !name && !reference && phone) return onlyOne(withPhone(phone), `the phone number ${phone}`);
    const addresses = addressesProblem(email);
    if (addresses) return addresses;
    if (email || !reference) {
      const matches = email ? (byEmail.get(lower(email)) ?? []) : called(lower(name));
      // If several clients share an address, the name decides.
      const named =
        matches.length > 1 ? matches.filter((client) => lower(client.name) === lower(name)) : matches;
      const what = email ? `the email address ${email}` : `the name, company or address “${name}”`;
      if (matches.length > 0 && named.length !== 1) return several(matches, what);
      const client = onlyOne(named, what);
      if (typeof client !== "string" && reference && byReference.get(parseReference(reference)) !== client)
        return `The payment reference does not belong to ${client.name}.`;
      return client;
    }
    return byReference.get(parseReference(reference)) ?? `No client has the payment reference ${reference}.`;
  };
}

const several = (matches: readonly Client[], what: string): string =>
  `${count(matches.length)} clients have ${what}. Enter the payment reference of the right one.`;

function onlyOne(matches: readonly Client[], what: string): Client | string {
  if (matches.length > 1) return several(matches, what);
  return matches[0] ?? `No client has ${what}. Import or add the client first.`;
}
