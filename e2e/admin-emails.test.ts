import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type MailSender, recordFor } from "../shared/mail-domain.ts";
import { EmailName } from "../shared/reminders/reminder.ts";
import { backOffice, eventually, navigate } from "../test/browser/admin-browser.ts";
import { companyProfile } from "../test/product/reminder-product.ts";

const office = backOffice();
const path = "/admin/settings/emails";
const logo_url = "https://pictures.example/logo.png";
const [domain, bounces] = ["mwamba.example", "bounces.mwamba.example"];
/** The sender of a deployment with a domain, whose DNS records are incomplete. */
const incompleteSender: MailSender = {
  address: "no-reply@mwamba.example",
  domain,
  checks: [
    { check: "dkim", state: "waiting", records: [recordFor.dkim(domain, "one")] },
    { check: "mail_from", state: "missing", records: [recordFor.mail_from(bounces, "eu-west-1")] },
    { check: "spf", state: "fine", records: [recordFor.spf(bounces)] },
    { check: "dmarc", state: "missing", records: [recordFor.dmarc(domain)] },
  ],
};

office.prepare(() => office.asAdmin("POST /api/v1/settings", { body: { ...companyProfile, logo_url } }));

/** Staff see every email as HTML and text, under the page's Content-Security-Policy, and do not edit it. */
async function readEmails(page: Page): Promise<void> {
  const asked = page.waitForEvent("console", (message) => message.location().url === logo_url);
  await page.getByRole("link", { name: "Emails", exact: true }).click();
  await page.getByText("Only administrators can edit templates.").waitFor();
  expect(await page.getByLabel("Subject").isEditable()).toBe(false);
  expect(await page.getByRole("button", { name: /^(Save template|Insert )/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Send me a test" }).waitFor();

  const names = page.getByRole("navigation", { name: "Emails" }).getByRole("link");
  await eventually(() => names.count()).toBe(EmailName.options.length);
  // One to clients, one to staff.
  for (const name of [names.first(), names.last()]) {
    await name.click();
    const title = ((await name.textContent()) ?? "").replace(/to (clients|you|staff)$/, "");
    await page.getByRole("heading", { name: title, level: 2 }).waitFor();
    const frame = page.frameLocator("iframe");
    await frame.locator("body td").first().waitFor();
    const subject = (await page.locator("dd").first().textContent()) ?? "";
    expect(await frame.locator("title").textContent()).toBe(subject);
    // Its inline styles apply.
    expect(await frame.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
      "rgb(251, 250, 246)",
    );
    await page.getByLabel("Format").selectOption("text");
    await page.locator("pre").waitFor();
    await page.getByLabel("Format").selectOption("");
  }
  expect((await asked).text()).toContain("net::");
}

/** The missing DNS records of the sender can be copied (lambdas/outbox/mail-sender.test.ts checks them). */
async function copyRecords(page: Page): Promise<void> {
  await page.route("**/api/v1/reminders/sender", (route) => route.fulfill({ json: incompleteSender }));
  await page.getByRole("link", { name: "Reminder days" }).click();
  const card = page.getByRole("region", { name: "Deliverability" });
  await card.getByText("no-reply@mwamba.example").waitFor();
  const said = async (name: string) => card.getByRole("listitem").filter({ hasText: name }).textContent();
  expect(await said("Signature (DKIM)")).toContain("AWS checks them");
  expect(await said("Return address (MAIL FROM)")).toContain("go to an Amazon domain");
  expect(await said("Allowed senders (SPF)")).toBe("Allowed senders (SPF)Good");
  expect(await said("Protection against forged emails (DMARC)")).toContain("Gmail and Yahoo require this");
  expect(await card.getByLabel("Missing DNS records").inputValue()).toBe(
    [
      "bounces.mwamba.example\tMX\t10 feedback-smtp.eu-west-1.amazonses.com",
      "_dmarc.mwamba.example\tTXT\tv=DMARC1; p=none",
    ].join("\n"),
  );
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await card.getByRole("button", { name: "Copy list" }).click();
  await page.getByText("The list was copied.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("_dmarc.mwamba.example\tTXT");
}

/** Light or dark is remembered, and can follow the system again; a reload shows the records that are fine now. */
async function chooseAppearance(page: Page): Promise<void> {
  const card = page.getByRole("region", { name: "Deliverability" });
  const choose = async (name: string) => {
    await page.getByRole("button", { name: /, your account$/ }).click();
    await page.getByRole("group", { name: "Appearance" }).getByRole("button", { name }).click();
  };
  const scheme = (name: string) => page.locator(`html[data-mantine-color-scheme=${name}]`).waitFor();
  await scheme("light");
  await choose("Dark");
  await scheme("dark");
  const checks = incompleteSender.checks.map((check) => ({ ...check, state: "fine" as const }));
  await page.route("**/api/v1/reminders/sender", (route) =>
    route.fulfill({ json: { ...incompleteSender, checks } }),
  );
  await page.reload();
  await card.getByText("Sender address").waitFor();
  await card.getByText("Good", { exact: true }).nth(3).waitFor();
  expect(await card.getByLabel("Missing DNS records").count()).toBe(0);
  await scheme("dark");
  await choose("Auto");
  await scheme("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await scheme("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** Pressing again sends no second test. */
async function sendTest(page: Page): Promise<void> {
  await navigate(page, path);
  await page.getByText(`It is sent to ${office.staff.email}, your own address`).waitFor();
  await page.getByRole("button", { name: "Send me a test" }).dblclick();
  const said = page.getByRole("status").filter({ hasText: "The test was sent" });
  await said.getByText(office.staff.email).waitFor();
  const tests = (await office.product.inbox()).filter(({ subject }) => subject.startsWith("Test: "));
  expect(tests.map(({ to }) => to)).toEqual([[office.staff.email]]);
  await office.product.idle();
  await said.getByRole("link", { name: "Send log" }).click();
  const row = page.getByRole("row").filter({ hasText: "Test email" });
  await row.filter({ hasText: "Person 2" }).filter({ hasText: "Delivered" }).waitFor();
}

/** No script in the HTML runs, not even an injected one. */
async function readScript(page: Page): Promise<void> {
  office.allowConsoleErrors(
    /Blocked script execution/,
    /Refused to load|violates the following|Content Security Policy/,
  );
  const html = `<p>Hello</p><script>document.body.append("ran")</script><img src=x onerror="document.body.append('ran')">`;
  await page.route("**/api/v1/emails/digest*", (route) =>
    route.fulfill({ json: { subject: "Hello", text: "Hello", html } }),
  );
  await navigate(page, `${path}?email=digest`);
  const body = page.frameLocator("iframe").locator("body");
  await body.getByText("Hello").waitFor();
  expect(await page.locator("iframe").getAttribute("sandbox")).toBe("");
  expect(await body.textContent()).toBe('Hellodocument.body.append("ran")');
}

/** On a phone, with the button just above the bar: the refusal below it comes into view. */
async function sendTooMany(page: Page): Promise<void> {
  const error = "You have sent 20 tests within an hour. You can send the next one in 12 minutes.";
  await page.route("**/api/v1/emails/digest/test", (answer) =>
    answer.fulfill({ status: 429, json: { error } }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  const send = page.getByRole("button", { name: "Send me a test" });
  await send.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 70));
  await send.click();
  const refusal = page.getByRole("alert").filter({ hasText: error });
  const isUncovered = (element: Element) => {
    const { left, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 20, bottom - 5));
  };
  await eventually(() => refusal.evaluate(isUncovered)).toBe(true);
}

/** A client that the preview of an email can be with. */
async function addLedger(): Promise<void> {
  const added = await office.asStaff("POST /api/v1/clients", {
    body: { name: "Amani Traders", email: "amani@example.com" },
  });
  const subscription = {
    client_id: added.body.client.id,
    start_date: "2026-01-15",
    frequency: "monthly" as const,
  };
  await office.asStaff("POST /api/v1/subscriptions", {
    body: { ...subscription, amount: 250, service: "Ledger" },
  });
}

/** Templates of emails to clients can be edited with a live preview, tested and saved. */
async function editTemplate(page: Page): Promise<void> {
  const preview = page.frameLocator("iframe").locator("body");
  const subject = page.getByLabel("Subject");
  const save = page.getByRole("button", { name: "Save template" });

  await subject.fill("Bill for ");
  await page.getByRole("button", { name: "Insert {service}" }).click();
  await page.getByLabel("At the end").fill("Asante <b>sana</b>");
  await preview.getByText("Asante <b>sana</b>").waitFor();
  await page.getByRole("combobox", { name: "Preview with" }).fill("Amani");
  await page.getByRole("option", { name: "Amani Traders" }).click();
  await preview.getByText("Dear Amani Traders,").waitFor();
  await preview.getByText("$250.00").first().waitFor();
  await page.locator("dd").getByText("Bill for Ledger").waitFor();

  await page.getByRole("button", { name: "Send me a test" }).click();
  await page.getByText("The test was sent").waitFor();
  const subjects = async () => (await office.product.inbox()).map(({ subject }) => subject);
  await eventually(subjects).toContain("Test: Bill for Ledger");
  await save.click();
  await page.getByText("The template was saved.").waitFor();
  await page.getByRole("link", { name: "Renewal reminder to clients, edited" }).waitFor();
  await page.reload();
  await eventually(() => subject.inputValue()).toBe("Bill for {service}");
}

test("staff read every email, copy missing DNS records, choose light or dark and send a test to themselves", async () => {
  const page = await office.openAs(office.staff, "/admin/settings");
  // The host of the logo does not respond. A picture that the page's policy blocks is another error, which is not allowed.
  office.allowConsoleErrors(/Failed to load resource/);
  await readEmails(page);
  await copyRecords(page);
  await chooseAppearance(page);
  await sendTest(page);
  await readScript(page);
  await sendTooMany(page);
});

test("an administrator edits a template", async () => {
  // The host of the logo does not respond.
  office.allowConsoleErrors(/Failed to load resource/);
  await addLedger();
  await editTemplate(await office.openAs(office.admin, path));
});
