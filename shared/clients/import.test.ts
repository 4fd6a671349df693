import * as fc from "fast-check";
import { expect, test } from "vitest";
import { withCheckDigit } from "../billing/payment-reference.ts";
import { csvBatches } from "../csv.ts";
import { matchColumns } from "../imports/columns.ts";
import { decode } from "../imports/decode.ts";
import { type PlannedRow, planRows, type ReadOptions } from "../imports/plan-rows.ts";
import { parseTable } from "../imports/table.ts";
import { Client } from "./client.ts";
import { clientPlanner, type ImportAction } from "./import.ts";
import { clientFileFields, type Name } from "./import-fields.ts";
import { clientsExport } from "./list.ts";

const idOfNumber = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const client = (n: number, more: Partial<Client> = {}): Client => ({
  id: idOfNumber(n),
  name: `Client ${n}`,
  email: `${n}@client.example`,
  phone: "+254 711 000111",
  company: "",
  address: "Moi Avenue\nNairobi",
  status: "active",
  payment_reference: withCheckDigit(String(n).padStart(6, "0")),
  version: n,
  created_at: "2026-11-01T09:00:00.000Z",
  ...more,
});

async function readFile(text: string): Promise<ReadOptions<Name>> {
  const read = decode(new TextEncoder().encode(text));
  if ("problem" in read) throw new Error(read.problem.text);
  const found = parseTable(read.text, clientFileFields);
  if ("problem" in found) throw new Error(found.problem.text);
  const { table } = found;
  return { table, columns: matchColumns(table.header, clientFileFields), order: "dmy" };
}
const plan = async (text: string, clients: readonly Client[]) =>
  planRows(await readFile(text), clientPlanner(clients));
const statuses = (planned: readonly PlannedRow<ImportAction>[]) => planned.map(({ status }) => status);
const resultOf = (one: PlannedRow<ImportAction> | undefined) =>
  one?.status === "wrong" ? one.problem : one?.status;
const exportOf = (clients: readonly Client[]) => [...csvBatches(clientsExport, clients)].join("");

/** The clients after the server saved the rows. */
const applied = (planned: readonly PlannedRow<ImportAction>[], clients: readonly Client[]): Client[] => {
  const stored = new Map(clients.map((one) => [one.id, one]));
  for (const one of planned) {
    if (!("action" in one)) continue;
    const { action } = one;
    const { version, ...body } = { version: 0, ...action.body };
    const before = action.kind === "change" ? action.client : client(stored.size + 500, { version: 0 });
    stored.set(action.kind === "change" ? before.id : action.body.id, {
      ...before,
      ...body,
      version: version + 1,
    });
  }
  return [...stored.values()];
};

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    "=1+1",
    "'=1",
    "''-x",
    "'",
    "+254 711",
    "-",
    "@x",
    "a;b",
    'say "so"',
    "Çelik",
    "a,b",
    '="7"',
  ),
);
const line = text.map((some) => some.replaceAll(/[\p{Cc}\p{Cs}]/gu, "").trim());
const stored = fc.uniqueArray(
  fc.record({
    name: line.map((some) => some || "Somebody"),
    phone: line,
    company: line,
    address: fc.array(line, { maxLength: 3 }).map((some) => some.join("\n").trim()),
    status: fc.constantFrom("active" as const, "inactive" as const),
    language: fc.constantFrom("en" as const, "sw" as const, undefined),
    muted: fc.constantFrom(true as const, false as const, undefined),
    sample: fc.constantFrom(true as const, undefined),
    shared: fc.boolean(),
    erased: fc.boolean(),
  }),
  { maxLength: 8 },
);

test("every row of an export is unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(stored, async (all) => {
      const clients = all.map(({ shared, erased, ...more }, n) =>
        Client.parse(
          client(n + 1, {
            ...more,
            ...(shared && { email: "Shared@client.example" }),
            ...(erased && { email: "", phone: "", erased_at: "2026-11-02T09:00:00.000Z" }),
          }),
        ),
      );
      if (clients.length > 0)
        expect(new Set(statuses(await plan(await exportOf(clients), clients)))).toEqual(new Set(["same"]));
    }),
    { numRuns: 200 },
  );
});

