import { expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { backOffice, eventually } from "../test/admin-browser.ts";
import { today } from "../test/product.ts";
import { companyProfile } from "../test/reminder-product.ts";

const office = backOffice();
const address = "accounts@owing.example";

/** The daily run at 7:00 of a day, with all its emails. */
async function dailyRun(day: string): Promise<void> {
  const daily = office.product.schedules().find(({ expression }) => expression.startsWith("cron"));
  await office.product.runSchedule(daily?.name ?? "", Date.parse(`${day}T07:00:00+03:00`));
  await office.product.idle();
}
const mails = async () => (await office.product.inbox()).filter(({ to }) => to[0] === address);

test("a client who owes three months over two subscriptions gets one email, pays it by one transfer, and gets one receipt", async () => {
  const settings = { company_name: "Mwamba Software", mpesa_paybill: "522522", send_receipts: true };
  const saved = await office.asAdmin("POST /api/v1/settings", { body: { ...companyProfile, ...settings } });
  expect(saved.body.error).toBeUndefined();
  const body = { name: "Umoja Sacco", email: address };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const monthly = { client_id: client.id, start_date: "2026-01-10", frequency: "monthly", currency: "KES" };
  for (const more of [
    { service: "Loan system", amount: 15_500, next_billing_date: "2026-11-10" },
    { service: "Hosting", amount: 4_500, next_billing_date: "2026-12-15" },
  ])
    await office.asStaff("POST /api/v1/subscriptions", { body: { ...monthly, ...more } });

  await dailyRun(today);
  const [reminder, ...others] = await mails();
  expect(others).toEqual([]);
  expect(reminder?.subject).toBe("Payment overdue, please pay today: KES 35,500.00");
  for (const part of ["Loan system", "Hosting", "522522", client.payment_reference?.slice(0, 3) ?? ""])
    expect(reminder?.text).toContain(part);

  const page = await office.openAs(office.staff, "/admin");
  await page.getByRole("button", { name: "Record payment from Umoja Sacco" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("3 periods are due: KES 35,500.00.").waitFor();
  // Somebody can choose what is paid first; the sentence says it, and stays in view while the charges scroll.
  await dialog.getByLabel("Pays first").selectOption("Hosting");
  await dialog.getByText("Pays Hosting first, then the oldest other charges.").waitFor();
  await eventually(() => dialog.getByLabel("Amount (KES)").inputValue()).toBe("4500.00");
  await dialog.getByLabel("Pays first").selectOption("The oldest charges");
  await page.setViewportSize({ width: 390, height: 600 });
  await dialog
    .getByLabel(/^Pays of/)
    .last()
    .scrollIntoViewIfNeeded();
  expect((await dialog.getByText("Nothing else is due.").boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await dialog.getByLabel("Method").selectOption("M-Pesa");
  await dialog.getByLabel("Reference").fill("SK12ABC3D4");
  await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  await page.getByText("Umoja Sacco has paid KES 35,500.00 for 3 periods. Nothing else is due.").waitFor();
  await page.getByRole("region", { name: "Overdue" }).getByText("Nothing is overdue.").waitFor();

  await office.product.idle();
  const receipts = (await mails()).filter(({ subject }) => subject.startsWith("Payment received"));
  expect(receipts).toHaveLength(1);
  expect(receipts[0]?.subject).toBe("Payment received 24 Dec 2026: KES 35,500.00 (receipt 2026-000001)");
  expect(receipts[0]?.text).toContain("Paid in full: nothing more is due now.");

  // Until a week before the next charge nothing else comes.
  for (let day = addDays(today, 1); day < "2027-01-03"; day = addDays(day, 1)) await dailyRun(day);
  expect(await mails()).toHaveLength(2);
  await dailyRun("2027-01-03");
  expect(await mails()).toHaveLength(3);
});
