import { type Address, addressText, parseAddress, parseAddresses } from "../address.ts";
import { type ClientChange as Change, type Client, ClientChange, NewClient } from "../clients/client.ts";
import { copiesOf, copyColumns, ownAddressProblem } from "../clients/copies.ts";
import { alikeKeys, possiblySame } from "../clients/duplicates.ts";
import { clientFields, clientFileTable } from "../clients/fields.ts";
import { count } from "../count.ts";
import { errorsOf, quoted } from "../errors.ts";
import { valueText } from "../field-values.ts";
import { normalizeKraPin } from "../kra-pin.ts";
import { omit } from "../omit.ts";
import { isMailable } from "../text.ts";
import { addressesProblem } from "./addresses.ts";
import type { Name } from "./client-fields.ts";
import type { Difference, Duplicates } from "./import.ts";
import {
  type Cells,
  joinProblems,
  parseCells,
  parseReference,
  parseYesNo,
  type RowPlan,
} from "./plan-rows.ts";

export type ClientWrite =
  | { kind: "create"; body: NewClient }
  | { kind: "change"; client: Client; body: Change & { version: number } };

export type ClientPlan = RowPlan<ClientWrite>;

/** The company's addresses, which get no copies. */
type OwnAddresses = Parameters<typeof ownAddressProblem>[1];

const emailKey = (email: string) => `email ${email.toLowerCase()}`;

/**
 * Returns a function that plans one row against the stored clients. It needs all that the row can be about. `erased` are the
 * addresses, in lower case, of clients who were erased: an import does not bring them back.
 */
export function clientPlanner(
  clients: readonly Client[],
  erased: ReadonlySet<string> = new Set(),
  company: OwnAddresses = { company_email: "", notification_email: "" },
): (cells: Cells<Name>, duplicates?: Duplicates) => ClientPlan {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const byEmail = Map.groupBy(
    clients.filter(({ email }) => email !== ""),
    ({ email }) => email.toLowerCase(),
  );
  const byReference = new Map(clients.map((client) => [client.payment_reference, client]));
  const findPossiblySame = possiblySame(clients);

  /** The client that a row matches, or the problem. */
  function findClient(cells: Cells<Name>): Client | string | undefined {
    const [id, email, reference] = [cells("id"), cells("email")?.toLowerCase(), cells("payment_reference")];
    const named = reference ? byReference.get(parseReference(reference)) : undefined;
    const matched = id
      ? (byId.get(id.toLowerCase()) ?? "No client has this Id. Leave it empty for a new one.")
      : sharedBy(byEmail.get(email ?? "") ?? []);
    if (typeof matched === "string") return matched;
    if (reference && !named)
      return `No client has the payment reference ${reference}. Leave it empty: new clients get one.`;
    if (matched && named && matched !== named)
      return `The payment reference belongs to ${named.name}, the ${id ? "Id" : "email address"} to ${matched.name}.`;
    return matched ?? named;
  }

  return (typed, duplicates = "skip") => {
    const cells: Cells<Name> = (field) =>
      field === "kra_pin" ? typed(field) && normalizeKraPin(typed(field) ?? "") : typed(field);
    const name = cells("name") || cells("email") || cells("id") || "No name";
    const wrong = (why: string): ClientPlan => ({ name, action: "wrong", why });
    const several = addressesProblem(cells("email"));
    if (several) return wrong(`${several} Put the others into the columns Copy 1 to Copy 4.`);
    const owner = findClient(cells);
    if (typeof owner === "string") return wrong(owner);
    if (owner) return changeOf(owner, cells, company);
    if (parseYesNo(cells("sample") ?? "")) return wrong("Sample data is not imported.");
    const { values, changes, problems } = parseCells<CellName>(cellFields, cells, undefined);
    const copies = parseCopies(cells, { email: cells("email") ?? "" }, company);
    const body = { ...values, ...copies.values, unannounced: true };
    const problem = joinProblems([
      ...Object.values(errorsOf(NewClient, body)),
      ...problems,
      ...copies.problems,
    ]);
    if (problem) return wrong(problem);
    const newClient = NewClient.parse(body);
    if (erased.has(newClient.email.toLowerCase()))
      return wrong("A client with this email address was erased. Add the client by hand if they are back.");
    const rows = { keys: [emailKey(newClient.email)], alike: alikeKeys(newClient) };
    const same = duplicates === "new" ? undefined : findPossiblySame(newClient);
    if (!same)
      return {
        name,
        ...rows,
        action: "new",
        changes: [...changes, ...copies.changes],
        write: { kind: "create", body: newClient },
      };
    if (duplicates === "update") return changeOf(same.client, cells, company);
    const why = `Possibly the same as ${same.client.name}: ${same.reason}.`;
    return { name, ...rows, action: "duplicate", of: same.client.id, why };
  };
}

