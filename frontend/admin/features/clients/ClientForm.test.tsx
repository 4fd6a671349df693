import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Client } from "../../../../shared/clients/client.ts";
import { clientFields } from "../../../../shared/clients/fields.ts";
import type { Field } from "../../../../shared/field.ts";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import {
  answerWith,
  backOffice,
  calls,
  field,
  fill,
  loseResponse,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedClient } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import { ClientDialog } from "./ClientDialog.tsx";
import { ClientForm } from "./ClientForm.tsx";

const ADD = "POST /api/v1/clients";
const client = numberedClient(1, { name: "Amani", email: "pay@amani.example" });
const SAVE = `PUT /api/v1/clients/${client.id}`;
const listOf = (...clients: Client[]) => ({
  "GET /api/v1/clients": { clients, unreadable: 0, today: "2026-12-24" },
});

async function open(edited?: Client, clients: Client[] = [client]) {
  const onClose = vi.fn();
  const form = <ClientForm client={edited} clients={clients} onClose={onClose} openPage={() => {}} />;
  const { unmount } = render(form, { wrapper: backOffice().wrapper });
  await screen.findByLabelText(/^Name/);
  return { onClose, unmount };
}

const inputOf = (label: string) => field(label) as HTMLInputElement;

test("what is missing or wrong is said at its field, and nothing is sent", async () => {
  await open();
  fill(/^Email/, "pay@");
  fill("KRA PIN", "12");
  press("Add Client");
  await shows("Please give the client's name.");
  await shows("Please provide a valid email address.");
  for (const label of [/^Name/, /^Email/, "KRA PIN"])
    expect(field(label).getAttribute("aria-invalid")).toBe("true");
  expect(field(/^Phone/).getAttribute("aria-invalid")).not.toBe("true");
  // A field under More is shown.
  expect(field("KRA PIN").closest("details")?.open).toBe(true);
  expect(sentTo(ADD)).toEqual([]);
});

test("a new client is sent with only what was chosen, announced, and can be opened", async () => {
  answerWith({ [ADD]: { client } });
  const { onClose } = await open(undefined, []);
  fill(/^Name/, "Amani");
  fill(/^Email/, "pay@amani.example");
  press("Add Client");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(ADD)).toEqual([
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: "Amani",
      email: "pay@amani.example",
      phone: "",
      company: "",
      address: "",
      status: "active",
    },
  ]);
  expect(announcements.get()).toMatchObject({ text: "Amani was added.", action: { name: "Open" } });
});

test("a client with this name or address is pointed out, the edited one is not", async () => {
  const { unmount } = await open();
  fill(/^Name/, "  amani ");
  await shows("There is already a client named Amani (pay@amani.example).");
  fill(/^Email/, "PAY@amani.example");
  await shows("Amani already has this email address.");
  unmount();
  await open(client);
  expect(document.body.textContent).not.toMatch(/already/);
});

test("a refused client says why, in the server's words if it has some, and keeps what was typed", async () => {
  await open(undefined, []);
  fill(/^Name/, "Amani");
  fill(/^Email/, "pay@amani.example");
  for (const [response, text] of [
    [refuse(500, "The shelf is full."), "The shelf is full."],
    [refuse(500, ""), "Failed to save client"],
  ] as const) {
    answerWith({ [ADD]: response });
    press("Add Client");
    await shows(text);
    await shows("Nothing was saved. What you typed is still here.");
    expect(field(/^Name/).value).toBe("Amani");
  }
});

test("after a lost response the same client is sent again, and a correction is saved over the stored one", async () => {
  answerWith({ [ADD]: loseResponse, ...listOf() });
  await open();
  fill(/^Name/, "Baraka");
  fill(/^Email/, "pay@baraka.example");
  press("Add Client");
  await shows("An error occurred while saving the client");
  await shows("It may not have been saved. What you typed is still here.");
  const [first] = sentTo(ADD) as Client[];
  const id = first?.id ?? "";
  const stored = { ...client, id, name: "Baraka", email: "pay@baraka.example", version: 1 };
  answerWith({
    ...listOf(stored),
    [ADD]: refuse(409, "It exists with other content."),
    [`PUT /api/v1/clients/${id}`]: { client: { ...stored, phone: "0711000111" } },
  });
  fill(/^Phone/, "0711000111");
  press("Add Client");
  await waitFor(() => expect(sentTo(`PUT /api/v1/clients/${id}`)).toHaveLength(1));
  expect((sentTo(ADD) as Client[]).map((body) => body.id)).toEqual([id, id]);
  expect(sentTo(`PUT /api/v1/clients/${id}`)).toMatchObject([{ version: 1, phone: "0711000111" }]);
});

