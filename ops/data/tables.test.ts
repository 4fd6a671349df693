import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { retention } from "../../shared/retention.ts";
import { type Table, type TableName, tables } from "../../shared/tables.ts";
import { names } from "./tables.ts";

/** The file that does it, or why nothing has to. */
type Done = `${string}.ts` | { no: string };

type Place = {
  /** Whether exports, imports and restores carry it. */
  copied: true | { no: string };
  /** Takes out what tells of a client who is erased. */
  erased: Done;
  /** Gives it when a client asks for all that is kept. */
  given: Done;
  /** Leaves the record of who changed it. */
  audited: Done;
  /** How its rows go by themselves. */
  goes: "by age" | { no: string };
};

const ofNobody = { no: "It tells of no client." };
const forTheBooks = { no: "Amounts, dates and references are the books'." };

/** What becomes of each table. A table that is added has to be thought of here. */
const places: Record<TableName, Place> = {
  clients: {
    copied: true,
    erased: "lambdas/clients/erase.ts",
    given: "lambdas/clients/everything.ts",
    audited: "lambdas/clients/store.ts",
    goes: { no: "A client stays until somebody erases them." },
  },
  subscriptions: {
    copied: true,
    erased: forTheBooks,
    given: "lambdas/clients/everything.ts",
    audited: "lambdas/subscriptions/store.ts",
    goes: { no: "It is the contract." },
  },
  renewals: {
    copied: true,
    erased: forTheBooks,
    given: "lambdas/clients/everything.ts",
    audited: "lambdas/subscriptions/renewals.ts",
    goes: { no: "It is the books." },
  },
  reminders: {
    copied: true,
    erased: { no: "It has ids, dates and states, and no client's name or address." },
    given: "lambdas/clients/everything.ts",
    audited: { no: "It is itself the record of what was sent." },
    goes: "by age",
  },
  messages: {
    copied: true,
    erased: "lambdas/messages/store.ts",
    given: "lambdas/clients/everything.ts",
    audited: "lambdas/messages/move.ts",
    goes: "by age",
  },
  settings: {
    copied: true,
    erased: ofNobody,
    given: ofNobody,
    audited: "lambdas/settings/store.ts",
    goes: { no: "It is as it is now." },
  },
  activity: {
    copied: true,
    erased: "lambdas/activity/store.ts",
    given: "lambdas/clients/everything.ts",
    audited: { no: "It is itself the record; nobody edits one but to erase a person." },
    goes: "by age",
  },
  staff: {
    copied: true,
    erased: ofNobody,
    given: ofNobody,
    audited: "lambdas/staff/bring.ts",
    goes: { no: "A row for each member of staff, who is removed there." },
  },
  limits: {
    copied: { no: "It is of use to nobody later." },
    erased: { no: "A keyed hash, a count and an hour." },
    given: { no: "A keyed hash leads to nobody." },
    audited: { no: "Nobody changes it." },
    goes: "by age",
  },
};

test.each(Object.entries(places) as [TableName, Place][])("%s has its place everywhere", (name, place) => {
  expect(names.includes(name)).toBe(place.copied === true);
  const { expires, passing }: Table = tables[name];
  expect(expires !== undefined).toBe(place.goes === "by age");
  expect(name in retention).toBe(place.goes === "by age" && !passing);
  for (const done of [place.erased, place.given, place.audited])
    if (typeof done === "string") expect(existsSync(done), done).toBe(true);
    else expect(done.no).toMatch(/\.$/);
  if (typeof place.audited === "string")
    expect(readFileSync(place.audited, "utf8"), place.audited).toMatch(/activity\.|happened\(|changed\(/);
  if (typeof place.given === "string") expect(readFileSync(place.given, "utf8")).toMatch(partOf(name));
  if (place.goes === "by age" && !passing)
    expect(readFileSync(folderOf[name] ?? "", "utf8")).toContain(`expiryOf("${name}"`);
});

const partOf = (name: TableName) =>
  name === "clients" ? /store\.fromRow\(client/ : new RegExp(`import \\* as ${name} from `);

/** Where rows that go by age are written. */
const folderOf: { [T in TableName]?: string } = {
  messages: "lambdas/messages/store.ts",
  reminders: "lambdas/reminders/ledger.ts",
  activity: "lambdas/activity/store.ts",
};
