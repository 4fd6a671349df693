import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clientsExport } from "../../frontend/admin/features/clients/list.ts";
import { numberedClient, numberedId, planFile, resultOf } from "../../test/product/plan-file.ts";
import { Client } from "../clients/client.ts";
import { csvBatches } from "../csv.ts";
import { clientFileFields, type Name } from "./client-fields.ts";
import type { Duplicates } from "./import.ts";
import { type ClientWrite, clientPlanner } from "./plan-clients.ts";
import type { Cells, PlannedRow } from "./plan-rows.ts";

type Planned = PlannedRow<ClientWrite>;
function plan(
  text: string,
  clients: readonly Client[],
  duplicates: Duplicates = "skip",
  erased = new Set<string>(),
): Planned[] {
  const planner = clientPlanner(clients, erased);
  return planFile(text, clientFileFields, (cells: Cells<Name>) => planner(cells, duplicates));
}
const actions = (planned: readonly Planned[]) => planned.map(({ action }) => action);
const exportOf = (clients: readonly Client[]) => [...csvBatches(clientsExport, clients)].join("");

/** The clients after the server saved the rows. */
const applied = (planned: readonly Planned[], clients: readonly Client[]): Client[] => {
  const stored = new Map(clients.map((client) => [client.id, client]));
  for (const { write } of planned.filter((row) => "write" in row)) {
    const { version, ...body } = { version: 0, ...write.body };
    const before = write.kind === "change" ? write.client : numberedClient(stored.size + 500, { version: 0 });
    stored.set(before.id, { ...before, ...body, id: before.id, version: version + 1 });
  }
  return [...stored.values()];
};

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(...`=1+1|'=1|''-x|'|+254 711|-|@x|a;b|say "so"|Çelik|a,b|="7"`.split("|")),
);
const line = text.map((typed) => typed.replaceAll(/[\p{Cc}\p{Cs}]/gu, "").trim());
const stored = fc.uniqueArray(
  fc.record({
    name: line.map((typed) => typed || "Somebody"),
    phone: line,
    company: line,
    address: fc.array(line, { maxLength: 3 }).map((lines) => lines.join("\n").trim()),
    status: fc.constantFrom("active" as const, "inactive" as const),
    language: fc.constantFrom("en" as const, "sw" as const, undefined),
    muted: fc.constantFrom(true as const, false as const, undefined),
    vat: fc.constantFrom("standard" as const, "exempt" as const, undefined),
    copies: fc.option(
      fc.uniqueArray(
        fc.record({
          email: fc.constantFrom("a@copies.example", "b@copies.example", "c@copies.example"),
          name: fc.constantFrom("Asha Njeri", '"Doe, John"', "=1+1 <x>", undefined),
        }),
        { selector: ({ email }) => email, minLength: 1 },
      ),
      { nil: undefined },
    ),
    sample: fc.constantFrom(true as const, undefined),
    shared: fc.boolean(),
    erased: fc.boolean(),
  }),
  { maxLength: 8 },
);

test("every row of an export is unchanged", () => {
  fc.assert(
    fc.property(stored, (all) => {
      const clients = all.map(({ shared, erased, ...more }, n) =>
        Client.parse(
          numberedClient(n + 1, {
            ...more,
            ...(shared && { email: "Shared@client.example" }),
            ...(erased && { email: "", phone: "", erased_at: "2026-11-02T09:00:00.000Z" }),
          }),
        ),
      );
      if (clients.length > 0)
        expect(new Set(actions(plan(exportOf(clients), clients)))).toEqual(new Set(["same"]));
    }),
    { numRuns: 200 },
  );
});

