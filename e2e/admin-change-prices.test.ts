import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { localSchedule } from "../infra/stack-names.ts";
import { addMonths } from "../shared/day.ts";
import { backOffice, eventually } from "../test/browser/admin-browser.ts";
import { companyProfile } from "../test/product/reminder-product.ts";

// "Today" is 24 December 2026.

const CLIENTS = 30;
const office = backOffice();
const ids: string[] = [];
office.prepare(async () => {
  await office.asAdmin("POST /api/v1/settings", { body: companyProfile });
  for (let number = 1; number <= CLIENTS; number += 1) {
    const name = `Client ${String(number).padStart(2, "0")}`;
    const { client } = (
      await office.asStaff("POST /api/v1/clients", { body: { name, email: `${number}@client.example` } })
    ).body;
    const body = {
      client_id: client.id,
      start_date: "2026-01-28",
      next_billing_date: "2026-12-28",
      frequency: "monthly",
      amount: 100 + number,
    };
    ids.push((await office.asStaff("POST /api/v1/subscriptions", { body })).body.subscription.id);
  }
});

const dialog = (page: Page) => page.getByRole("dialog");
const stored = async () => (await office.asStaff("GET /api/v1/subscriptions")).body.subscriptions;
const waiting = async () => (await stored()).filter(({ next_price }) => next_price).length;
const mails = async (subject: string) =>
  (await office.product.inbox()).filter((mail) => mail.subject.startsWith(subject));

/** Changes the prices of all by a percentage, up to the result. */
async function changeAll(page: Page, percent: string, { tells }: { tells: boolean }): Promise<void> {
  await page
    .getByRole("checkbox", { name: /^Select Client/ })
    .first()
    .click();
  await page.getByRole("button", { name: `Select all ${CLIENTS}` }).click();
  await page
    .getByRole("group", { name: "Actions on the selected rows" })
    .getByRole("button", { name: "Change prices" })
    .click();
  await dialog(page).getByLabel("Percent").fill(percent);
  expect(await dialog(page).getByLabel("From").inputValue()).toBe("2027-02-01");
  if (!tells) await dialog(page).getByRole("switch", { name: "Tell the clients by email" }).click();
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await dialog(page).getByText("a month becomes").waitFor();
}

test("a rise of 7% for 30 clients is previewed, told once, taken back for one, and charged in the year after", async () => {
  const page = await office.openAs(office.staff, "/admin/subscriptions");
  await changeAll(page, "50", { tells: false });
  await dialog(page).getByRole("button", { name: "Change 30 prices" }).click();
  await dialog(page).getByText("30 prices changed.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  expect(await waiting()).toBe(CLIENTS);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("30 prices taken back.").waitFor();
  expect(await waiting()).toBe(0);

  await page.reload();
  await changeAll(page, "7", { tells: true });
  await dialog(page).getByText("$3,465.00 a month becomes $3,707.55.").waitFor();
  await dialog(page).getByText("$101.00 → $108.07").waitFor();
  await dialog(page).getByRole("button", { name: "Change 30 prices" }).click();
  await dialog(page).getByText("30 prices changed.").waitFor();
  await office.product.idle();
  await eventually(async () => (await mails("Your price from 1 Feb 2027")).length).toBe(CLIENTS);

  // One client says no.
  const withdrawn = ids[0] ?? "";
  const row = (await stored()).find(({ id }) => id === withdrawn);
  const { client_id = "", start_date = "", frequency = "monthly", amount = 0 } = row ?? {};
  await office.asStaff("PUT /api/v1/subscriptions/{id}", {
    params: { id: withdrawn },
    body: { client_id, start_date, frequency, amount, next_price: null },
  });
  await office.product.idle();
  expect(await mails("Your price stays")).toMatchObject([{ to: ["1@client.example"] }]);

  for (let month = 0; month <= 12; month += 1) {
    const day = addMonths("2026-12-28", month);
    await office.product.setClock(`${day}T07:00`);
    await office.product.runSchedule(localSchedule("daily-run"), Date.parse(`${day}T07:00:00+03:00`));
    await office.product.idle();
  }
  const subscriptions = await stored();
  for (const [index, id] of ids.entries()) {
    const subscription = subscriptions.find((candidate) => candidate.id === id);
    const { charges } = (
      await office.asStaff("GET /api/v1/clients/{id}/account", {
        params: { id: subscription?.client_id ?? "" },
      })
    ).body;
    const before = 101 + index;
    const after = index === 0 ? before : Math.round(before * 107) / 100;
    expect(subscription?.amount).toBe(after);
    expect(charges.slice(0, 13).map((charge) => charge.amount)).toEqual([
      before,
      before,
      ...Array.from({ length: 11 }, () => after),
    ]);
  }
});
