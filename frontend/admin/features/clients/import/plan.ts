import {
  type ClientChange as Change,
  type Client,
  ClientChange,
  NewClient,
} from "../../../../../shared/clients.ts";
import { languageNames } from "../../../../../shared/languages.ts";
import { errorsOf } from "../../../components/form/errors.ts";
import {
  type Cells,
  choiceIn,
  type Difference,
  idOf,
  isAsExported,
  sentences,
  type Verdict,
  yesIn,
} from "../../../components/import/planned.ts";
import type { Field } from "../../../csv/columns.ts";
import { entryOf, statusNames } from "../directory.ts";
import { exported } from "../exported.ts";

const values = ["name", "email", "phone", "company", "address", "language", "status", "muted"] as const;
type Value = (typeof values)[number];
export type Name = Value | "reference" | "sample" | "id";

/** The list's own columns as a file first, then what others call them. */
export const clientFields: readonly Field<Name>[] = [
  {
    name: "name",
    label: "Client",
    required: true,
    known: ["client", "name", "clientname", "customer", "customername", "fullname", "contact", "contactname"],
  },
  {
    name: "email",
    label: "Email",
    required: true,
    known: ["email", "emailaddress", "mail", "emails", "baruapepe"],
  },
  {
    name: "phone",
    label: "Phone",
    known: ["phone", "phonenumber", "telephone", "tel", "mobile", "mobilenumber", "cell", "simu"],
  },
  { name: "company", label: "Company", known: ["company", "companyname", "organisation", "organization"] },
  { name: "address", label: "Address", known: ["address", "postaladdress", "location"] },
  { name: "reference", label: "Payment reference", known: ["paymentreference"] },
  { name: "language", label: "Language", known: ["language", "lugha"] },
  { name: "status", label: "Status", known: ["status", "state"] },
  { name: "muted", label: "Muted", known: ["muted"] },
  { name: "sample", label: "Sample", known: ["sample"] },
  { name: "id", label: "Id", known: ["id", "clientid"] },
];

/** What the list as a file says of a client that nobody types. */
export const leftAlone = ["added"];

export type Deed =
  | { kind: "create"; body: NewClient & { id: string } }
  | { kind: "change"; client: Client; body: Change & { version: number } };

const exportedAs = new Map(exported.columns);
const labelOf = (name: Name) => clientFields.find((field) => field.name === name)?.label ?? name;

/** What the list as a file has of a client in a column. */
const shownOf = (client: Client, name: Name): string =>
  String(exportedAs.get(labelOf(name))?.(entryOf(client)) ?? "");

/** Spreadsheets take a zero at its beginning for nothing. */
const referenceIn = (cell: string): string => cell.replaceAll(/[\s.-]/g, "").padStart(7, "0");

/** Tells what becomes of rows, with all clients as they are stored now. */
export function clientPlanner(clients: readonly Client[]): (cells: Cells<Name>) => Promise<Verdict<Deed>> {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const byEmail = Map.groupBy(
    clients.filter(({ email }) => email !== ""),
    ({ email }) => email.toLowerCase(),
  );
  const byReference = new Map(clients.map((client) => [client.payment_reference, client]));

  /** Whose row it is; a sentence where that cannot be told. */
  function ownerOf(cells: Cells<Name>): Client | string | undefined {
    const [id, email, reference] = [cells("id"), cells("email")?.toLowerCase(), cells("reference")];
    const named = reference ? byReference.get(referenceIn(reference)) : undefined;
    const found = id
      ? (byId.get(id.toLowerCase()) ?? "No client has this Id. Leave it empty for a new one.")
      : sharedBy(byEmail.get(email ?? "") ?? []);
    if (typeof found === "string") return found;
    if (reference && !named)
      return `No client has the payment reference ${reference}. Leave it empty: each new client is given one.`;
    if (found && named && found !== named)
      return `The payment reference is that of ${named.name}, ${id ? "the Id" : "the e-mail address"} that of ${found.name}.`;
    return found ?? named;
  }

  return async (cells) => {
    const name = cells("name") || cells("email") || cells("id") || "Nobody named";
    const wrong = (why: string, about?: string) => ({ name, about, fate: "wrong" as const, why });
    const owner = ownerOf(cells);
    if (typeof owner === "string") return wrong(owner);
    if (owner) return changeOf(owner, cells);
    if (yesIn(cells("sample") ?? "")) return wrong("Sample data is not imported.");
    const { said, problems } = saidIn(cells, undefined);
    const id = await idOf("client", (cells("email") ?? "").toLowerCase());
    const body = { ...said, id, unannounced: true } as NewClient & { id: string };
    const why = sentences([...Object.values(errorsOf(NewClient, body)), ...problems]);
    if (why) return wrong(why);
    const earlier = byId.get(id);
    if (earlier?.erased_at) return wrong("This client was imported before, and erased since.", id);
    if (earlier)
      return wrong(
        `This client was imported before; the e-mail address is now ${earlier.email}. To change it, give the Id.`,
        id,
      );
    const made = NewClient.parse(body);
    const differences = values.flatMap((value): Difference[] =>
      said[value] ? [{ label: labelOf(value), before: "", after: wordOf(value, made) }] : [],
    );
    return { name, about: id, fate: "new", differences, deed: { kind: "create", body: { ...made, id } } };
  };
}