test("rows are new, changed with the values before, the same, or wrong with the problem", () => {
  const clients = [
    numberedClient(1, { sample: true }),
    numberedClient(2),
    numberedClient(3, { email: "two@client.example" }),
    numberedClient(4, { email: "Two@client.example", name: "Other" }),
    numberedClient(5, { email: "", erased_at: "2026-11-02T09:00:00.000Z" }),
  ];
  const planned = plan(
    [
      "Client;Email;Phone;Status;Payment reference;Id",
      "New One;new@client.example;0711;;;",
      "Client 2;2@CLIENT.example;0799;Inactive;;",
      "Two;two@client.example;;;;",
      `Two;two@client.example;'+254 711 000111;Active;;${numberedId(3)}`,
      "Client 1;1@client.example;0700;;;",
      `Back;back@client.example;;;;${numberedId(5)}`,
      "No address;nobody;;Gone;;",
      ";empty@client.example;;;;",
      "Twice;twice@client.example;;;;",
      "Again;TWICE@client.example;;;;",
      "Slip;slip@client.example;;;4821073;",
      `Who;2@client.example;;;${clients[2]?.payment_reference};`,
      "Moved;moved@client.example;;;42;",
      `Lost;lost@client.example;;;;${numberedId(77)}`,
      "Long;long@client.example;1;;;;;more",
    ].join("\r\n"),
    clients,
  );
  expect(planned.map(resultOf)).toEqual([
    "new",
    "update",
    expect.stringContaining("2 clients have this email address: Client 3, Other."),
    "update",
    "This is sample data. An import cannot change it.",
    "This client was erased. An import cannot change it.",
    "Please provide a valid email address. Status: “Gone” is not one of: Active, Inactive.",
    "Please give the client's name.",
    "new",
    "The same as row 9.",
    expect.stringContaining("No client has the payment reference 4821073."),
    expect.stringContaining("The payment reference belongs to Client 3"),
    expect.stringContaining("No client has the payment reference 42."),
    "No client has this Id. Leave it empty for a new one.",
    expect.stringContaining("Its cells do not fit the columns"),
  ]);
  expect(planned[1]).toMatchObject({
    changes: [
      { field: "phone", label: "Phone", before: "+254 711 000111", after: "0799" },
      { field: "status", label: "Status", before: "Active", after: "Inactive" },
    ],
    write: { body: { version: 2, phone: "0799", status: "inactive" } },
  });
});

test("a saved row is unchanged in the next import, and an imported row creates no duplicate", () => {
  const file =
    'Client,Email,Company,Language,Address\nA,a@client.example,A,Swahili,"x\u00a0y\nz"\nClient 2,2@client.example,Acme,,';
  const before = [numberedClient(2)];
  const first = plan(file, before);
  expect(actions(first)).toEqual(["new", "update"]);
  const after = applied(first, before);
  expect(actions(plan(file, after))).toEqual(["same", "same"]);
  const renamed = after.map((client) => (client.name === "A" ? { ...client, email: "b@x.example" } : client));
  expect(plan(file, renamed)[0]).toMatchObject({
    action: "duplicate",
    of: renamed.find(({ name }) => name === "A")?.id,
    why: "Possibly the same as A: the same name.",
  });
  const [erased] = plan(file, before, "skip", new Set(["a@client.example"])).map(resultOf);
  expect(erased).toContain("was erased");
});

