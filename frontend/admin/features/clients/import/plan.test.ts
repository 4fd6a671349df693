import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Client } from "../../../../../shared/clients.ts";
import { withCheckDigit } from "../../../../../shared/payment-reference.ts";
import { type How, type Planned, planAll } from "../../../components/import/planned.ts";
import { csvOf } from "../../../components/table/export.ts";
import { known } from "../../../csv/columns.ts";
import { decode } from "../../../csv/decode.ts";
import { tableOf } from "../../../csv/table.ts";
import { entryOf } from "../directory.ts";
import { exported } from "../exported.ts";
import { clientFields, clientPlanner, type Deed, type Name } from "./plan.ts";

const idOfNumber = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const client = (n: number, more: Partial<Client> = {}): Client => ({
  ...{ id: idOfNumber(n), name: `Client ${n}`, email: `${n}@client.example` },
  ...{ phone: "+254 711 000111", company: "", address: "Moi Avenue\nNairobi", status: "active" },
  ...{ payment_reference: withCheckDigit(String(n).padStart(6, "0")), version: n },
  created_at: "2026-11-01T09:00:00.000Z",
  ...more,
});

async function howOf(text: string): Promise<How<Name>> {
  const read = decode(new TextEncoder().encode(text));
  if ("problem" in read) throw new Error(read.problem.text);
  const found = await tableOf(read.text, clientFields);
  if ("problem" in found) throw new Error(found.problem.text);
  const { table } = found;
  return { table, columns: known(table.header, clientFields), order: "dmy" };
}
const plan = async (text: string, clients: readonly Client[]) =>
  planAll(await howOf(text), clientPlanner(clients));
const fates = (planned: readonly Planned<Deed>[]) => planned.map(({ fate }) => fate);
const whyOf = (one: Planned<Deed> | undefined) => (one?.fate === "wrong" ? one.why : one?.fate);
const exportOf = async (clients: readonly Client[]) => (await csvOf(exported, clients.map(entryOf))).text();

/** What the server would have stored. */
const applied = (planned: readonly Planned<Deed>[], clients: readonly Client[]): Client[] => {
  const stored = new Map(clients.map((one) => [one.id, one]));
  for (const one of planned) {
    if (!("deed" in one)) continue;
    const { deed } = one;
    const { version, ...body } = { version: 0, ...deed.body };
    const before = deed.kind === "change" ? deed.client : client(stored.size + 500, { version: 0 });
    stored.set(deed.kind === "change" ? before.id : deed.body.id, {
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

test("what was just exported is all the same", async () => {
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
        expect(new Set(fates(await plan(await exportOf(clients), clients)))).toEqual(new Set(["same"]));
    }),
    { numRuns: 200 },
  );
});

test("rows are new, changed with what was before, the same, or wrong with why", async () => {
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
  expect(planned.map((one) => (one.fate === "wrong" ? one.why : one.fate))).toEqual([
    "new",
    "changed",
    expect.stringContaining("2 clients have this e-mail address: Client 3, Other."),
    "changed",
    "This is sample data, which no import changes.",
    "This client was erased, and is not changed any more.",
    "Please provide a valid email address. Status: “Gone” is none.",
    "Please give the client's name.",
    "Line 11 is about the same. Leave one of them.",
    "Line 10 is about the same. Leave one of them.",
    expect.stringContaining("No client has the payment reference 4821073."),
    expect.stringContaining("The payment reference is that of Client 3"),
    expect.stringContaining("No client has the payment reference 42."),
    "No client has this Id. Leave it empty for a new one.",
    expect.stringContaining("It has 8 cells where 6 columns are named"),
  ]);
  expect(planned[1]).toMatchObject({
    differences: [
      { label: "Phone", before: "+254 711 000111", after: "0799" },
      { label: "Status", before: "Active", after: "Inactive" },
    ],
    deed: { body: { version: 2, phone: "0799", status: "inactive" } },
  });
  // Whoever imports it, and however often.
  const [again] = await plan("Name,E-mail\nOther Name,NEW@client.example", clients);
  const idIn = (one: Planned<Deed> | undefined) =>
    one && "deed" in one && one.deed.kind === "create" && one.deed.body.id;
  expect(idIn(again)).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(idIn(again)).toBe(idIn(planned[0]));
});

test("what was recorded is the same from then on, and a row that was made before makes no double", async () => {
  const file =
    'Client,Email,Company,Language,Address\nA,a@client.example,A,Swahili,"x\u00a0y\nz"\nClient 2,2@client.example,Acme,,';
  const before = [client(2)];
  const first = await plan(file, before);
  expect(fates(first)).toEqual(["new", "changed"]);
  const after = applied(first, before);
  expect(fates(await plan(file, after))).toEqual(["same", "same"]);
  const renamed = after.map((one) => (one.name === "A" ? { ...one, email: "b@client.example" } : one));
  expect(whyOf((await plan(file, renamed))[0])).toContain("the e-mail address is now b@client.example");
  const erased = after.map((one) =>
    one.name === "A" ? { ...one, email: "", erased_at: "2026-11-02T09:00:00.000Z" } : one,
  );
  expect(whyOf((await plan(file, erased))[0])).toBe("This client was imported before, and erased since.");
});

test("whether reminders are muted is read as it is exported, and an empty cell says that they are not", async () => {
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
  expect(planned.map((one) => ("differences" in one ? one.differences.at(-1) : whyOf(one)))).toEqual([
    { label: "Muted", before: "yes", after: "no" },
    { label: "Muted", before: "no", after: "yes" },
    "same",
    "Muted: “perhaps” is neither yes nor no.",
    { label: "Muted", before: "", after: "yes" },
    { label: "Email", before: "", after: "newer@client.example" },
  ]);
  expect(
    new Set(fates(await plan(await exportOf(applied(planned, clients)), applied(planned, clients)))),
  ).toEqual(new Set(["same"]));
  expect((await plan("Client,Email\nClient 1,1@client.example", clients))[0]?.fate).toBe("same");
});

test("a row that is cut short says nothing of what is missing", async () => {
  const [one] = await plan("Client,Email,Phone,Address\nClient 2,2@client.example,+254 711 000111", [
    client(2),
  ]);
  expect(one?.fate).toBe("same");
});