test("when somebody else saved first, the latest is loaded, what was typed stays, and the next save knows it", async () => {
  const theirs = { ...client, name: "Amani & Co", company: "Umoja", version: 7 };
  answerWith({ [SAVE]: refuse(409, "Somebody else saved this client."), ...listOf(theirs) });
  await open(client);
  fill(/^Name/, "Amani Ltd");
  press("Save Client");
  await shows("Somebody else saved this client.");
  press("Load the latest, keep what I typed");
  await shows("Somebody else saved: Amani & Co");
  expect([field(/^Name/).value, field(/^Company/).value]).toEqual(["Amani Ltd", "Umoja"]);
  answerWith({ [SAVE]: { client: theirs } });
  press("Save Client");
  await waitFor(() => expect(sentTo(SAVE)).toHaveLength(2));
  expect(sentTo(SAVE)[1]).toMatchObject({ name: "Amani Ltd", company: "Umoja", version: 7 });
});

test("closing asks before it discards what was typed", async () => {
  const { onClose } = await open(client);
  fill(/^Phone/, "0722");
  press("Cancel");
  await shows("Discard what you typed?");
  press("Keep editing");
  expect([field(/^Phone/).value, onClose.mock.calls]).toEqual(["0722", []]);
  press("Cancel");
  press("Discard");
  expect(onClose).toHaveBeenCalledOnce();
  expect(sessionStorage.length).toBe(0);
});

test("a bounced address is explained until another is typed, and can be declared to work again", async () => {
  const bounced = { kind: "bounced", at: "2026-12-24T06:00:00.000Z" } as const;
  answerWith({ [SAVE]: { client } });
  await open({ ...client, mail_problem: bounced });
  const notice = () => screen.queryByText(/bounced permanently on Dec 24, 2026/);
  expect(notice()).not.toBeNull();
  fill(/^Email/, "new@amani.example");
  expect(notice()).toBeNull();
  fill(/^Email/, "pay@amani.example");
  fireEvent.click(field("This address works again"));
  press("Save Client");
  await waitFor(() => expect(sentTo(SAVE)).toMatchObject([{ mail_works: true }]));
});

test("only an administrator is offered the erasure, which needs the client's name", async () => {
  const ERASE = `POST /api/v1/clients/${client.id}/erasure`;
  const dialog = <ClientDialog client={client} clients={[client]} onClose={() => {}} />;
  const { unmount } = render(dialog, { wrapper: backOffice().wrapper });
  await screen.findByLabelText(/^Name/);
  expect(screen.queryByText("Erase personal data…")).toBeNull();
  unmount();
  answerWith({ [ERASE]: { client: { ...client, erased_at: "2026-12-24T06:00:00.000Z" } } });
  render(dialog, { wrapper: backOffice("admin").wrapper });
  await screen.findByLabelText(/^Name/);
  press("Erase personal data…");
  const erase = screen.getByText("Erase permanently").closest("button");
  fill(/to confirm/, "Aman");
  expect(erase?.disabled).toBe(true);
  fill(/to confirm/, " AMANI ");
  press("Erase permanently");
  await waitFor(() => expect(sentTo(ERASE)).toEqual([{ version: client.version }]));
  await waitFor(() => expect(announcements.get()?.text).toBe("The client's personal data was erased."));
  expect(calls.some(({ route }) => route === SAVE)).toBe(false);
});

