import { phonesIn } from "../../shared/billing/matching/phones.ts";
import type { Client } from "../../shared/clients/client.ts";
import { nameLookups } from "../../shared/clients/duplicates.ts";
import { type Cells, parseReference } from "../../shared/imports/plan-rows.ts";
import { Id } from "../../shared/text.ts";
import * as clients from "../stores/client-store.ts";
import { clientsWith } from "../stores/lookup-store.ts";

/** Longer text is no value of any field, and no key of a table. */
const MAX_LENGTH = 254;

const texts = (values: readonly (string | undefined)[]): string[] =>
  values.filter(
    (value): value is string => value !== undefined && value !== "" && value.length <= MAX_LENGTH,
  );

/** The values of a field in some rows. */
export const valuesIn = <N extends string>(rows: readonly Cells<N>[], name: N): string[] =>
  texts(rows.map((cells) => cells(name)));

export const idsIn = <N extends string>(rows: readonly Cells<N>[], name: N): string[] =>
  valuesIn(rows, name)
    .map((value) => value.toLowerCase())
    .filter((value) => Id.safeParse(value).success);

type Named = { ids?: string[]; names: string[]; emails: string[]; phones: string[]; references: string[] };

/** The clients that some rows can be about. */
export async function clientsNamed({
  ids = [],
  names,
  emails,
  phones,
  references,
}: Named): Promise<Client[]> {
  const found = await clientsWith({
    reference: references.map(parseReference).filter((reference) => /^\d{7}$/.test(reference)),
    email: emails.map((email) => email.toLowerCase()),
    phone: phones.flatMap(phonesIn),
    name: names.flatMap(nameLookups),
  });
  const all = Object.values(found).flatMap((byKey) => [...byKey.values()].flat());
  return [...(await clients.getMany([...ids, ...all], { consistent: true })).values()];
}
