import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Client } from "../../../../shared/clients/client.ts";
import {
  answerWith,
  backOffice,
  calls,
  field,
  fill,
  press,
  refuse,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedClient } from "../../../../test/product/plan-file.ts";
import ClientsPage from "./ClientsPage.tsx";

const LIST = "GET /api/v1/clients";
const page = { unreadable: 0, today: "2026-12-24" };
const clients = [
  numberedClient(1, { name: "Chui Ltd", company: "Zebra" }),
  numberedClient(2, { name: "amani", company: "Beta" }),
  numberedClient(3, { name: "Baraka", company: "Alpha", status: "inactive" }),
];

function open(search = "") {
  window.history.replaceState(null, "", `/admin/clients${search}`);
  const { queries, wrapper } = backOffice();
  render(
    <main id="content">
      <ClientsPage />
    </main>,
    { wrapper },
  );
  return queries;
}
async function openList(rows: Client[] = clients, search = "") {
  answerWith({ [LIST]: { ...page, clients: rows } });
  const queries = open(search);
  await waitFor(() => expect(names()).toHaveLength(rows.length));
  return queries;
}
const rows = () => [...document.querySelectorAll<HTMLElement>("[data-row]")];
const names = () => rows().map((row) => within(row).getAllByRole("link")[0]?.textContent);

test("it says that it loads, why it failed, and loads again", async () => {
  const response = Promise.withResolvers<Response>();
  answerWith({ [LIST]: () => response.promise });
  open();
  await shows("Loading clients...");
  response.resolve(Response.json({ error: "You may not see clients." }, { status: 403 }));
  await shows("Failed to fetch clients");
  await shows("You may not see clients.");
  expect(screen.queryByText("No clients found")).toBeNull();
  answerWith({ [LIST]: { ...page, clients } });
  press("Try again");
  await shows("3 total");
  expect(screen.queryByText("Failed to fetch clients")).toBeNull();
});

test("a row has the name of its client when a shortcut gives it the focus", async () => {
  await openList();
  expect(rows().map((row) => row.getAttribute("aria-label"))).toEqual(names());
});

test("an empty list says what it is for and what to do", async () => {
  await openList([]);
  await shows("Start by adding your first client to begin managing subscriptions.");
  expect(screen.getByText("Import from a spreadsheet").getAttribute("href")).toBe("/admin/clients/import");
  fireEvent.click(within(screen.getByRole("region")).getByRole("button", { name: "Add Client" }));
  await shows("Add New Client");
  expect(window.location.search).toBe("?add=client");
});

test("records that cannot be read are counted", async () => {
  answerWith({ [LIST]: { ...page, clients, unreadable: 2 } });
  open();
  await shows("2 records could not be read and are not shown. Nothing was deleted.");
});

test("rows show while the rest loads, which is said; selecting waits for all", async () => {
  const parts: ((response: Response) => void)[] = [];
  answerWith({
    [LIST]: (_: unknown, search: string) =>
      search === ""
        ? { ...page, clients: clients.slice(0, 1), cursor: "more" }
        : new Promise((part) => parts.push(part)),
  });
  open();
  await shows("1 so far");
  await shows("Loading the rest... The list is sorted when all rows are loaded.");
  expect(screen.queryByLabelText("Select all shown rows")).toBeNull();
  await waitFor(() => expect(parts).toHaveLength(4));
  for (const [at, part] of parts.entries())
    part(Response.json({ ...page, clients: at === 0 ? clients : [] }));
  await shows("3 total");
  expect(names()).toEqual(["amani", "Baraka", "Chui Ltd"]);
  expect(screen.getByLabelText("Select all shown rows")).toBeDefined();
});

test("headings sort, a second press reverses, and the order is in the address", async () => {
  await openList();
  expect(names()).toEqual(["amani", "Baraka", "Chui Ltd"]);
  const header = (name: string) => screen.getByRole("columnheader", { name });
  press("Company");
  await waitFor(() => expect(names()).toEqual(["Baraka", "amani", "Chui Ltd"]));
  expect(header("Company").getAttribute("aria-sort")).toBe("ascending");
  press("Company");
  await waitFor(() => expect(names()).toEqual(["Chui Ltd", "amani", "Baraka"]));
  expect([header("Company").getAttribute("aria-sort"), window.location.search]).toEqual([
    "descending",
    "?sort=-company",
  ]);
});

test("words of a search are found in any column and order, and filters count what is shown", async () => {
  await openList();
  fill("Search clients", "ZEBRA chui");
  await waitFor(() => expect(names()).toEqual(["Chui Ltd"]));
  await shows("1 shown");
  fill("Search clients", "");
  fill("Status", "inactive");
  await waitFor(() => expect(names()).toEqual(["Baraka"]));
  fill("Search clients", "nobody");
  await shows("No client matches your search and filters.");
  press("Show all clients");
  await waitFor(() => expect(names()).toHaveLength(3));
  expect([field("Search clients").value, field("Status").value]).toEqual(["", ""]);
});