test("a failed erasure says whether it may have happened, and asks for the name again when it has changed", async () => {
  const ERASE = `POST /api/v1/clients/${client.id}/erasure`;
  const dialogOf = (shown: Client) => <ClientDialog client={shown} clients={[shown]} onClose={() => {}} />;
  const { rerender } = render(dialogOf(client), { wrapper: backOffice("admin").wrapper });
  await screen.findByLabelText(/^Name/);
  press("Erase personal data…");
  fill(/to confirm/, "Amani");
  for (const [response, ...texts] of [
    [refuse(500, ""), "Failed to erase the client", "Nothing was erased."],
    [loseResponse, "An error occurred while erasing the client", "Erasing twice does no harm."],
    [refuse(409, "Somebody else changed this client."), "Somebody else changed this client."],
  ] as const) {
    answerWith({ [ERASE]: response });
    press("Erase permanently");
    for (const text of texts) await shows(text);
  }
  const renamed = { ...client, name: "Amani Ltd", version: 7 };
  answerWith(listOf(renamed));
  press("Load the latest, keep what I typed");
  await waitFor(() => expect(document.body.textContent).not.toContain("Somebody else changed"));
  rerender(dialogOf(renamed));
  await shows("Type “Amani Ltd” to confirm");
  expect(screen.getByText("Erase permanently").closest("button")?.disabled).toBe(true);
});

const registered = { "GET /api/v1/settings": { settings: { ...unsavedSettings, vat_registered: true } } };

test("every field of a client that a person can change is in the form of a company registered for VAT", async () => {
  answerWith(registered);
  await open(client);
  await screen.findByLabelText("VAT");
  const missing = Object.entries<Field>(clientFields)
    .filter(([, { readOnly }]) => !readOnly)
    .filter(([name]) => document.querySelector(`[data-path="${name}"]`) === null)
    .map(([name]) => `${name} has no input in ClientForm.tsx.`);
  expect(missing).toEqual([]);
});

test("several addresses in the email are offered as copies, and saved with those that are typed", async () => {
  answerWith({ [ADD]: { client } });
  await open(undefined, []);
  fill(/^Name/, "Amani");
  fill(/^Email/, "pay@amani.example, Asha Njeri <asha@amani.example>; PAY@amani.example b@amani.example");
  await shows("These are 3 addresses. Emails go to pay@amani.example; the others can get copies.");
  press("Add the others as copies");
  await waitFor(() => expect(document.activeElement).toBe(field("Copy 1: email")));
  expect(["Copy 1: email", "Copy 1: name", "Copy 2: email"].map((label) => inputOf(label).value)).toEqual([
    "asha@amani.example",
    "Asha Njeri",
    "b@amani.example",
  ]);
  press("Add a copy");
  press("Add a copy");
  expect(screen.queryByText("Add a copy")).toBeNull();
  fill("Copy 3: name", "No address");
  press("Add Client");
  await shows("Please give the email address.");
  expect(field("Copy 3: email").getAttribute("aria-invalid")).toBe("true");
  press("Remove copy 3");
  press("Add Client");
  await waitFor(() =>
    expect(sentTo(ADD)).toMatchObject([
      {
        email: "pay@amani.example",
        copies: [{ email: "asha@amani.example", name: "Asha Njeri" }, { email: "b@amani.example" }],
      },
    ]),
  );
});

test("more addresses than a client can have are not offered as copies", async () => {
  await open(undefined, []);
  fill(/^Email/, ["a", "b", "c", "d", "e", "f"].map((letter) => `${letter}@amani.example`).join(" "));
  await shows(/5 people would get copies; the most is 4\./);
  expect(screen.queryByText("Add the others as copies")).toBeNull();
});

test("a copy that is blocked is named with its problem, and unblocked alone", async () => {
  const mail_problem = { kind: "bounced", at: "2026-12-02T08:00:00.000Z" } as const;
  const copies = [
    { email: "asha@amani.example", name: "Asha" },
    { email: "b@amani.example", mail_problem },
  ];
  const edited = { ...client, copies };
  answerWith({ [SAVE]: { client: edited } });
  await open(edited);
  await shows(/An email to this address bounced permanently on Dec 2, 2026/);
  fireEvent.click(field("The address of copy 2 works again"));
  press("Save Client");
  await waitFor(() =>
    expect(sentTo(SAVE)).toMatchObject([
      {
        copies: [
          { email: "asha@amani.example", name: "Asha" },
          { email: "b@amani.example", mail_works: true },
        ],
      },
    ]),
  );
});
