import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, navigate } from "../test/browser/admin-browser.ts";
import { payPeriods } from "../test/product/pay-periods.ts";
import { today } from "../test/product/product.ts";
import { messageSender } from "../test/product/staff-messages.ts";

const office = backOffice();
const send = messageSender(office);

const client = { name: "Grace Achieng", company: "Umoja SACCO", email: "grace@umoja.example" };

/** A client who owes, was reminded, promised to pay, paid a part, wrote a message and has a note for today. */
office.prepare(async () => {
  const { asStaff } = office;
  const { id } = (await asStaff("POST /api/v1/clients", { body: client })).body.client;
  const params = { id };
  const terms = { start_date: "2026-01-20", frequency: "monthly", amount: 50, service: "Ledger" };
  const owed = { ...terms, client_id: id, next_billing_date: "2026-12-20" };
  const { subscription } = (await asStaff("POST /api/v1/subscriptions", { body: owed })).body;
  await asStaff("POST /api/v1/send-notifications");
  await office.product.idle();
  const paid = { id: crypto.randomUUID(), period: "2026-12-20", amount: 20, paid_on: today };
  await payPeriods(asStaff, subscription.id, paid);
  await asStaff("POST /api/v1/clients/{id}/notes", { params, body: { text: "Call them", due_on: today } });
  await asStaff("POST /api/v1/clients/{id}/promises", { params, body: { day: today } });
  await send("Grace A.", { email: client.email });
});

const screens: [path: string, name: string, company: string][] = [
  ["/clients", client.name, client.company],
  ["/subscriptions", client.name, `${client.company} · Ledger`],
  ["/money", client.name, client.company],
  ["/money/received", client.name, `${client.company} · Ledger`],
  ["/money/sent", client.name, `${client.company} · Ledger`],
  ["/messages", "Grace A.", `${client.company} · ${client.email}`],
  ["/settings/activity", client.name, `${client.name} (${client.company})`],
];

test("the company stands beside the client's name in every list", async () => {
  const page = await office.openAs(office.admin);
  const lines = page.getByRole("region", { name: "Today" });
  for (const text of ["Call them", "Promised to pay by Dec 24, 2026"])
    await lines.getByRole("listitem").filter({ hasText: text }).getByText(client.company).waitFor();
  for (const [path, name, company] of screens) {
    await navigate(page, `/admin${path}`);
    await rowsOf(page).filter({ hasText: name }).filter({ hasText: company }).first().waitFor();
  }
  // On a phone too, where a card has less room for the client.
  await page.setViewportSize({ width: 390, height: 800 });
  const cards = [
    ["/money/received?q=umoja", `${client.company} · Ledger`],
    ["/money/sent?q=umoja", client.company],
  ] as const;
  for (const [path, company] of cards) {
    await navigate(page, `/admin${path}`);
    const row = rowsOf(page).filter({ hasText: client.name }).first();
    await row.getByText(company, { exact: true }).waitFor();
  }
});

test("a company with the client's name stands once", async () => {
  const { body } = await office.asStaff("POST /api/v1/clients", {
    body: { name: "Baraka", company: "Baraka", email: "pay@baraka.example" },
  });
  await office.asStaff("POST /api/v1/clients/{id}/notes", {
    params: { id: body.client.id },
    body: { text: "Visit", due_on: today },
  });
  const page = await office.openAs(office.staff);
  const note = page.getByRole("listitem").filter({ has: page.getByText("Visit", { exact: true }) });
  await note.waitFor();
  expect(await note.getByText("Baraka", { exact: true }).count()).toBe(1);
});

const rowsOf = (page: Page) => page.locator("#content").getByRole("row").or(page.locator("#content li"));
