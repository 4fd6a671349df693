import { errorsOf } from "../errors.ts";
import {
  type Cells,
  joinProblems,
  parseCells,
  parseReference,
  parseYesNo,
  type RowPlan,
} from "../imports/plan-rows.ts";
import { idOf } from "../imports/record-id.ts";
import { type ClientChange as Change, type Client, ClientChange, NewClient } from "./client.ts";
import { clientFields } from "./fields.ts";
import type { Name } from "./import-fields.ts";

export type ImportAction =
  | { kind: "create"; body: NewClient & { id: string } }
  | { kind: "change"; client: Client; body: Change & { version: number } };

/** Returns a function that plans one row against the stored clients. */
export function clientPlanner(
  clients: readonly Client[],
): (cells: Cells<Name>) => Promise<RowPlan<ImportAction>> {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const byEmail = Map.groupBy(
    clients.filter(({ email }) => email !== ""),
    ({ email }) => email.toLowerCase(),
  );
  const byReference = new Map(clients.map((client) => [client.payment_reference, client]));

  /** The client that a row matches, or the problem. */
  function findClient(cells: Cells<Name>): Client | string | undefined {
    const [id, email, reference] = [cells("id"), cells("email")?.toLowerCase(), cells("payment_reference")];
    const named = reference ? byReference.get(parseReference(reference)) : undefined;
    const found = id
      ? (byId.get(id.toLowerCase()) ?? "No client has this Id. Leave it empty for a new one.")
      : sharedBy(byEmail.get(email ?? "") ?? []);
    if (typeof found === "string") return found;
    if (reference && !named)
      return `No client has the payment reference ${reference}. Leave it empty: new clients get one.`;
    if (found && named && found !== named)
      return `The payment reference belongs to ${named.name}, the ${id ? "Id" : "email address"} to ${found.name}.`;
    return found ?? named;
  }

  return async (cells) => {
    const name = cells("name") || cells("email") || cells("id") || "No name";
    const wrong = (problem: string, recordId?: string) => ({
      name,
      recordId,
      status: "wrong" as const,
      problem,
    });
    const owner = findClient(cells);
    if (typeof owner === "string") return wrong(owner);
    if (owner) return changeOf(owner, cells);
    if (parseYesNo(cells("sample") ?? "")) return wrong("Sample data is not imported.");
    const { values, differences, problems } = parseCells<Name>(clientFields, cells, undefined);
    const id = await idOf("client", (cells("email") ?? "").toLowerCase());
    const body = { ...values, id, unannounced: true };
    const problem = joinProblems([...Object.values(errorsOf(NewClient, body)), ...problems]);
    if (problem) return wrong(problem);
    const earlier = byId.get(id);
    if (earlier?.erased_at) return wrong("This client was imported before and has been erased.", id);
    if (earlier)
      return wrong(
        `This client was imported before. The email address is now ${earlier.email}. To change the client, enter the Id.`,
        id,
      );
    const action: ImportAction = { kind: "create", body: { ...NewClient.parse(body), id } };
    return { name, recordId: id, status: "new", differences, action };
  };
}

const sharedBy = (clients: readonly Client[]): Client | string | undefined =>
  clients.length < 2
    ? clients[0]
    : `${clients.length} clients have this email address: ${clients.map(({ name }) => name).join(", ")}. Enter the Id of the right one.`;

function changeOf(client: Client, cells: Cells<Name>): RowPlan<ImportAction> {
  const { name, email, version, id } = client;
  const known = { name, recordId: id };
  // The case of an email address does not matter.
  const isSameEmail = cells("email")?.toLowerCase() === email.toLowerCase();
  const { values, differences, problems } = parseCells<Name>(
    clientFields,
    (field) => (field === "email" && isSameEmail ? undefined : cells(field)),
    client,
  );
  const wrong = (problem: string): RowPlan<ImportAction> => ({ ...known, status: "wrong", problem });
  if (differences.length === 0 && problems.length === 0) return { ...known, status: "same" };
  if (client.erased_at) return wrong("This client was erased. An import cannot change it.");
  if (client.sample) return wrong("This is sample data. An import cannot change it.");
  const body = { name, email, ...values, version };
  const problem = joinProblems([...Object.values(errorsOf(ClientChange, body)), ...problems]);
  if (problem) return wrong(problem);
  const action: ImportAction = { kind: "change", client, body: { ...ClientChange.parse(body), version } };
  return { ...known, status: "changed", differences, action };
}