const sharedBy = (clients: readonly Client[]): Client | string | undefined =>
  clients.length < 2
    ? clients[0]
    : `${count(clients.length)} clients have this email address: ${clients.map(({ name }) => name).join(", ")}. Enter the Id of the right one.`;

/** The fields that have one column. */
const cellFields = omit(clientFileTable, ...copyColumns);
type CellName = keyof typeof cellFields;

/** The copies that a row says. A file without one of the columns leaves that copy as it is. */
function parseCopies(
  cells: Cells<Name>,
  { email, copies: stored = [] }: { email: string; copies?: readonly Address[] | undefined },
  company: OwnAddresses,
): { values: { copies?: Address[] }; changes: Difference[]; problems: string[] } {
  const problems: string[] = [];
  const typed = copyColumns.flatMap((column, at): Address[] => {
    const cell = cells(column);
    const before = stored[at];
    if (cell === undefined || (before && cell === addressText(before))) return before ? [before] : [];
    if (cell === "") return [];
    const several = parseAddresses(cell).length;
    const copy = parseAddress(cell);
    const problem =
      several > 1
        ? `has ${count(several)} addresses. Put each into a column.`
        : isMailable(copy.email)
          ? undefined
          : "is not an email address.";
    if (problem === undefined) return [copy];
    problems.push(`${clientFileTable[column].label}: ${quoted(cell)} ${problem}`);
    return [];
  });
  const copies = copiesOf(typed, email).map(({ email, name }) => ({ email, ...(name && { name }) }));
  const [before, after] = [stored, copies].map((value) => valueText(clientFields.copies, value));
  if (before === after) return { values: {}, changes: [], problems };
  const own = ownAddressProblem(copies, company);
  return {
    values: { copies },
    changes: [
      { field: "copies", label: clientFields.copies.label, before: before ?? "", after: after ?? "" },
    ],
    problems: own ? [...problems, own] : problems,
  };
}

function changeOf(client: Client, cells: Cells<Name>, company: OwnAddresses): ClientPlan {
  const { name, email, version, id } = client;
  const base = { name, keys: [`record ${id}`] };
  // The case of an email address does not matter.
  const isSameEmail = cells("email")?.toLowerCase() === email.toLowerCase();
  const fields = parseCells<CellName>(
    cellFields,
    (field) => (field === "email" && isSameEmail ? undefined : cells(field)),
    client,
  );
  const copies = parseCopies(cells, { email: cells("email") || email, copies: client.copies }, company);
  const values = { ...fields.values, ...copies.values };
  const changes = [...fields.changes, ...copies.changes];
  const problems = [...fields.problems, ...copies.problems];
  const wrong = (why: string): ClientPlan => ({ name, action: "wrong", why });
  if (changes.length === 0 && problems.length === 0) return { ...base, action: "same", id };
  if (client.erased_at) return wrong("This client was erased. An import cannot change it.");
  if (client.sample) return wrong("This is sample data. An import cannot change it.");
  const body = { name, email, ...values, version };
  const problem = joinProblems([...Object.values(errorsOf(ClientChange, body)), ...problems]);
  if (problem) return wrong(problem);
  const write: ClientWrite = { kind: "change", client, body: { ...ClientChange.parse(body), version } };
  return { ...base, action: "update", id, changes, write };
}