test("muted reminders are read as exported, and an empty cell means not muted", () => {
  const clients = [1, 2, 3, 4].map((n) => numberedClient(n, n === 2 ? {} : { muted: true }));
  const planned = plan(
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
  expect(planned.map((row) => ("changes" in row ? row.changes.at(-1) : resultOf(row)))).toEqual([
    { field: "muted", label: "Muted", before: "yes", after: "no" },
    { field: "muted", label: "Muted", before: "no", after: "yes" },
    "same",
    "Muted: “perhaps” is not yes or no.",
    { field: "muted", label: "Muted", before: "", after: "yes" },
    { field: "email", label: "Email", before: "", after: "newer@client.example" },
  ]);
  const after = applied(planned, clients);
  expect(new Set(actions(plan(exportOf(after), after)))).toEqual(new Set(["same"]));
  // A missing column, or a missing last cell, changes nothing.
  expect(actions(plan("Client,Email\nClient 1,1@client.example", clients))).toEqual(["same"]);
  expect(actions(plan("Client,Email,Muted\nClient 3,3@client.example", clients))).toEqual(["same"]);
});

test("headings in Swahili and what spreadsheets do to phone numbers are understood", () => {
  const clients = [
    numberedClient(2, { phone: "0711 000111" }),
    numberedClient(3, { phone: "254711000111", kra_pin: "P051234567X" }),
  ];
  const planned = plan(
    [
      "Jina la mteja;Barua pepe;Nambari ya simu;Kampuni;Anwani;PIN ya KRA",
      "Amina;amina@client.example;712345678;Duka;Nakuru;a12 345 6789z",
      "Baraka;baraka@client.example;2.54712E+11;;",
      "Client 2;2@client.example;711000111;;Moi Avenue",
      "Client 3;3@client.example;2.54711E+11;;Moi Avenue;p051234567x",
    ].join("\n"),
    clients.map((client) => ({ ...client, address: "Moi Avenue" })),
  );
  expect(planned.map(resultOf)).toEqual([
    "new",
    "Phone: “2.54712E+11” is not a complete number: the spreadsheet kept only its first digits. Format the column as text and enter it again.",
    "same",
    "same",
  ]);
  expect(planned[0]).toMatchObject({
    write: { body: { phone: "+254712345678", company: "Duka", address: "Nakuru", kra_pin: "A123456789Z" } },
  });
});

test("possibly the same: by name without legal form, by phone in any spelling, by company with its domain", () => {
  const clients = [
    numberedClient(2, {
      name: "Umoja Sacco Ltd",
      phone: "0711 000111",
      company: "Umoja",
      email: "a@umoja.example",
    }),
    numberedClient(3, { name: "Njeri", phone: "", company: "Gmail Shop", email: "njeri@gmail.com" }),
    numberedClient(4, { name: "Sample", phone: "0733 000111", sample: true }),
  ];
  const file = [
    "Client,Email,Phone,Company",
    "UMOJA limited,b@client.example,,",
    "Other,c@client.example,+254 (0)711-000 111,",
    "Third,d@UMOJA.example,,Umoja PLC",
    "Fourth,e@gmail.com,,Gmail Shop",
    "Fifth,f@client.example,0733000111,",
    "Sixth Company,g@client.example,0722 000111,",
    "Sixth,h@client.example,,",
    "Seventh,i@client.example,254722000111,",
  ].join("\n");
  expect(plan(file, clients).map(resultOf)).toEqual([
    "Possibly the same as Umoja Sacco Ltd: the same name.",
    "Possibly the same as Umoja Sacco Ltd: the same phone number.",
    "Possibly the same as Umoja Sacco Ltd: the same company and email domain.",
    "new",
    "new",
    "new",
    "Possibly the same as row 6.",
    "Possibly the same as row 6.",
  ]);
  expect(plan(file, clients, "new").slice(0, 3).map(resultOf)).toEqual(["new", "new", "new"]);
  const second = file.split("\n").filter((_, at) => at === 0 || at === 2);
  expect(plan(second.join("\n"), clients, "update")[0]).toMatchObject({
    action: "update",
    id: numberedId(2),
    write: { kind: "change", body: { name: "Other", email: "c@client.example" } },
  });
});

test("copies are read from their columns: doubles go, other columns stay, and what is no address is wrong", () => {
  const company = { company_email: "hello@mwamba.example", notification_email: "" };
  const stored = numberedClient(2, {
    copies: [{ email: "a@x.example", name: "Asha" }, { email: "b@x.example" }],
  });
  const planner = clientPlanner([stored], new Set(), company);
  const planned = (text: string) => planFile(text, clientFileFields, (cells: Cells<Name>) => planner(cells));
  const files = [
    "Client,Email,CC\nNew,new@client.example,Jane <j@x.example>",
    "Client,Email,Copy 1,copy_2,copy_3\nNew,new@client.example,NEW@client.example,j@x.example,J@x.example",
    "Client,Email,Copy 2\nClient 2,2@client.example,Books <books@x.example>",
    "Client,Email,Copy 1\nClient 2,2@client.example,",
    "Client,Email,Copy 1,Copy 2\nClient 2,2@client.example,Asha <a@x.example>,b@x.example",
    "Client,Email,Copy 1\nClient 2,2@client.example,Hello@mwamba.example",
    'Client,Email,Copy 1\nNew,new@client.example,"a@x.example, b@x.example"',
    "Client,Email,Copy 1\nNew,new@client.example,Jane",
  ];
  const results = files.map((text) => planned(text)[0]);
  expect(
    results.map((row) =>
      row && "write" in row ? (row.write.body.copies ?? "unchanged") : row && resultOf(row),
    ),
  ).toEqual([
    [{ email: "j@x.example", name: "Jane" }],
    [{ email: "j@x.example" }],
    [
      { email: "a@x.example", name: "Asha" },
      { email: "books@x.example", name: "Books" },
    ],
    [{ email: "b@x.example" }],
    "same",
    "Hello@mwamba.example is an address of the company, so it cannot get copies.",
    "Copy 1: “a@x.example, b@x.example” has 2 addresses. Put each into a column.",
    "Copy 1: “Jane” is not an email address.",
  ]);
  expect(results[3]).toMatchObject({
    changes: [{ label: "Copies", before: "Asha <a@x.example>, b@x.example", after: "b@x.example" }],
  });
});
