import { nameKey } from "../billing/matching/names.ts";
import { phonesIn } from "../billing/matching/phones.ts";
import { domainOf } from "../mail-domain.ts";
import type { Client } from "./client.ts";

// Two clients are possibly the same if they share a name (without case and legal form), a phone number in any spelling,
// or the company together with the domain of their email.

type Details = Pick<Client, "name" | "email" | "phone" | "company">;

/** Their addresses say nothing about a company. */
const freeMailDomains = new Set(
  [
    "gmail.com googlemail.com yahoo.com yahoo.co.uk ymail.com outlook.com hotmail.com live.com icloud.com",
  ].flatMap((domains) => domains.split(" ")),
);

/** Some write it, and some do not. */
const SACCO = "sacco";
const withoutSacco = (key: string): string => {
  const words = key.split(" ").filter((word) => word !== SACCO);
  return words.length > 0 ? words.join(" ") : key;
};

/** The name without case, accents, order of words and legal form; empty if nothing is left. */
const clientNameKey = (name: string): string => withoutSacco(nameKey(name));

/** The keys under which the look-up rows can have a client of this name. */
export function nameLookups(name: string): string[] {
  const key = clientNameKey(name);
  return key ? [key, [...key.split(" "), SACCO].sort().join(" ")] : [];
}

function companyKey({ company, email }: Pick<Details, "company" | "email">): string {
  const domain = domainOf(email.toLowerCase());
  const key = clientNameKey(company);
  return key && domain && !freeMailDomains.has(domain) ? `${key} @${domain}` : "";
}

const reasons = {
  name: "the same name",
  phone: "the same phone number",
  company: "the same company and email domain",
} as const;

/** A text for each thing that another client can have in common. */
export const alikeKeys = (client: Details): string[] =>
  [
    `name ${clientNameKey(client.name)}`,
    ...phonesIn(client.phone).map((phone) => `phone ${phone}`),
    `company ${companyKey(client)}`,
  ].filter((key) => !key.endsWith(" "));

/** Returns a function that finds a client with something in common. */
export function possiblySame(clients: readonly Client[]) {
  const byKey = new Map<string, Client>();
  for (const client of clients)
    if (!client.erased_at && !client.sample)
      for (const key of alikeKeys(client)) if (!byKey.has(key)) byKey.set(key, client);
  return (details: Details): { client: Client; reason: string } | undefined => {
    for (const key of alikeKeys(details)) {
      const client = byKey.get(key);
      if (client) return { client, reason: reasons[key.split(" ", 1)[0] as keyof typeof reasons] };
    }
    return undefined;
  };
}
