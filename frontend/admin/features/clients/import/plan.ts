import {
  type ClientChange as Change,
  type Client,
  ClientChange,
  NewClient,
} from "../../../../../shared/clients/client.ts";
import { languageNames } from "../../../../../shared/languages.ts";
import { errorsOf } from "../../../components/form/errors.ts";
import {
  type Cells,
  type Difference,
  idOf,
  isAsExported,
  joinProblems,
  parseChoice,
  parseYesNo,
  type RowPlan,
} from "../../../components/import/plan-rows.ts";
import type { Field } from "../../../csv/columns.ts";
import { clientsExport } from "../csv-export.ts";
import { entryOf, statusNames } from "../directory.ts";

const values = ["name", "email", "phone", "company", "address", "language", "status", "muted"] as const;
type Value = (typeof values)[number];
export type Name = Value | "reference" | "sample" | "id";

/** The first alias is the column of our own export. */
export const clientFields: readonly Field<Name>[] = [
  {
    name: "name",
    label: "Client",
    required: true,
    aliases: [
      "client",
      "name",
      "clientname",
      "customer",
      "customername",
      "fullname",
      "contact",
      "contactname",
    ],
  },
  {
    name: "email",
    label: "Email",
    required: true,
    aliases: ["email", "emailaddress", "mail", "emails", "baruapepe"],
  },
  {
    name: "phone",
    label: "Phone",
    aliases: ["phone", "phonenumber", "telephone", "tel", "mobile", "mobilenumber", "cell", "simu"],
  },
  { name: "company", label: "Company", aliases: ["company", "companyname", "organisation", "organization"] },
  { name: "address", label: "Address", aliases: ["address", "postaladdress", "location"] },
  { name: "reference", label: "Payment reference", aliases: ["paymentreference"] },
  { name: "language", label: "Language", aliases: ["language", "lugha"] },
  { name: "status", label: "Status", aliases: ["status", "state"] },
  { name: "muted", label: "Muted", aliases: ["muted"] },
  { name: "sample", label: "Sample", aliases: ["sample"] },
  { name: "id", label: "Id", aliases: ["id", "clientid"] },
];

/** Columns of the export that cannot be imported. */
export const ignoredColumns = ["added"];

export type ImportAction =
  | { kind: "create"; body: NewClient & { id: string } }
  | { kind: "change"; client: Client; body: Change & { version: number } };

const exportedAs = new Map(clientsExport.columns);
const labelOf = (name: Name) => clientFields.find((field) => field.name === name)?.label ?? name;

/** A client's cell in the export. */
const exportedCell = (client: Client, name: Name): string =>
  String(exportedAs.get(labelOf(name))?.(entryOf(client)) ?? "");

/** Spreadsheets remove leading zeros. */
const parseReference = (cell: string): string => cell.replaceAll(/[\s.-]/g, "").padStart(7, "0");

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
    const [id, email, reference] = [cells("id"), cells("email")?.toLowerCase(), cells("reference")];
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
    const { parsed, problems } = parseRow(cells, undefined);
    const id = await idOf("client", (cells("email") ?? "").toLowerCase());
    const body = { ...parsed, id, unannounced: true } as NewClient & { id: string };
    const problem = joinProblems([...Object.values(errorsOf(NewClient, body)), ...problems]);
    if (problem) return wrong(problem);
    const earlier = byId.get(id);
    if (earlier?.erased_at) return wrong("This client was imported before and has been erased.", id);
    if (earlier)
      return wrong(
        `This client was imported before. The email address is now ${earlier.email}. To change the client, enter the Id.`,
        id,
      );
    const made = NewClient.parse(body);
    const differences = values.flatMap((value): Difference[] =>
      parsed[value] ? [{ label: labelOf(value), before: "", after: textOf(value, made) }] : [],
    );
    return {
      name,
      recordId: id,
      status: "new",
      differences,
      action: { kind: "create", body: { ...made, id } },
    };
  };
}

const sharedBy = (clients: readonly Client[]): Client | string | undefined =>
  clients.length < 2
    ? clients[0]
    : `${clients.length} clients have this email address: ${clients.map(({ name }) => name).join(", ")}. Enter the Id of the right one.`;

/** A client's value as text. */
const textOf = (name: Value, of: Partial<Pick<Client, Value>>): string => {
  if (name === "muted") return of.muted ? "yes" : "no";
  if (name === "language") return languageNames[of.language ?? "en"];
  return name === "status" ? statusNames[of.status ?? "active"] : (of[name] ?? "");
};

/** The values of a row that differ from the stored client, and the problems. */
function parseRow(cells: Cells<Name>, client: Client | undefined) {
  const parsed: Partial<Record<Exclude<Value, "muted">, string>> & { muted?: boolean } = {};
  const problems: string[] = [];
  for (const value of values) {
    const cell = cells(value);
    if (cell === undefined || (client && isAsExported(cell, exportedCell(client, value)))) continue;
    if (value === "muted") {
      parsed.muted = parseYesNo(cell);
      if (parsed.muted === undefined) problems.push(`${labelOf(value)}: “${cell}” is not yes or no.`);
    } else if (value === "status" || value === "language") {
      if (cell === "") continue;
      const choice = value === "status" ? parseChoice(cell, statusNames) : parseChoice(cell, languageNames);
      if (choice) parsed[value] = choice;
      else problems.push(`${labelOf(value)}: “${cell}” is not valid.`);
    } else if (value === "company" && cell === cells("name")) {
      // The export shows the name of a client without a company.
      parsed.company = "";
    } else parsed[value] = cell;
  }
  // English and not muted are the defaults.
  if (!client && parsed.language === "en") delete parsed.language;
  if (!parsed.muted && !client?.muted) delete parsed.muted;
  return { parsed, problems };
}

function changeOf(client: Client, cells: Cells<Name>): RowPlan<ImportAction> {
  const { name, email, version, id } = client;
  const known = { name, recordId: id };
  const { parsed, problems } = parseRow(cells, client);
  const wrong = (problem: string): RowPlan<ImportAction> => ({ ...known, status: "wrong", problem });
  if (parsed.email?.toLowerCase() === email.toLowerCase()) delete parsed.email;
  const asked = Object.keys(parsed).length > 0 || problems.length > 0;
  if (!asked) return { ...known, status: "same" };
  if (client.erased_at) return wrong("This client was erased. An import cannot change it.");
  if (client.sample) return wrong("This is sample data. An import cannot change it.");
  const body = { name, email, ...parsed, version };
  const problem = joinProblems([...Object.values(errorsOf(ClientChange, body)), ...problems]);
  if (problem) return wrong(problem);
  const made = ClientChange.parse(body);
  const differences = values.flatMap((value): Difference[] => {
    const [before, after] = [textOf(value, client), textOf(value, made)];
    return parsed[value] === undefined || before === after ? [] : [{ label: labelOf(value), before, after }];
  });
  if (differences.length === 0) return { ...known, status: "same" };
  const action: ImportAction = { kind: "change", client, body: { ...made, version } };
  return { ...known, status: "changed", differences, action };
}
