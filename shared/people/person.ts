import { nameKey } from "../billing/matching/names.ts";
import { phonesIn } from "../billing/matching/phones.ts";
import { referencesIn } from "../billing/matching/references.ts";
import { searchable } from "../search.ts";
import { addressKey } from "./address-key.ts";

/** A text names a person by any of these, in normalised form. `words` count only together, in any order. */
export type Person = {
  addresses: readonly string[];
  phones: readonly string[];
  references: readonly string[];
  names: readonly string[];
  words: readonly string[];
};

const addressesIn = (text: string): string[] =>
  text.includes("@") ? (text.match(/[^\s<>()[\]",;:@]+@[^\s<>()[\]",;:@]+/g) ?? []).map(addressKey) : [];

/** Numbers are looked for in parts of this length, because longer texts are cut. */
const PART_LENGTH = 250;
const OVERLAP_LENGTH = 40;
const partsOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / (PART_LENGTH - OVERLAP_LENGTH)) }, (_, part) => {
    const start = part * (PART_LENGTH - OVERLAP_LENGTH);
    return text.slice(start, start + PART_LENGTH);
  });

/** The person that somebody looks for: by address, phone number or payment reference, otherwise by words. */
export function personIn(query: string): Person {
  const [addresses, phones] = [addressesIn(query), phonesIn(query)];
  const { references } = referencesIn(query);
  const isKey = addresses.length + phones.length + references.length > 0;
  return {
    addresses,
    phones,
    references,
    names: isKey ? [] : [nameKey(query)].filter(Boolean),
    words: isKey ? [] : searchable(query).split(/\s+/).filter(Boolean),
  };
}

type Client = { name: string; company: string; phone: string; payment_reference?: string | undefined };

/** A client, by everything that names them. */
export const personOf = (
  { name, company, phone, payment_reference }: Client,
  addresses: readonly string[],
): Person => ({
  addresses: addresses.map(addressKey),
  phones: phonesIn(phone),
  references: payment_reference ? [payment_reference] : [],
  names: [nameKey(name), nameKey(company)].filter(Boolean),
  words: [],
});

/** The keys in a text, without words: `mentions` finds the person who has one of them. */
export function keysIn(text: string): string[] {
  const name = text.length <= PART_LENGTH ? nameKey(text) : "";
  const parts = /\d{3}/.test(text) ? partsOf(text) : [];
  return keysOf({
    addresses: addressesIn(text),
    phones: parts.flatMap(phonesIn),
    references: parts.flatMap((part) => referencesIn(part).references),
    names: name === "" ? [] : [name],
  });
}

/** The keys of a person, by which a text that names them is found. */
export const keysOf = ({ addresses, phones, references, names }: Omit<Person, "words">): string[] => [
  ...addresses.map((address) => `address ${address}`),
  ...phones.map((phone) => `phone ${phone}`),
  ...references.map((reference) => `reference ${reference}`),
  ...names.map((name) => `name ${name}`),
];

/** Whether a text names a person. */
export function mentions(person: Person, text: string): boolean {
  const { addresses, phones, references, names, words } = person;
  if (words.length > 0) {
    const typed = searchable(text);
    if (words.every((word) => typed.includes(word))) return true;
  }
  if (names.length > 0 && text.length <= PART_LENGTH && names.includes(nameKey(text))) return true;
  if (addressesIn(text).some((address) => addresses.includes(address))) return true;
  if (phones.length + references.length === 0 || !/\d{3}/.test(text)) return false;
  return partsOf(text).some(
    (part) =>
      phonesIn(part).some((phone) => phones.includes(phone)) ||
      referencesIn(part).references.some((reference) => references.includes(reference)),
  );
}