test("a mistyped payment reference is recognised", async () => {
  answerWith({ [LIST]: { ...page, clients } });
  open("?q=4821073");
  await shows("a digit is wrong, or two digits are swapped");
});

test("selected rows are counted, also those that a search hides, and cleared", async () => {
  await openList();
  fireEvent.click(field("Select amani"));
  fireEvent.click(field("Select Chui Ltd"), { shiftKey: true });
  await shows("3 selected");
  fill("Search clients", "chui");
  await shows("1 selected, 2 not shown");
  press("Clear");
  expect(field("Select all shown rows").checked).toBe(false);
  fireEvent.click(field("Select all shown rows"));
  await shows("1 selected");
  expect(screen.getByText("Select none")).toBeDefined();
});

test("a row opens its form, which the address names; an erased client has none", async () => {
  await openList([
    clients[0] as Client,
    numberedClient(4, { name: "Erased client", erased_at: "2026-12-01T06:00:00.000Z" }),
  ]);
  expect(screen.queryByLabelText("Edit Erased client")).toBeNull();
  await shows("Erased on Dec 1, 2026");
  press("Edit Chui Ltd");
  await shows("Edit Client");
  expect(window.location.search).toBe(`?edit=${clients[0]?.id}`);
});

test("a saved client is in the list at once, without loading it again", async () => {
  const [chui] = clients as [Client];
  const SAVE = `PUT /api/v1/clients/${chui.id}`;
  answerWith({ [SAVE]: (body: Client) => ({ client: { ...chui, ...body, version: 2 } }) });
  await openList(clients, `?edit=${chui.id}`);
  fill(/^Name/, "Aardvark");
  press("Save Client");
  await waitFor(() => expect(names()).toEqual(["Aardvark", "amani", "Baraka"]));
  expect(window.location.search).toBe("");
  expect(calls.filter(({ route }) => route === LIST)).toHaveLength(1);
});

test("a second look asks only for what changed, and the list shows it", async () => {
  answerWith({ [LIST]: { ...page, clients, mark: "mark1" } });
  const queries = open();
  await shows("3 total");
  const renamed = numberedClient(2, { name: "Amina", version: 9 });
  answerWith({ [LIST]: { ...page, clients: [renamed, numberedClient(5, { name: "Dawa" })], mark: "mark2" } });
  await act(() => queries.invalidateQueries({ queryKey: ["clients"] }));
  await shows("4 total");
  expect(names()).toEqual(["Amina", "Baraka", "Chui Ltd", "Dawa"]);
  expect(calls.filter(({ route }) => route === LIST).map(({ search }) => search)).toEqual([
    "",
    "?since=mark1",
  ]);
});

test("a lost response is tried again once, and everything again when the network is back", async () => {
  answerWith({ [LIST]: refuse(500, "") });
  open();
  await waitFor(() => expect(screen.queryByText("Failed to fetch clients")).not.toBeNull(), {
    timeout: 5_000,
  });
  const asked = () => calls.filter(({ route }) => route === LIST).length;
  expect(asked()).toBe(2);
  answerWith({ [LIST]: { ...page, clients } });
  act(() => {
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
  });
  await shows("3 total");
  expect(asked()).toBe(3);
});

const OWED = "GET /api/v1/owed";
const account = (at: number, ...owed: { currency: string; amount: number }[]) => ({
  client_id: clients[at]?.id,
  version: 1,
  open: [],
  credit: [],
  owed,
});

test("a client's row has what is overdue, the usual currency first, and the list sorts by it", async () => {
  answerWith({
    "GET /api/v1/settings": { settings: { default_currency: "KES" } },
    [OWED]: {
      accounts: [
        account(0, { currency: "USD", amount: 50 }),
        account(1, { currency: "USD", amount: 20 }, { currency: "KES", amount: 1500 }),
      ],
      today: page.today,
    },
  });
  await openList();
  await waitFor(() =>
    expect(rows().map((row) => row.querySelector("[data-align=right]")?.textContent)).toEqual([
      "KES\u00a01,500.00\n$20.00",
      "",
      "$50.00",
    ]),
  );
  press("Overdue");
  await waitFor(() => expect(names()).toEqual(["Chui Ltd", "amani", "Baraka"]));
  press("Overdue");
  await waitFor(() => expect(names()).toEqual(["amani", "Chui Ltd", "Baraka"]));
});

test("clients are listed also if what they owe cannot be loaded, which is said", async () => {
  answerWith({ [OWED]: refuse(403, "You may not see what is owed.") });
  await openList();
  await shows("Failed to fetch what is due");
});
