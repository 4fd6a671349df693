import type { Page } from "playwright-core";
import { expect } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { type backOffice, eventually, navigate } from "../../test/browser/admin-browser.ts";
import { createDebtor, entries, owed } from "../../test/browser/client-on-screen.ts";
import { today } from "../../test/product/product.ts";
import { companyProfile } from "../../test/product/reminder-product.ts";

type Office = ReturnType<typeof backOffice>;

const address = "accounts@owing.example";
export const transferCode = "SK12ABC3D4";

/** The daily run at 7:00 of a day, with all its emails. */
async function dailyRun({ product }: Office, day: string): Promise<void> {
  await product.runSchedule(localSchedule("daily-run"), Date.parse(`${day}T07:00:00+03:00`));
  await product.idle();
}
const mails = async ({ product }: Office) => (await product.inbox()).filter(({ to }) => to[0] === address);

async function sendReceipts(office: Office, send_receipts: boolean): Promise<void> {
  const settings = { company_name: "Mwamba Software", mpesa_paybill: "522522", send_receipts };
  const saved = await office.asAdmin("POST /api/v1/settings", { body: { ...companyProfile, ...settings } });
  expect(saved.body.error).toBeUndefined();
}

/** A client who owes three months gets one email. */
export async function remindOfDebts(office: Office): Promise<void> {
  await sendReceipts(office, true);
  const body = { name: "Umoja Sacco", email: address };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const monthly = { client_id: client.id, start_date: "2026-01-10", frequency: "monthly", currency: "KES" };
  for (const more of [
    { service: "Loan system", amount: 15_500, next_billing_date: "2026-11-10" },
    { service: "Hosting", amount: 4_500, next_billing_date: "2026-12-15" },
  ])
    await office.asStaff("POST /api/v1/subscriptions", { body: { ...monthly, ...more } });

  await dailyRun(office, today);
  const [reminder, ...others] = await mails(office);
  expect(others).toEqual([]);
  expect(reminder?.subject).toBe("Payment overdue, please pay today: KES 35,500.00");
  for (const part of ["Loan system", "Hosting", "522522", client.payment_reference?.slice(0, 3) ?? ""])
    expect(reminder?.text).toContain(part);
}

/** The client of the reminder pays by one transfer, and gets one receipt. */
export async function payByOneTransfer(page: Page, office: Office): Promise<void> {
  await page.getByRole("button", { name: "Record payment from Umoja Sacco" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("3 charges since Nov 10, 2026").waitFor();
  const pays = "Pays Loan system for November, Loan system for December and Hosting for December.";
  await dialog.getByText(pays).waitFor();
  // Somebody can choose what is paid first; the sentence says it.
  await dialog.getByRole("button", { name: "Change what it pays" }).click();
  await dialog.getByLabel("Pays first").selectOption("Hosting");
  await dialog.getByText("Pays Hosting for December.").waitFor();
  await eventually(() => dialog.getByLabel("Amount (KES)").inputValue()).toBe("4500.00");
  await dialog.getByLabel("Pays first").selectOption("The oldest charges");
  await dialog.getByText(pays).waitFor();
  await page.setViewportSize({ width: 390, height: 600 });
  await dialog.getByLabel("Method").selectOption("M-Pesa");
  await dialog.getByLabel("Reference").fill(transferCode);
  await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  await page.getByText("Umoja Sacco has paid KES 35,500.00. Nothing else is due.").waitFor();
  await page.getByRole("region", { name: "Overdue" }).getByText("Nothing is overdue.").waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });

  await office.product.idle();
  const receipts = (await mails(office)).filter(({ subject }) => subject.startsWith("Payment received"));
  expect(receipts).toHaveLength(1);
  expect(receipts[0]?.subject).toBe("Payment received 24 Dec 2026: KES 35,500.00 (receipt 2026-000001)");
  expect(receipts[0]?.text).toContain("Paid in full: nothing more is due now.");

  // Until a week before the next charge nothing else comes.
  await dailyRun(office, "2027-01-02");
  expect(await mails(office)).toHaveLength(2);
  await dailyRun(office, "2027-01-03");
  expect(await mails(office)).toHaveLength(3);
  // Anyone who undoes a payment later is told what is due, instead of what becomes of its receipt.
  await sendReceipts(office, false);
}

