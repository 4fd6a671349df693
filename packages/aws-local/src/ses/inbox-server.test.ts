import { request } from "node:http";
import { expect, test } from "vitest";
import { startSes } from "../../test/ses-under-test.ts";

test("the inbox page runs its own script and no other", async () => {
  const { service } = await startSes();
  const page = await fetch(service.url);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self';");
  expect(await page.text()).not.toMatch(/<script>| on\w+=/);
  const script = await fetch(`${service.url}/inbox.js`);
  expect(script.headers.get("content-type")).toContain("javascript");
  const code = await script.text();
  expect(code).toContain(`sandbox: "allow-popups allow-popups-to-escape-sandbox",`);
  expect(code).not.toMatch(/innerHTML|insertAdjacentHTML|interface Email/);
});

test("a page of another name that points here cannot read the mail", async () => {
  const { service } = await startSes();
  const status = await new Promise((resolve, reject) => {
    request(`${service.url}/messages`, { headers: { host: "evil.example" } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
  expect(status).toBe(403);
});

test("a page that follows the inbox is told when mail arrives", async () => {
  const { service } = await startSes();
  const changes = await fetch(`${service.url}/changes`);
  const reader = changes.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  service.deliver({ from: "pool@example.com", to: "jane@client.example", subject: "Code", text: "1234" });
  expect((await reader?.read())?.value).toContain("data: changed");
  await reader?.cancel();
});
