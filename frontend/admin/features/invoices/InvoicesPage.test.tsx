import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ListedInvoice } from "../../../../shared/invoices/routes.ts";
import {
  answerWith,
  backOffice,
  calls,
  field,
  fill,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import InvoiceDialog from "./InvoiceDialog.tsx";
import InvoicesPage from "./InvoicesPage.tsx";

const today = "2026-12-24";
const line = {
  charge: numberedId(3),
  service: "Hosting",
  taxed: "standard",
  rate: 16,
  net: 10_000,
  vat: 1_600,
  gross: 11_600,
} as const;
const invoice: ListedInvoice = {
  id: numberedId(900),
  number: "INV-2026-000123",
  serial: 130,
  kind: "invoice",
  client_id: numberedId(1),
  day: "2026-12-20",
  due: "2026-12-21",
  currency: "KES",
  net: 10_000,
  vat: 1_600,
  gross: 11_600,
  charges: [line.charge],
  left: 4_600,
  credited: 0,
  not_collected: 0,
  buyer: { name: "Wanjiru Kamau", company: "Umoja Sacco", kra_pin: "P051234567X" },
  lines: [line],
};
const note: ListedInvoice = {
  ...invoice,
  id: numberedId(901),
  number: "CRN-2026-000007",
  serial: 131,
  kind: "credit_note",
  of: invoice.id,
  of_number: "INV-2026-000123",
  net: 1_000,
  vat: 160,
  gross: 1_160,
  lines: [{ ...line, net: 1_000, vat: 160, gross: 1_160 }],
  control_unit: { number: "KRACU01/77" },
};
const whole = { written_at: `${today}T06:00:00.000Z`, seller: { name: "Mwamba Software" } };
const settings = (more: object = {}) => ({
  settings: { default_currency: "KES", invoices_from: "2026-12-01", ...more },
});

function openPage(path: string, answers: object) {
  window.history.replaceState(null, "", path);
  answerWith({ "GET /api/v1/settings": settings(), ...answers });
  render(<InvoicesPage />, { wrapper: backOffice().wrapper });
}
const listWith = (invoices: readonly ListedInvoice[]) => ({
  "GET /api/v1/invoices": { invoices, month: "2026-12", today },
});
const searched = () =>
  calls.filter(({ route }) => route === "GET /api/v1/invoices").map(({ search }) => search);

test("a month shows its invoices with their state, and sums that agree with the rows", async () => {
  openPage("/admin/money/invoices", listWith([note, invoice]));
  await shows("INV-2026-000123");
  await shows("Paid in part, late");
  await shows(/KES.4,600\.00 left/);
  await shows(/-KES.1,160\.00/);
  const sums = await screen.findByRole("table", { name: "Sums by VAT rate" });
  await waitFor(() =>
    expect(within(sums).getByRole("row", { name: /Standard rate, 16%/ }).textContent).toMatch(
      /^Standard rate, 16%KES.9,000\.00KES.1,440\.00KES.10,440\.00$/,
    ),
  );
  expect(screen.getByRole("heading", { name: "Dec 2026" })).toBeTruthy();
});

test("the month and the filters are in the address, and those without a control unit number are of all months", async () => {
  openPage("/admin/money/invoices?month=2026-11", listWith([invoice]));
  await shows("INV-2026-000123");
  press("Next month");
  await waitFor(() => expect(window.location.search).toBe("?month=2026-12"));
  await waitFor(() => expect(searched()).toContain("?month=2026-12"));
  fill("State", "unconfirmed");
  await waitFor(() => expect(searched().at(-1)).toBe("?state=unconfirmed"));
  expect(screen.queryByLabelText("Month")).toBeNull();
  expect(screen.getByRole("heading", { name: "Without control unit number" })).toBeTruthy();
});

const clientField = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Client" });
const choose = async (client: string) =>
  fireEvent.click(await screen.findByRole("option", { name: client, hidden: true }));

test("a client is chosen by typing, and the rows, their sums and the address follow", async () => {
  const other = { ...invoice, id: numberedId(902), number: "INV-2026-000124", client_id: numberedId(2) };
  openPage("/admin/money/invoices", listWith([note, invoice, { ...other, buyer: { name: "Amani" } }]));
  await shows("INV-2026-000124");
  fireEvent.change(clientField(), { target: { value: "wanj" } });
  await choose("Wanjiru Kamau · Umoja Sacco");
  await waitFor(() => expect(document.body.textContent).not.toContain("INV-2026-000124"));
  expect(window.location.search).toBe(`?client=${numberedId(1)}`);
  const sums = screen.getByRole("table", { name: "Sums by VAT rate" });
  expect(within(sums).getByRole("row", { name: /Standard rate/ }).textContent).toMatch(/10,440\.00$/);
  fireEvent.change(clientField(), { target: { value: "all" } });
  await choose("All Clients");
  await shows("INV-2026-000124");
  expect(window.location.search).toBe("");
});

test("a client of the address without an invoice in this month has a name, and nothing is found", async () => {
  const client = { id: numberedId(7), name: "Juma Otieno" };
  openPage(`/admin/money/invoices?client=${client.id}`, {
    ...listWith([invoice]),
    [`GET /api/v1/clients/${client.id}`]: { client, subscriptions: [], figures: {}, today },
  });
  await shows("No invoices found");
  await waitFor(() => expect(clientField().value).toBe("Juma Otieno"));
});

test("an empty month says when invoices begin, and a failure offers to try again", async () => {
  openPage("/admin/money/invoices", {
    ...listWith([]),
    "GET /api/v1/settings": settings({ invoices_from: null }),
  });
  await shows("Invoices are not on.");
  expect(screen.getByRole("link", { name: "Settings › Tax" }).getAttribute("href")).toBe(
    "/admin/settings/tax",
  );
});

test("a refused list says why", async () => {
  openPage("/admin/money/invoices", {
    "GET /api/v1/invoices": refuse(400, "Please give the month as in 2026-12."),
  });
  await shows("Please give the month as in 2026-12.");
});

const path = `/api/v1/invoices/${invoice.id}`;
function openDialog(opened: object, as?: "admin") {
  const answer = { invoice: { ...invoice, ...whole, ...opened } };
  answerWith({ [`GET ${path}`]: answer, [`PUT ${path}/control-unit`]: answer });
  render(<InvoiceDialog id={invoice.id} onClose={() => {}} />, { wrapper: backOffice(as).wrapper });
}

test("an invoice opens with its lines, and its control unit number is recorded", async () => {
  openDialog({});
  const control_unit = { number: "KRACU01/78" };
  const confirmed = { invoice: { ...invoice, ...whole, control_unit } };
  answerWith({
    [`PUT ${path}/control-unit`]: () => {
      answerWith({ [`GET ${path}`]: confirmed });
      return confirmed;
    },
  });
  await shows("Invoice INV-2026-000123");
  await shows("Hosting");
  await shows(/Left to payKES.4,600\.00/);
  press("Record number");
  await shows("Please give the control unit number.");
  fill("Control unit number", "KRACU01/78");
  fill("Link of the QR code", "itax");
  press("Record number");
  await shows("The link must begin with https://");
  expect(sentTo(`PUT ${path}/control-unit`)).toEqual([]);
  fill("Link of the QR code", "");
  press("Record number");
  await waitFor(() =>
    expect(sentTo(`PUT ${path}/control-unit`)).toEqual([{ number: "KRACU01/78", link: "" }]),
  );
  await waitFor(() =>
    expect(announcements.get()).toMatchObject({ text: "The control unit number was recorded." }),
  );
  await waitFor(() => expect(screen.queryByLabelText("Control unit number")).toBeNull());
});

test("a refused number stays in its field", async () => {
  openDialog({});
  answerWith({ [`PUT ${path}/control-unit`]: refuse(409, "This invoice has no number yet.") });
  await screen.findByLabelText("Control unit number");
  fill("Control unit number", "KRACU01/78");
  press("Record number");
  await shows("This invoice has no number yet.");
  expect(field("Control unit number").value).toBe("KRACU01/78");
});

test("only an administrator corrects a control unit number", async () => {
  openDialog({ control_unit: { number: "KRACU01/77" } });
  await shows("KRACU01/77");
  expect(screen.queryByRole("button", { name: /Correct/ })).toBeNull();
});

test("an administrator corrects a control unit number", async () => {
  openDialog({ control_unit: { number: "KRACU01/77" } }, "admin");
  await screen.findByText("KRACU01/77");
  press("Correct the control unit number");
  fill("Control unit number", "KRACU01/78");
  press("Correct number");
  await waitFor(() =>
    expect(sentTo(`PUT ${path}/control-unit`)).toEqual([{ number: "KRACU01/78", link: "" }]),
  );
});

test("an invoice without a number takes no control unit number", async () => {
  openDialog({ number: undefined });
  await shows("It gets its number in a moment");
  expect(screen.queryByLabelText("Control unit number")).toBeNull();
});
