import { expect, test } from "vitest";
import { mimeMessage } from "./mime.ts";

const email = { subject: "Renewal", text: "Dear Jane", html: "<p>Dear Jane</p>" };
const envelope = { from: "no-reply@mwamba.example", to: "jane@client.example" };
const headersIn = (message: string) => message.slice(0, message.indexOf("\r\n\r\n")).split("\r\n");
/** RFC 2047. */
const decode = (value: string) =>
  Buffer.concat(
    [...value.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)].map(([, word = ""]) => Buffer.from(word, "base64")),
  ).toString();

test("a message has both parts, says that it is automatic, and names its thread", () => {
  const message = mimeMessage(email, { ...envelope, name: 'A "B" Ltd', thread: "<one@mwamba.example>" });
  expect(headersIn(message).slice(0, -1)).toEqual([
    'From: "A B Ltd" <no-reply@mwamba.example>',
    "To: jane@client.example",
    "Subject: Renewal",
    "Auto-Submitted: auto-generated",
    "X-Auto-Response-Suppress: OOF, AutoReply",
    "In-Reply-To: <one@mwamba.example>",
    "References: <one@mwamba.example>",
    "MIME-Version: 1.0",
  ]);
  const bodies = [...message.matchAll(/base64\r\n\r\n(.*?)\r\n--/gs)].map(([, body = ""]) =>
    Buffer.from(body, "base64").toString(),
  );
  expect(bodies).toEqual([email.text, email.html]);
});

test("no text starts another header, and every line is short enough", () => {
  const attack = "Jane\r\nBcc: all@client.example\u2028X";
  const long = `Wanjikũ 👩🏾‍👩🏾‍👧🏾 ${"ж".repeat(300)}`;
  for (const text of [attack, long, "=?UTF-8?B?SmFuZQ==?=", "a".repeat(2_000), "half \ud83d"]) {
    const message = mimeMessage(
      { ...email, subject: text, html: "x".repeat(5_000) },
      { ...envelope, name: text, replyTo: attack },
    );
    const names = headersIn(message).flatMap((line) => (/^\s/.test(line) ? [] : line.split(":")[0]));
    expect(names.slice(0, 5)).toEqual(["From", "To", "Reply-To", "Subject", "Auto-Submitted"]);
    expect(Math.max(...message.split("\r\n").map((line) => line.length))).toBeLessThan(200);
    const subject = /^Subject: (.*(\r\n .*)*)/m.exec(message)?.[1] ?? "";
    if (text !== attack) expect(decode(subject)).toBe(text.toWellFormed());
  }
});
