import { randomUUID } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { backOffice, chooseAction, eventually, failedRequest } from "../test/admin-browser.ts";
import { today } from "../test/product.ts";
import { databaseOf, tableNamed } from "../test/seed-rows.ts";

const office = backOffice();
let count = 0;

async function aClient(over: Record<string, unknown> = {}) {
  count += 1;
  const body = { name: `Client ${count}`, email: `client${count}@clients.example`, ...over };
  return (await office.asStaff("POST /api/v1/clients", { body })).body.client;
}

async function aSubscription(over: Record<string, unknown> = {}, client: Record<string, unknown> = {}) {
  const { id: client_id, name } = await aClient(client);
  const body = { client_id, start_date: "2026-11-10", frequency: "monthly", amount: 100, ...over };
  const { subscription } = (await office.asStaff("POST /api/v1/subscriptions", { body })).body;
  return { ...subscription, name };
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** The options of the client field; other lists are native. */
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

describe("the subscription form", () => {
  test("shows the next billing date, offers only active clients, and requires one", async () => {
    const client = await aClient({ name: "Baraka Stores", email: "pay@baraka.example" });
    await aClient({ name: "Gone Stores", status: "inactive" });
    const page = await office.openAs(office.staff, "/admin/subscriptions");
    await page.getByRole("heading", { name: "No subscriptions found" }).waitFor();
    await page.getByText("Create your first subscription to start tracking renewals and billing.").waitFor();
    await page.getByRole("button", { name: "Add Subscription" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add New Subscription" });
    const save = dialog.getByRole("button", { name: "Add Subscription" });
    expect(await save.isDisabled()).toBe(true);

    await dialog.getByLabel("Client").fill("stores");
    await options(page).first().waitFor();
    expect(await options(page).allTextContents()).toEqual(["Baraka Stores (pay@baraka.example)"]);
    await options(page).click();
    expect(await save.isEnabled()).toBe(true);

    await dialog.getByLabel("Start Date").fill("2026-01-31");
    await dialog.getByText("Next billing: Thursday, Dec 31, 2026").waitFor();
    expect(await dialog.getByLabel("Next billing date").inputValue()).toBe("2026-12-31");
    await dialog.getByLabel("Billing Frequency").selectOption("quarterly");
    await dialog.getByText("Next billing: Sunday, Jan 31, 2027").waitFor();
    await dialog.getByText("free: no payment reminders are sent").waitFor();
    await dialog.getByLabel("Amount ($)").fill("149.99");
    await dialog.getByText("$149.99 every quarter").waitFor();
    await dialog.getByLabel("Next billing date").fill("2026-12-20");
    await dialog.getByText("Saving makes the subscription overdue").waitFor();
    await save.dblclick();
    await dialog.waitFor({ state: "detached" });

    await row(page, client.name).getByText("4 days overdue").waitFor();
    await page.getByRole("button", { name: "1 overdue" }).waitFor();
    const { body } = await office.asStaff("GET /api/v1/subscriptions");
    expect(body.subscriptions).toHaveLength(1);
    expect(body.subscriptions[0]).toMatchObject({ amount: 149.99, next_billing_date: "2026-12-20" });
  });

  test("an empty amount is sent as 0 and shown as free", async () => {
    const client = await aClient();
    const page = await office.openAs(office.staff, "/admin/subscriptions?add=subscription");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Client").fill(client.name);
    await options(page).first().click();
    await dialog.getByRole("button", { name: "Add Subscription" }).click();
    await dialog.waitFor({ state: "detached" });
    await row(page, client.name).getByText("free", { exact: true }).waitFor();
  });

  test("the subscription of an inactive client can be edited, and resuming it late shows a note", async () => {
    const { id, name, client_id } = await aSubscription({
      status: "paused",
      next_billing_date: "2026-12-01",
    });
    await office.asStaff("PUT /api/v1/clients/{id}", {
      params: { id: client_id },
      body: { name, email: "x@clients.example", status: "inactive" },
    });
    const page = await office.openAs(office.staff, `/admin/subscriptions?edit=${id}`);
    const dialog = page.getByRole("dialog", { name: "Edit Subscription" });
    await eventually(() => dialog.getByLabel("Client").inputValue()).toContain(name);
    expect(await dialog.getByLabel("Next billing date").inputValue()).toBe("2026-12-01");
    await dialog.getByLabel("Status").selectOption("active");
    await dialog.getByText("Its billing date passed while it was not active.").waitFor();
    await dialog.getByRole("button", { name: "Save Subscription" }).click();
    await row(page, name).getByText("23 days overdue").waitFor();
  });
});

describe("a subscription whose client", () => {
  test("no longer exists cannot be saved before another is chosen", async () => {
    const { id } = await aSubscription();
    const other = await aClient({ name: "Takes Over Ltd" });
    const database = databaseOf(office.product);
    await database.send(
      new UpdateCommand({
        TableName: await tableNamed(database, "Subscriptions"),
        Key: { id },
        UpdateExpression: "SET client_id = :nobody",
        ExpressionAttributeValues: { ":nobody": randomUUID() },
      }),
    );
    const page = await office.openAs(office.staff, `/admin/subscriptions?edit=${id}`);
    const dialog = page.getByRole("dialog", { name: "Edit Subscription" });
    await dialog.getByText("The client of this subscription no longer exists.").waitFor();
    const save = dialog.getByRole("button", { name: "Save Subscription" });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel("Client").fill(other.name);
    await options(page).first().click();
    await save.click();
    await row(page, other.name).waitFor();
  });

  test("does not exist yet leads to the client form, and back to the input", async () => {
    const page = await office.openAs(office.staff, "/admin/settings");
    await page.route("**/api/v1/clients", (route) => route.fulfill({ json: { clients: [] } }));
    await page.getByRole("link", { name: "Subscriptions" }).click();
    await page.getByRole("button", { name: "Add Subscription" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add New Subscription" });
    await dialog.getByLabel("Amount ($)").fill("77");
    await dialog.getByText("There are no active clients yet.").waitFor();
    await dialog.getByRole("link", { name: "Add a client" }).click();
    await page.getByRole("dialog", { name: "Add New Client" }).waitFor();
    await page.goto("/admin/subscriptions?add=subscription");
    expect(await dialog.getByLabel("Amount ($)").inputValue()).toBe("77");
  });
});

test("an unknown frequency has a badge with its name, and can be corrected", async () => {
  const { id, name } = await aSubscription({ next_billing_date: addDays(today, 5) });
  const database = databaseOf(office.product);
  await database.send(
    new UpdateCommand({
      TableName: await tableNamed(database, "Subscriptions"),
      Key: { id },
      UpdateExpression: "SET frequency = :weekly",
      ExpressionAttributeValues: { ":weekly": "weekly" },
    }),
  );
  const page = await office.openAs(office.staff);
  const upcoming = page.getByRole("listitem").filter({ hasText: name });
  expect(await upcoming.getByText("weekly", { exact: true }).getAttribute("data-tone")).toBe("quiet");
  await page.goto(`/admin/subscriptions?q=${encodeURIComponent(name)}`);
  const badge = row(page, name).getByText("weekly", { exact: true });
  expect(await badge.getAttribute("data-tone")).toBe("quiet");
  await chooseAction(page, name, "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit Subscription" });
  await dialog.getByRole("button", { name: "Save Subscription" }).click();
  await dialog
    .getByText("The billing frequency must be monthly, quarterly, semi-annual or yearly.")
    .waitFor();
  await dialog.getByLabel("Billing Frequency").selectOption("monthly");
  await dialog.getByRole("button", { name: "Save Subscription" }).click();
  await row(page, name).getByText("Monthly", { exact: true }).waitFor();
});

/** How a row differs from the others on screen, with colours in steps of 1/255. */
const appearanceOf = (row: Locator) =>
  row.evaluate((row) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgb = (colour: string): number[] => {
      if (!canvas) return [];
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const part = (selector: string) => row.querySelector(selector) ?? row;
    const colourOf = (selector: string) => getComputedStyle(part(selector)).color;
    const apart = (a: string, b: string) => {
      const other = rgb(b);
      return rgb(a).reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0);
    };
    const is = (a: string, b: string) => apart(a, b) === 0;
    const token = (name: string) => {
      const probe = row.appendChild(document.createElement("td"));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const rightOf = (element: Node) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().right);
    };
    const [tone, paper] = [token("--tone"), token("--paper")];
    const edge = getComputedStyle(part("td")).boxShadow;
    const amount = [...document.querySelectorAll("th button")].find((one) => one.textContent === "Amount");
    return {
      tint: apart(getComputedStyle(row).backgroundColor, paper) / apart(tone, paper),
      edge: edge.endsWith(" 3px 0px 0px 0px inset") && is(edge.replace(/ 3px.*/, ""), tone),
      note: is(colourOf(".note"), tone),
      quietStatus: is(colourOf("[data-status] [data-tone]"), token("--quiet")),
      figureUnderHeader:
        rightOf(part("td[data-align=right] .figures")) === rightOf(amount?.firstChild ?? row),
    };
  });

describe("the portfolio", () => {
  test("shows sums, filters by status, frequency and due date, and colours overdue and due rows", async () => {
    const late = await aSubscription({ next_billing_date: addDays(today, -2), amount: 10 });
    const due = await aSubscription({ next_billing_date: today, amount: 20, frequency: "yearly" });
    const paused = await aSubscription({ status: "paused", amount: 1_000_000 });
    const page = await office.openAs(office.staff, "/admin/subscriptions");
    await row(page, due.name).getByText("Due today").waitFor();
    expect(await row(page, late.name).getAttribute("data-tone")).toBe("overdue");
    expect(await row(page, due.name).getAttribute("data-tone")).toBe("due-soon");
    expect(await row(page, paused.name).getByText("Paused").count()).toBe(1);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      for (const { name } of [late, due]) {
        const { tint, ...looks } = await appearanceOf(row(page, name));
        expect(looks).toEqual({ edge: true, note: true, quietStatus: true, figureUnderHeader: true });
        expect(tint, `${colorScheme}: the tone's share of the row`).toBeGreaterThan(0);
        expect(tint).toBeLessThanOrEqual(0.035);
      }
    }
    await page.emulateMedia({ colorScheme: "light" });

    const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
    const active = subscriptions.filter(({ status }) => status === "active");
    const sum = active.reduce((total, { amount }) => total + amount, 0);
    await page.getByText(`${subscriptions.length} total`).waitFor();
    await page.getByText(`$${sum.toFixed(2)} active`).waitFor();

    await page.getByLabel("Status").selectOption("Paused");
    await row(page, late.name).waitFor({ state: "detached" });
    await row(page, paused.name).waitFor();
    await page.getByLabel("Status").selectOption("");
    await page.getByLabel("Frequency").selectOption("yearly");
    await row(page, late.name).waitFor({ state: "detached" });
    await row(page, due.name).waitFor();
    await page.getByLabel("Frequency").selectOption("");
    await page.getByRole("button", { name: /^\d+ overdue$/ }).click();
    await row(page, due.name).waitFor({ state: "detached" });
    await row(page, late.name).waitFor();
    await page.waitForURL((url) => url.searchParams.get("due") === "overdue");
  });

  test("a payment is recorded with date, amount and reference, listed, and undone", async () => {
    const late = await aSubscription({
      start_date: "2026-08-31",
      next_billing_date: "2026-11-30",
      amount: 80,
    });
    const page = await office.openAs(office.staff, "/admin/subscriptions");
    await page.getByRole("button", { name: `Record payment from ${late.name}`, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Renew: ${late.name}` });
    await dialog.getByText("No payments yet.").waitFor();
    expect(await dialog.getByLabel("Paid on").inputValue()).toBe(today);
    await dialog.getByLabel("Paid on").fill("2026-12-23");
    await dialog.getByLabel("Amount ($)").fill("79.5");
    await dialog.getByText("What should happen with the missing $0.50?").waitFor();
    await dialog.getByLabel("Waive it: nothing more is due").check();
    await dialog.getByLabel("Reference").fill("QDK3X8");
    await dialog.getByRole("button", { name: "Renew", exact: true }).dblclick();
    await dialog.waitFor({ state: "detached" });
    await row(page, late.name).getByText("Dec 31, 2026").waitFor();

    await page.getByRole("button", { name: `Record payment from ${late.name}`, exact: true }).click();
    await dialog.getByText("Nov 30, 2026 · $79.50").waitFor();
    await dialog.getByText("Paid Dec 23, 2026 · QDK3X8").waitFor();
    await dialog.getByRole("button", { name: "Undo the payment for Nov 30, 2026" }).click();
    await dialog.getByText("No payments yet.").waitFor();
    await page.keyboard.press("Escape");
    await row(page, late.name).getByText("24 days overdue").waitFor();
  });

  test("a payment cannot have a future date, and undoing it after a change of schedule says that the due date stays", async () => {
    const { id, name, client_id } = await aSubscription({ next_billing_date: today, amount: 60 });
    const page = await office.openAs(office.staff, `/admin/subscriptions?renew=${id}`);
    const dialog = page.getByRole("dialog", { name: `Renew: ${name}` });
    await dialog.getByLabel("Paid on").fill(addDays(today, 1));
    await dialog.getByRole("button", { name: "Renew", exact: true }).click();
    await dialog.getByText(`The payment cannot be dated in the future: today is ${today}.`).waitFor();
    await dialog.getByLabel("Paid on").fill(today);
    await dialog.getByLabel("Reference").fill("MPESA1");
    await dialog.getByRole("button", { name: "Renew", exact: true }).click();
    await dialog.waitFor({ state: "detached" });

    await chooseAction(page, name, "Edit");
    const form = page.getByRole("dialog", { name: "Edit Subscription" });
    await form.getByLabel("Next billing date").fill(today);
    await form.getByText(`The period due ${today} is paid (on ${today}, reference MPESA1)`).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await office.asStaff("PUT /api/v1/subscriptions/{id}", {
      params: { id },
      body: { client_id, start_date: "2026-11-15", frequency: "monthly", amount: 60 },
    });
    await page.reload();
    await page.getByRole("button", { name: `Record payment from ${name}`, exact: true }).click();
    await dialog.getByRole("button", { name: "Undo the payment for Dec 24, 2026" }).click();
    await dialog.getByText("The next billing date stays 2027-01-15").waitFor();
    await dialog.getByText("No payments yet.").waitFor();
  });

  test("of two people who pay one period, the second sees the first payment, and continues with the next period", async () => {
    office.allowConsoleErrors(failedRequest);
    const due = await aSubscription({ next_billing_date: today });
    const first = await office.openAs(office.staff, `/admin/subscriptions?renew=${due.id}`);
    const second = await office.openAs(office.admin, `/admin/subscriptions?renew=${due.id}`);
    for (const page of [first, second])
      await page.getByText("This pays the period due on Dec 24, 2026").waitFor();
    const renew = async (page: Page, reference: string, next: string) => {
      const dialog = page.getByRole("dialog");
      if (reference) await dialog.getByLabel("Reference").fill(reference);
      await dialog.getByRole("button", { name: "Renew", exact: true }).click();
      if (next === "") return;
      await dialog.waitFor({ state: "detached" });
      await row(page, due.name).getByText(next).waitFor();
    };
    await renew(first, "MPESA1", "Jan 24, 2027");
    await renew(second, "MPESA2", "");
    const dialog = second.getByRole("dialog");
    await dialog
      .getByText("The period due 2026-12-24 is already paid: $100.00, paid on 2026-12-24, reference MPESA1.")
      .waitFor();
    await dialog.getByRole("button", { name: "Use the next unpaid period, keep what I typed" }).click();
    await dialog.getByText("This pays the period due on Jan 24, 2027").waitFor();
    expect(await dialog.getByLabel("Reference").inputValue()).toBe("MPESA2");
    await renew(second, "", "Feb 24, 2027");
    const { renewals } = (
      await office.asStaff("GET /api/v1/subscriptions/{id}/renewals", { params: { id: due.id } })
    ).body;
    expect(renewals.map(({ period, reference }) => `${period} ${reference}`)).toEqual([
      "2027-01-24 MPESA2",
      "2026-12-24 MPESA1",
    ]);
  });
});

describe("when loading or saving subscriptions fails", () => {
  const list = "**/api/v1/subscriptions";

  test("each failure has its message and a retry", async () => {
    office.allowConsoleErrors(failedRequest);
    const there = await aSubscription();
    const page = await office.openAs(office.staff, "/admin/settings");
    await page.route(list, (route) => route.fulfill({ status: 500, body: "no" }));
    await page.getByRole("link", { name: "Subscriptions" }).click();
    await page.getByText("Loading subscriptions...").waitFor();
    await page.getByRole("alert").filter({ hasText: "Failed to fetch data" }).waitFor();
    await page.unroute(list);
    await page.route(list, (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").filter({ hasText: "An error occurred while fetching data" }).waitFor();
    await page.unroute(list);
    await page.getByRole("button", { name: "Try again" }).click();
    await row(page, there.name).waitFor();
  });

  test("a failed save shows the server's message, or its own", async () => {
    office.allowConsoleErrors(failedRequest);
    const { id } = await aSubscription();
    const page = await office.openAs(office.staff, `/admin/subscriptions?edit=${id}`);
    const dialog = page.getByRole("dialog");
    const one = `**/api/v1/subscriptions/${id}`;
    for (const [answer, text] of [
      [
        { status: 400, body: JSON.stringify({ error: "That client does not exist." }) },
        "That client does not exist.",
      ],
      [{ status: 500, body: "" }, "Failed to save subscription"],
      [undefined, "An error occurred while saving the subscription"],
    ] as const) {
      await page.route(one, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await dialog.getByRole("button", { name: "Save Subscription" }).click();
      await dialog.getByRole("alert").filter({ hasText: text }).waitFor();
      await page.unroute(one);
    }
  });
});

// Last, as it leaves shillings beside the dollars of the others.
describe("the currency of a new subscription", () => {
  test("takes no amount until the currency is known, and sends a currency only if one was chosen", async () => {
    office.allowConsoleErrors(failedRequest, /settings could not be loaded/);
    const profile = (await office.asAdmin("GET /api/v1/settings")).body.settings;
    const save = (default_currency: "USD" | "KES") => {
      const { version: _, ...body } = profile;
      return office.asAdmin("POST /api/v1/settings", { body: { ...body, default_currency } });
    };
    await save("KES");
    await aClient({ name: "Shilling Stores" });
    const page = await office.openAs(office.staff, "/admin/reminders");
    const settings = "**/api/v1/settings";
    await page.route(settings, (route) => route.abort());
    await page.goto("/admin/subscriptions?add=subscription");
    const dialog = page.getByRole("dialog", { name: "Add New Subscription" });
    await dialog.getByText("The default currency could not be loaded.").waitFor();
    expect(await dialog.getByLabel("Amount", { exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel("Client").fill("Shilling");
    await options(page).click();
    const add = dialog.getByRole("button", { name: "Add Subscription" });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByLabel("Currency").selectOption("USD");
    expect(await dialog.getByLabel("Amount ($)").isEnabled()).toBe(true);
    await dialog.getByLabel("Currency").selectOption("KES");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();

    await page.goto("/admin/subscriptions?add=subscription");
    await dialog.getByText("The default currency could not be loaded.").waitFor();
    await page.unroute(settings);
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByLabel("Client").fill("Shilling");
    await options(page).click();
    await dialog.getByLabel("Amount (KES)").fill("15500");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await add.click();
    expect((await sent).postDataJSON()).not.toHaveProperty("currency");
    await dialog.waitFor({ state: "detached" });
    await row(page, "Shilling Stores").getByText("KES 15,500.00").waitFor();
    await save("USD");
  });
});