/** One sum pays several charges, as proposed or as the person chooses. */
export async function payInParts(page: Page, office: Office): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await navigate(page, `/admin/clients/${await createDebtor(office.asStaff)}`);
  await owed(page).getByText("3 charges since Oct 4, 2026").waitFor();
  await owed(page).getByText("61–90 days KES 98,765,432.10").waitFor();
  await owed(page).getByRole("button", { name: "Record payment" }).press("Enter");
  const dialog = page.getByRole("dialog");
  const pays = (name: string) => dialog.getByLabel(name);
  await dialog.getByRole("button", { name: "Change what it pays" }).click();
  // The usual currency comes first, also if an older charge has another one.
  await pays("Pays of Payroll, due Dec 4, 2026").waitFor();
  await dialog.getByLabel("Currency").selectOption({ label: "Kenya shillings" });
  await pays("Pays of Mfumo wa mikopo, matawi 12, due Oct 4, 2026").waitFor();
  await dialog.getByLabel("Currency").selectOption({ label: "US dollars" });
  const payroll = pays("Pays of Payroll, due Dec 4, 2026");
  await payroll.waitFor();
  const owedInAll = await payroll.inputValue();
  expect(Number(owedInAll)).toBeGreaterThan(1_000);
  const next = pays("Pays of Payroll, due Jan 4, 2027");
  // Each new sum is distributed again.
  for (const [sum, rest] of [
    ["900", "500.00"],
    ["1000", "600.00"],
  ] as const) {
    await dialog.getByLabel("Amount ($)").fill(sum);
    await eventually(() => payroll.inputValue()).toBe(`${sum}.00`);
    await next.fill("400");
    await eventually(() => payroll.inputValue()).toBe(rest);
  }
  await dialog.getByLabel("Reference").fill("CHQ 12");
  await dialog.getByText(/^Pays \$600\.00 of .*December and \$400\.00 of .*January 2027; /).waitFor();
  await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  await entries(page).filter({ hasText: "Paid $1,000" }).getByText("2 charges from Dec 4, 2026").waitFor();
  await owed(page).getByRole("button", { name: "Record payment" }).click();
  await dialog.getByLabel("Reference").fill("CHQ 12");
  await dialog.getByText("A payment with this reference is already recorded: $1,000.00").waitFor();
}

/** Money beyond all open charges is kept as credit if the person says so, and can be paid back. */
export async function payTooMuch(page: Page, office: Office): Promise<void> {
  const body = { name: "Faida", email: "faida@client.example" };
  const { id } = (await office.asStaff("POST /api/v1/clients", { body })).body.client;
  const dates = { start_date: "2026-01-20", next_billing_date: "2026-12-20" };
  const terms = { ...dates, frequency: "monthly", amount: 100 };
  await office.asStaff("POST /api/v1/subscriptions", { body: { client_id: id, ...terms } });
  await navigate(page, `/admin/clients/${id}`);
  await owed(page).getByRole("button", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount ($)").fill("260");
  await dialog.getByLabel("Keep it as the client's credit").check();
  await dialog.getByText("Pays December and January 2027; $60.00 stays as credit.").waitFor();
  await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  await dialog.waitFor({ state: "detached" });

  await owed(page).getByRole("button", { name: "Refund credit" }).click();
  await dialog.getByText("Of $60.00 credit.").waitFor();
  await dialog.getByLabel("Amount ($)").fill("20");
  await dialog.getByLabel("Reference").fill("EFT 7");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await page.getByText("$20.00 was refunded.").waitFor();
  await entries(page).filter({ hasText: "refunded $20" }).waitFor();
  await eventually(() => owed(page).textContent()).toContain("Credit$40.00");
  // A refund is taken back where its event is.
  await owed(page).getByRole("button", { name: "Record payment" }).click();
  await dialog.getByRole("button", { name: "Undo the refund of Dec 24, 2026" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Statement of account" }).click();
  await page.getByText("EFT 7").waitFor();
}
