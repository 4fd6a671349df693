import { expect, test } from "vitest";
import type { Client } from "../../../../shared/clients/client.ts";
import { filtered } from "../../rules/list-rules.ts";
import { bodyOf, findDuplicates, isSameName, storedOf } from "./form-values.ts";
import { clientRules } from "./list.ts";

const client = (id: string, over: Partial<Client> = {}): Client => ({
  id,
  name: `Client ${id}`,
  email: `${id}@clients.example`,
  phone: "",
  company: "",
  address: "",
  status: "active",
  created_at: "2026-12-24T06:00:00.000Z",
  version: 1,
  ...over,
});

test("a search looks in every field, and combines with a filter", () => {
  const entries = [
    client("a", { phone: "+254 700 111" }),
    client("b", { address: "Kisumu", status: "inactive" }),
  ];
  const ids = (status: string, search: string) =>
    filtered(clientRules, entries, { status }, search).map(({ id }) => id);
  expect(ids("", "700 111")).toEqual(["a"]);
  expect(ids("", "kisumu")).toEqual(["b"]);
  expect(ids("active", "clients.example")).toEqual(["a"]);
  expect(filtered(clientRules, entries, { status: "" }, " ")).toBe(entries);
});

test("a duplicate has the same email or name; the client itself and empty fields do not count", () => {
  const all = [client("a", { name: "Umoja" }), client("b", { name: "Other", email: "PAY@Umoja.example" })];
  expect(findDuplicates(all, { id: undefined, name: "umoja ", email: "pay@umoja.example" })).toEqual({
    name: all[0],
    email: all[1],
  });
  expect(findDuplicates(all, { id: "a", name: "Umoja", email: "" })).toEqual({
    name: undefined,
    email: undefined,
  });
});

test("names match without regard to case and spacing", () => {
  expect(isSameName(" umoja  SACCO ", "Umoja SACCO")).toBe(true);
  expect(isSameName("Umoja", "Umoja SACCO")).toBe(false);
  expect(isSameName("", "Umoja SACCO")).toBe(false);
});

test("an optional field is sent if it was chosen, or to empty what is stored", () => {
  const before = client("a", { kra_pin: "P051234567X" });
  const { values } = storedOf(before);
  expect(values).toMatchObject({ name: "Client a", kra_pin: "P051234567X", language: "en", muted: false });
  expect(bodyOf({ ...values, kra_pin: "" }, before)).toEqual({
    name: "Client a",
    email: "a@clients.example",
    phone: "",
    company: "",
    address: "",
    status: "active",
    kra_pin: "",
  });
  expect(bodyOf({ ...values, kra_pin: "", muted: true }, undefined)).toMatchObject({ muted: true });
  expect(Object.keys(bodyOf({ ...values, kra_pin: "" }, undefined))).toEqual(
    expect.not.arrayContaining(["kra_pin", "language", "muted"]),
  );
});
