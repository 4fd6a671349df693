import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type backOffice, eventually, navigate } from "../../test/browser/admin-browser.ts";
import { checklist } from "../../test/browser/dashboard-on-screen.ts";

type Office = ReturnType<typeof backOffice>;

/** The first run shows what to do. A seeding that fails halfway shows an error, and the next one creates only what is missing. */
export async function addSamples(page: Page, office: Office): Promise<void> {
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  await eventually(() => checklist(page).getByRole("link").allTextContents()).toEqual([
    "Ask an administrator to enter the company's details",
    "Add the first client",
    "import your clients from a spreadsheet",
    "Add the first subscription",
    "Send yourself a test reminder",
  ]);

  const said = await listen(page);
  let posted = 0;
  await page.route("**/api/v1/clients", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    posted += 1;
    return posted > 3 ? route.fulfill({ status: 503, body: "{}" }) : route.continue();
  });
  await page.getByRole("button", { name: "Add sample data" }).click();
  await page.getByRole("alert").filter({ hasText: "Failed to seed data. Please try again." }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });

  await page.getByRole("button", { name: "Add sample data" }).click();
  await page.getByText("Data seeding completed successfully!").waitFor();
  const steps = [
    "Starting data seeding...",
    "Creating sample clients...",
    "Creating sample subscriptions...",
  ];
  expect(await said()).toEqual([...steps, ...steps, "Data seeding completed successfully!"]);
  await page
    .getByText("Attention: You have 1 overdue subscription(s) that need immediate attention.")
    .waitFor();

  const { clients } = (await office.asStaff("GET /api/v1/clients")).body;
  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  expect(clients).toHaveLength(5);
  expect(subscriptions).toHaveLength(6);
  expect(clients.every(({ email, sample }) => sample && email.endsWith(".example"))).toBe(true);
  const amounts = subscriptions.map(({ amount }) => amount);
  expect([Math.min(...amounts), Math.max(...amounts)]).toEqual([149.99, 1999.99]);
  expect(new Set(subscriptions.map(({ frequency }) => frequency)).size).toBe(4);
}

/** Staff remove the samples while all records are samples, after a confirmation. */
export async function removeSamples(page: Page, office: Office): Promise<void> {
  await navigate(page, "/admin");
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("5 sample clients and 6 sample subscriptions were removed.").waitFor();
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  expect((await office.asStaff("GET /api/v1/clients")).body.clients).toEqual([]);
}

/** Records every text that the seeding progress shows, however briefly. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const progress = page.getByRole("region", { name: "First steps" }).getByRole("status").first();
  const said = await progress.evaluateHandle((place) => {
    const texts: string[] = [];
    const note = () => {
      const text = place.textContent ?? "";
      if (text && text !== texts.at(-1)) texts.push(text);
    };
    new MutationObserver(note).observe(place, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  return () => said.jsonValue();
}
