import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { mimeMessage } from "./mime.ts";

const email = { subject: "Renewal", text: "Dear Jane", html: "<p>Dear Jane</p>" };
const envelope = { from: "no-reply@mwamba.example", to: "jane@client.example" };

test("a message has both parts, says that it is automatic, and names its thread", async () => {
  const message = await PostalMime.parse(
    await mimeMessage(email, { ...envelope, name: 'A "B" Ltd', thread: "<one@mwamba.example>" }),
  );
  expect(message).toMatchObject({
    from: { name: 'A "B" Ltd', address: "no-reply@mwamba.example" },
    to: [{ name: "", address: "jane@client.example" }],
    subject: "Renewal",
    inReplyTo: "<one@mwamba.example>",
    references: "<one@mwamba.example>",
    attachments: [],
  });
  expect(message.cc).toBeUndefined();
  expect(message.text?.trim()).toBe(email.text);
  expect(message.html?.trim()).toBe(email.html);
  expect(message.headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
      expect.objectContaining({ key: "x-auto-response-suppress", value: "OOF, AutoReply" }),
    ]),
  );
});

test("a message has its copies and its attachments", async () => {
  const content = Buffer.from([0, 255, 13, 10, 46, 13, 10]);
  const cc = [{ email: "books@client.example", name: "Ann, the accountant" }, { email: "b@client.example" }];
  const message = await PostalMime.parse(
    await mimeMessage(email, {
      ...envelope,
      cc,
      attachments: [{ filename: "INV-2026-000001.pdf", contentType: "application/pdf", content }],
    }),
  );
  expect(message.cc).toEqual(cc.map(({ email, name = "" }) => ({ address: email, name })));
  expect(message.attachments).toEqual([
    expect.objectContaining({ filename: "INV-2026-000001.pdf", mimeType: "application/pdf" }),
  ]);
  expect(Buffer.from(message.attachments[0]?.content as ArrayBuffer)).toEqual(content);
  expect(message.text?.trim()).toBe(email.text);
});

test("no text starts another header or adds an address, and every line is short enough", async () => {
  const attack = "Jane\r\nBcc: all@client.example\u2028X, <all@client.example>";
  const long = `Wanjikũ 👩🏾‍👩🏾‍👧🏾 ${"ж".repeat(300)}`;
  const ordinary = await headersOf(await mimeMessage(email, { ...envelope, cc: [{ email: "a@b.example" }] }));
  for (const text of [attack, long, "=?UTF-8?B?SmFuZQ==?=", "a".repeat(2_000), "half \ud83d", `"\\"`]) {
    const name = text.slice(0, 250);
    const bytes = await mimeMessage(
      { subject: text, html: "x".repeat(5_000), text },
      { ...envelope, name, cc: [{ email: "a@b.example", name }] },
    );
    const message = await PostalMime.parse(bytes);
    expect(await headersOf(bytes)).toEqual(ordinary);
    expect(message.to).toEqual([{ name: "", address: envelope.to }]);
    expect(message.cc).toEqual([{ name: expect.any(String), address: "a@b.example" }]);
    const longest = Math.max(
      ...bytes
        .toString()
        .split("\r\n")
        .map((line) => Buffer.byteLength(line)),
    );
    expect(longest).toBeLessThan(998);
    if (text === attack) continue;
    expect(message.subject).toBe(text.toWellFormed());
    // Some mail programs decode what looks like an encoded word within a name.
    if (text.startsWith("=?")) continue;
    expect(message.from?.name).toBe(name.toWellFormed());
    expect(message.cc?.[0]?.name).toBe(name.toWellFormed());
  }
});

const headersOf = async (bytes: Buffer) =>
  (await PostalMime.parse(bytes)).headers.map(({ key }) => key).sort();
