import { expect, test } from "vitest";
import { EmailName } from "../shared/reminders.ts";
import { backOffice, eventually, failedRequest } from "../test/admin-browser.ts";
import { companyProfile } from "../test/reminding.ts";

const office = backOffice();
const path = "/admin/settings/emails";

test("a test goes to one's own address, whatever the settings say, once, and stands in the send log", async () => {
  office.forgive(failedRequest);
  const page = await office.openAs(office.staff, "/admin/settings");
  await page.getByRole("link", { name: "See the emails" }).click();
  await page.getByText(`It goes to ${office.staff.email}, your own address`).waitFor();
  await page.getByRole("button", { name: "Send me a test" }).dblclick();
  const said = page.getByRole("status").filter({ hasText: "The test is on its way" });
  await said.getByText(office.staff.email).waitFor();
  const tests = (await office.product.inbox()).filter(({ subject }) => subject.startsWith("Test: "));
  expect(tests.map(({ to }) => to)).toEqual([[office.staff.email]]);
  await office.product.idle();
  await said.getByRole("link", { name: "Send log" }).click();
  const row = page.getByRole("row").filter({ hasText: "Test of an email" });
  await row.filter({ hasText: "Person 2" }).filter({ hasText: "Delivered" }).waitFor();
});

test("a test that is refused, or one too many, is told in the server's words", async () => {
  office.forgive(failedRequest);
  const page = await office.openAs(office.staff, `${path}?email=digest`);
  const route = "**/api/v1/emails/digest/test";
  const error = "That was 20 tests within an hour. You can send the next one in 12 minutes.";
  await page.route(route, (answer) => answer.fulfill({ status: 429, json: { error } }));
  await page.getByRole("button", { name: "Send me a test" }).click();
  await page.getByRole("alert").filter({ hasText: error }).waitFor();
});

test("all emails are shown as designed and as plain text, under the page's own policy", async () => {
  await office.asStaff("POST /api/v1/settings", { body: companyProfile });
  const page = await office.openAs(office.staff, path);
  const names = page.getByRole("navigation", { name: "Emails" }).getByRole("link");
  await eventually(() => names.count()).toBe(EmailName.options.length);
  for (const name of await names.all()) {
    await name.click();
    const title = ((await name.textContent()) ?? "").replace(/to (clients|you|staff)$/, "");
    await page.getByRole("heading", { name: title, level: 2 }).waitFor();
    const frame = page.frameLocator("iframe");
    await frame.locator("body td").first().waitFor();
    const subject = (await page.locator("dd").first().textContent()) ?? "";
    expect(await frame.locator("title").textContent()).toBe(subject);
    // Its inline styles are in force: the email is set as it will be read.
    expect(await frame.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
      "rgb(251, 250, 246)",
    );
    await page.getByLabel("Plain text").check();
    await page.locator("pre").waitFor();
    await page.getByLabel("As designed").check();
  }
});

test("an email's HTML runs no script, not even one that got into it", async () => {
  office.forgive(/Blocked script execution/);
  const page = await office.openAs(office.staff);
  const html = `<p>Hello</p><script>document.body.append("ran")</script><img src=x onerror="document.body.append('ran')">`;
  await page.route("**/api/v1/emails/upcoming", (route) =>
    route.fulfill({ json: { subject: "Hello", text: "Hello", html } }),
  );
  office.forgive(failedRequest, /Refused to load|violates the following|Content Security Policy/);
  await page.goto(path);
  const body = page.frameLocator("iframe").locator("body");
  await body.getByText("Hello").waitFor();
  expect(await page.locator("iframe").getAttribute("sandbox")).toBe("");
  expect(await body.textContent()).toBe('Hellodocument.body.append("ran")');
});