test("rows are new, changed with the values before, the same, or wrong with the problem", async () => {
  const clients = [
    client(1, { sample: true }),
    client(2),
    client(3, { email: "two@client.example" }),
    client(4, { email: "Two@client.example", name: "Other" }),
    client(5, { email: "", erased_at: "2026-11-02T09:00:00.000Z" }),
  ];
  const planned = await plan(
    [
      "Client;Email;Phone;Status;Payment reference;Id",
      "New One;new@client.example;0711;;;",
      "Client 2;2@CLIENT.example;0799;Inactive;;",
      "Two;two@client.example;;;;",
      `Two;two@client.example;'+254 711 000111;Active;;${idOfNumber(3)}`,
      "Client 1;1@client.example;0700;;;",
      `Back;back@client.example;;;;${idOfNumber(5)}`,
      "No address;nobody;;Gone;;",
      ";empty@client.example;;;;",
      "Twice;twice@client.example;;;;",
      "Again;TWICE@client.example;;;;",
      "Slip;slip@client.example;;;4821073;",
      `Who;2@client.example;;;${clients[2]?.payment_reference};`,
      "Moved;moved@client.example;;;42;",
      `Lost;lost@client.example;;;;${idOfNumber(77)}`,
      "Long;long@client.example;1;;;;;more",
    ].join("\r\n"),
    clients,
  );
  expect(planned.map((one) => (one.status === "wrong" ? one.problem : one.status))).toEqual([
    "new",
    "changed",
    expect.stringContaining("2 clients have this email address: Client 3, Other."),
    "changed",
    "This is sample data. An import cannot change it.",
    "This client was erased. An import cannot change it.",
    "Please provide a valid email address. Status: “Gone” is not one of: Active, Inactive.",
    "Please give the client's name.",
    "Line 11 is about the same record. Keep only one of them.",
    "Line 10 is about the same record. Keep only one of them.",
    expect.stringContaining("No client has the payment reference 4821073."),
    expect.stringContaining("The payment reference belongs to Client 3"),
    expect.stringContaining("No client has the payment reference 42."),
    "No client has this Id. Leave it empty for a new one.",
    expect.stringContaining("It has 8 cells, but there are 6 columns"),
  ]);
  expect(planned[1]).toMatchObject({
    differences: [
      { label: "Phone", before: "+254 711 000111", after: "0799" },
      { label: "Status", before: "Active", after: "Inactive" },
    ],
    action: { body: { version: 2, phone: "0799", status: "inactive" } },
  });
  // The id is the same for every import of the row.
  const [again] = await plan("Name,E-mail\nOther Name,NEW@client.example", clients);
  const idIn = (one: PlannedRow<ImportAction> | undefined) =>
    one && "action" in one && one.action.kind === "create" && one.action.body.id;
  expect(idIn(again)).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(idIn(again)).toBe(idIn(planned[0]));
});

test("a saved row is unchanged in the next import, and an imported row creates no duplicate", async () => {
  const file =
    'Client,Email,Company,Language,Address\nA,a@client.example,A,Swahili,"x\u00a0y\nz"\nClient 2,2@client.example,Acme,,';
  const before = [client(2)];
  const first = await plan(file, before);
  expect(statuses(first)).toEqual(["new", "changed"]);
  const after = applied(first, before);
  expect(statuses(await plan(file, after))).toEqual(["same", "same"]);
  const renamed = after.map((one) => (one.name === "A" ? { ...one, email: "b@client.example" } : one));
  expect(resultOf((await plan(file, renamed))[0])).toContain("The email address is now b@client.example");
  const erased = after.map((one) =>
    one.name === "A" ? { ...one, email: "", erased_at: "2026-11-02T09:00:00.000Z" } : one,
  );
  expect(resultOf((await plan(file, erased))[0])).toBe(
    "This client was imported before and has been erased.",
  );
});

test("muted reminders are read as exported, and an empty cell means not muted", async () => {
  const clients = [
    client(1, { muted: true }),
    client(2),
    client(3, { muted: true }),
    client(4, { muted: true }),
  ];
  const planned = await plan(
    [
      "Client,Email,Muted",
      "Client 1,1@client.example,",
      "Client 2,2@client.example,Yes",
      "Client 3,3@client.example,yes",
      "Client 4,4@client.example,perhaps",
      "New,new@client.example,ndiyo",
      "Newer,newer@client.example,no",
    ].join("\n"),
    clients,
  );
  expect(planned.map((one) => ("differences" in one ? one.differences.at(-1) : resultOf(one)))).toEqual([
    { label: "Muted", before: "yes", after: "no" },
    { label: "Muted", before: "no", after: "yes" },
    "same",
    "Muted: “perhaps” is not yes or no.",
    { label: "Muted", before: "", after: "yes" },
    { label: "Email", before: "", after: "newer@client.example" },
  ]);
  expect(
    new Set(statuses(await plan(await exportOf(applied(planned, clients)), applied(planned, clients)))),
  ).toEqual(new Set(["same"]));
  expect((await plan("Client,Email\nClient 1,1@client.example", clients))[0]?.status).toBe("same");
});

test("a short row does not change the fields of missing cells", async () => {
  const [one] = await plan("Client,Email,Phone,Address\nClient 2,2@client.example,+254 711 000111", [
    client(2),
  ]);
  expect(one?.status).toBe("same");
});

test("headings in Swahili and what spreadsheets do to phone numbers are understood", async () => {
  const clients = [client(2, { phone: "0711 000111" }), client(3, { phone: "254711000111" })];
  const planned = await plan(
    [
      "Jina la mteja;Barua pepe;Nambari ya simu;Kampuni;Anwani",
      "Amina;amina@client.example;712345678;Duka;Nakuru",
      "Baraka;baraka@client.example;2.54712E+11;;",
      "Client 2;2@client.example;711000111;;Moi Avenue",
      "Client 3;3@client.example;2.54711E+11;;Moi Avenue",
    ].join("\n"),
    clients.map((one) => ({ ...one, address: "Moi Avenue" })),
  );
  expect(planned.map(resultOf)).toEqual([
    "new",
    "Phone: “2.54712E+11” is not a complete number: the spreadsheet kept only its first digits. Format the column as text and enter it again.",
    "same",
    "same",
  ]);
  expect(planned[0]).toMatchObject({
    action: { body: { name: "Amina", phone: "+254712345678", company: "Duka", address: "Nakuru" } },
  });
});
