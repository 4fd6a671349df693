import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SESClient, SendEmailCommand } from "@aws-sdk/client-ses";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import type { EmailName } from "../shared/reminders/reminder.ts";
import { backOffice, eventually } from "../test/browser/admin-browser.ts";
import { violationsOf } from "../test/browser/axe.ts";
import { companyProfile } from "../test/product/reminder-product.ts";

const office = backOffice();
const mailTest = (email: EmailName) =>
  office.asStaff("POST /api/v1/emails/{email}/test", { params: { email } });
office.prepare(async () => {
  await office.asAdmin("POST /api/v1/settings", { body: companyProfile });
  // The administrator gets a notice.
  await office.product.idle();
});

const body = (page: Page) => page.frameLocator("iframe[title='The email']").locator("body");

const inOneLine = (text: string | null) => (text ?? "").trim().replace(/\s+/g, " ");

/** Chromium's errors when the policy blocks a script, picture, stylesheet or form. */
const refusals = [
  /Blocked script execution/,
  /pixel\.png.*Content Security Policy/,
  /style\.css.*Content Security Policy/,
  /Blocked form submission/,
];

test("the inbox shows each email on arrival, as HTML and plain text; a malicious one runs no script and fetches nothing", async () => {
  const page = await office.open(office.product.mail);
  const emails = page.getByRole("navigation", { name: "Emails" }).getByRole("link");
  await emails.first().waitFor();
  // The invitations and the notice about the settings came first.
  const invitations = (await office.product.inbox()).length;
  for (const [before, email] of (["overdue", "digest"] as const).entries()) {
    const example = (await office.asStaff("GET /api/v1/emails/{email}", { params: { email } })).body;
    await mailTest(email);
    await eventually(() => emails.count()).toBe(invitations + before + 1);
    await emails.filter({ hasText: `Test: ${example.subject}` }).click();
    await page.getByRole("heading", { name: example.subject }).waitFor();
    const designed = inOneLine(await body(page).textContent());
    await page.getByRole("tab", { name: "Text" }).click();
    const plain = inOneLine(await page.locator("pre").textContent());
    for (const shown of [designed, plain]) expect(shown.length).toBeGreaterThan(40);
    expect(plain).toBe(inOneLine(example.text));
    await page.getByRole("tab", { name: "HTML" }).click();
  }

  // The inbox is accessible on a desktop and on a phone, as a list and with an email.
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsOf(page), `${width} pixels`).toEqual([]);
  }
  await page.goto(office.product.mail);
  await emails.first().waitFor();
  expect(await violationsOf(page), "as a list on a phone").toEqual([]);

  // A malicious email runs no script and fetches nothing. The server must get no request; the
  // browser also reports requests that it then blocks.
  const requests: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    requests.push(url);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const theirs = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  office.allowConsoleErrors(...refusals);
  const ses = new SESClient({
    region: office.product.region,
    endpoint: office.product.awsEndpoint,
    credentials: { accessKeyId: "LOCALADMIN", secretAccessKey: "local" },
  });
  const ours = (await office.product.inbox()).find(({ subject }) => subject.startsWith("Test: "));
  const Data = `<p>Hello</p><script>document.body.append(" ran")</script>
    <img src="${theirs}/pixel.png" onerror="document.body.append(' ran')">
    <link rel="stylesheet" href="${theirs}/style.css"><form action="${theirs}/form"><button>Go</button></form>`;
  await ses.send(
    new SendEmailCommand({
      Source: ours?.from,
      Destination: { ToAddresses: ["somebody@client.example"] },
      Message: { Subject: { Data: "<b>Hostile</b>" }, Body: { Html: { Data } } },
    }),
  );
  await page.getByRole("link", { name: /<b>Hostile<\/b>/ }).click();
  await body(page).getByText("Hello").waitFor();
  await body(page).getByRole("button", { name: "Go" }).click();
  const added = await body(page).evaluate(({ childNodes }) =>
    [...childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes("ran")),
  );
  expect(added).toEqual([]);
  // After the browser has blocked all of them, no request is pending.
  for (const refusal of refusals) await eventually(() => refused.join("\n")).toMatch(refusal);
  expect(requests).toEqual([]);
});
