import { expect, test } from "vitest";
import { localSchedule } from "../infra/stack-names.ts";
import { backOffice, eventually } from "../test/browser/admin-browser.ts";
import { companyProfile } from "../test/product/reminder-product.ts";

const office = backOffice();

async function dailyRun(day: string): Promise<void> {
  await office.product.setClock(`${day}T09:00`);
  await office.product.runSchedule(localSchedule("daily-run"), Date.parse(`${day}T07:00:00+03:00`));
  await office.product.idle();
}

test("a client leaves owing, is reminded after the last day, pays, comes back from a day on, and is charged again", async () => {
  const saved = await office.asAdmin("POST /api/v1/settings", { body: companyProfile });
  expect(saved.body.error).toBeUndefined();
  const email = "leaver@client.example";
  const { client } = (await office.asStaff("POST /api/v1/clients", { body: { name: "Leaver Ltd", email } }))
    .body;
  const terms = { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", currency: "USD" };
  const params = { id: client.id };
  const ids: Record<string, string> = {};
  for (const [service, amount] of [
    ["Hosting", 25],
    ["Payroll", 40],
  ] as const) {
    const body = { ...terms, service, amount, next_billing_date: "2026-12-28" };
    const { subscription } = (await office.asStaff("POST /api/v1/subscriptions", { body })).body;
    ids[service] = subscription.id;
  }
  const ahead = { subscription_id: ids.Hosting ?? "", period: "2027-01-28", amount: 25 };
  await office.asStaff("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: crypto.randomUUID(), amount: 25, currency: "USD", to: [ahead] },
  });

  const page = await office.openAs(office.staff, `/admin/clients/${client.id}`);
  await page.getByRole("button", { name: "Client leaves" }).click();
  const leaving = page.getByRole("dialog", { name: "Client leaves: Leaver Ltd" });
  await eventually(() => leaving.getByLabel("Last day").inputValue()).toBe("2026-12-31");
  await leaving.getByLabel("Last day").fill("2027-01-10");
  await leaving.getByLabel("Reason").selectOption("Price");
  const fact = (name: string) => leaving.locator(`dt:text-is("${name}") + dd`);
  await eventually(() => fact("Stays owed").textContent()).toBe("$40.00");
  await eventually(() => fact("Becomes credit").textContent()).toBe("$25.00");
  // The payment pays what is due within days.
  await eventually(() => fact("Credit left").textContent()).toBe("$0.00");
  await leaving.getByRole("button", { name: "Agree the last day" }).click();
  await leaving.waitFor({ state: "detached" });
  await page.getByText("Leaves on Jan 10, 2027: price").waitFor();
  await page.getByRole("button", { name: "Withdraw the end on Jan 10, 2027" }).click();
  await page.getByText("The end on Jan 10, 2027 was withdrawn.").waitFor();
  await page.getByText("Leaves on Jan 10, 2027: price").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Client leaves" }).click();
  await leaving.getByLabel("Last day").fill("2027-01-10");
  await leaving.getByRole("button", { name: "Agree the last day" }).click();
  await page.getByText("Leaves on Jan 10, 2027", { exact: true }).waitFor();

  for (const day of ["2026-12-29", "2027-01-11", "2027-01-20"]) await dailyRun(day);
  const mails = (await office.product.inbox()).filter(({ to }) => to[0] === email);
  expect(mails.some(({ subject }) => /overdue/i.test(subject))).toBe(true);
  const account = async () =>
    (await office.asStaff("GET /api/v1/clients/{id}/account", { params })).body.charges.map(
      ({ due, service, state }) => [due, service, state],
    );
  expect((await account()).filter(([, , state]) => state === "open").length).toBeGreaterThan(0);

  await office.product.setClock("2027-06-01T09:00");
  await office.asStaff("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: crypto.randomUUID(), amount: 40, currency: "USD" },
  });
  const later = await office.signInByForm(office.staff, `/admin/clients/${client.id}`);
  await later.getByText("Left on Jan 10, 2027").waitFor();
  await later.getByRole("button", { name: "Comes back" }).click();
  const back = later.getByRole("dialog", { name: "Client comes back: Leaver Ltd" });
  await back.getByLabel("Charge again from").fill("2027-07-01");
  await back.getByText("Hosting: $25.00 due Jul 28, 2027").waitFor();
  await back.getByRole("button", { name: "Make active again" }).click();
  await back.waitFor({ state: "detached" });
  await later.getByText("Left on Jan 10, 2027").waitFor({ state: "detached" });
  await dailyRun("2027-07-28");
  expect((await account()).filter(([due]) => due === "2027-07-28").sort()).toEqual([
    ["2027-07-28", "Hosting", "open"],
    ["2027-07-28", "Payroll", "open"],
  ]);
});