const sharedBy = (clients: readonly Client[]): Client | string | undefined =>
  clients.length < 2
    ? clients[0]
    : `${clients.length} clients have this e-mail address: ${clients.map(({ name }) => name).join(", ")}. Give the Id of the one that is meant.`;

/** What a client has, or will have, of a value, in words. */
const wordOf = (name: Value, of: Partial<Pick<Client, Value>>): string => {
  if (name === "muted") return of.muted ? "yes" : "no";
  if (name === "language") return languageNames[of.language ?? "en"];
  return name === "status" ? statusNames[of.status ?? "active"] : (of[name] ?? "");
};

/** What a row says that is not so yet, and what of it cannot be. */
function saidIn(cells: Cells<Name>, client: Client | undefined) {
  const said: Partial<Record<Exclude<Value, "muted">, string>> & { muted?: boolean } = {};
  const problems: string[] = [];
  for (const value of values) {
    const cell = cells(value);
    if (cell === undefined || (client && isAsExported(cell, shownOf(client, value)))) continue;
    if (value === "muted") {
      said.muted = yesIn(cell);
      if (said.muted === undefined) problems.push(`${labelOf(value)}: “${cell}” is neither yes nor no.`);
    } else if (value === "status" || value === "language") {
      if (cell === "") continue;
      const choice = value === "status" ? choiceIn(cell, statusNames) : choiceIn(cell, languageNames);
      if (choice) said[value] = choice;
      else problems.push(`${labelOf(value)}: “${cell}” is none.`);
    } else if (value === "company" && cell === cells("name")) {
      // As the list has it where a client has no company.
      said.company = "";
    } else said[value] = cell;
  }
  // English is what is written to those of whom nothing is said, and none of them is muted.
  if (!client && said.language === "en") delete said.language;
  if (!said.muted && !client?.muted) delete said.muted;
  return { said, problems };
}

function changeOf(client: Client, cells: Cells<Name>): Verdict<Deed> {
  const { name, email, version, id } = client;
  const known = { name, about: id };
  const { said, problems } = saidIn(cells, client);
  const wrong = (why: string): Verdict<Deed> => ({ ...known, fate: "wrong", why });
  if (said.email?.toLowerCase() === email.toLowerCase()) delete said.email;
  const asked = Object.keys(said).length > 0 || problems.length > 0;
  if (!asked) return { ...known, fate: "same" };
  if (client.erased_at) return wrong("This client was erased, and is not changed any more.");
  if (client.sample) return wrong("This is sample data, which no import changes.");
  const body = { name, email, ...said, version };
  const why = sentences([...Object.values(errorsOf(ClientChange, body)), ...problems]);
  if (why) return wrong(why);
  const made = ClientChange.parse(body);
  const differences = values.flatMap((value): Difference[] => {
    const [before, after] = [wordOf(value, client), wordOf(value, made)];
    return said[value] === undefined || before === after ? [] : [{ label: labelOf(value), before, after }];
  });
  if (differences.length === 0) return { ...known, fate: "same" };
  const deed: Deed = { kind: "change", client, body: { ...made, version } };
  return { ...known, fate: "changed", differences, deed };
}
