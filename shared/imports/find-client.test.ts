import { expect, test } from "vitest";
import { Client } from "../clients/client.ts";
import { clientFinder } from "./find-client.ts";

const client = (n: number, more: Partial<Client> = {}) =>
  Client.parse({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    name: `Client ${n}`,
    email: `${n}@client.example`,
    created_at: "2026-11-01T09:00:00.000Z",
    version: 1,
    ...more,
  });

test("a client is found by name, else by address or company, unless several share it", () => {
  const find = clientFinder([
    client(1, { company: "Amani Traders Ltd" }),
    client(2, { company: "Client 1" }),
    client(3, { company: "Shared Ltd" }),
    client(4, { company: "Shared Ltd" }),
    client(5, { email: "" }),
  ]);
  const resultOf = (name: string) => {
    const client = find({ name, email: "", reference: "" });
    return typeof client === "string" ? client : client.name;
  };
  expect(["amani traders ltd", "2@CLIENT.example", "client 1", "Shared Ltd", ""].map(resultOf)).toEqual([
    "Client 1",
    "Client 2",
    "Client 1",
    "2 clients have the name, company or address “Shared Ltd”. Enter the payment reference of the right one.",
    // A client without an address or company is not meant by an empty cell.
    "No client has the name, company or address “”. Import or add the client first.",
  ]);
});
