import { request } from "node:http";
import { expect, test } from "vitest";
import { email, startSes } from "../../test/ses-under-test.ts";

test("the inbox page runs only its own script", async () => {
  const { service, ses, emails } = await startSes({ head: '<a href="http://127.0.0.1:1">Pay</a>' });
  const Html = { Data: '<script>alert("ran")</script>' };
  await ses.send(email({ Message: { Subject: { Data: "<i>" }, Body: { Html } } }));
  const page = await fetch(`${service.url}/?email=${(await emails())[0]?.id}`);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self';");
  const html = await page.text();
  expect(html).toContain('<a href="http://127.0.0.1:1">Pay</a>');
  expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(html).toContain("&#60;script&#62;alert(&#34;ran&#34;)");
  expect(html).not.toMatch(/<script>| on\w+=|<i>/);
  const script = await fetch(`${service.url}/inbox.js`);
  expect(script.headers.get("content-type")).toContain("javascript");
  const code = await script.text();
  expect(code).not.toMatch(/innerHTML|insertAdjacentHTML|Promise<void>/);
});

test("a request with another host name cannot read the emails", async () => {
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

test("an open page is notified of new emails", async () => {
  const { service } = await startSes();
  const changes = await fetch(`${service.url}/changes`);
  const reader = changes.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  service.deliver({ from: "pool@example.com", to: "jane@client.example", subject: "Code", text: "1234" });
  expect((await reader?.read())?.value).toContain("data: changed");
  await reader?.cancel();
});
