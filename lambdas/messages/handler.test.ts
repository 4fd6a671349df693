import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../../test/product/product.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const fields = {
  name: "Achieng Otieno",
  email: "achieng@example.co.ke",
  phone: "",
  message: "Two lines,\nplease call.",
};
const reference = /^\d{4} \d{4}$/;
const send = (body: object) => product.call("POST /api/send-email", { body });

async function stored(): Promise<Record<string, unknown>[]> {
  const database = databaseOf(product);
  const { Items = [] } = await database.send(
    new ScanCommand({ TableName: await tableNamed(database, "Messages") }),
  );
  return Items;
}
const mails = async (name: string) =>
  (await product.inbox()).filter(({ subject }) => subject === `Message from ${name}`);

test("a message with only the four fields is stored and mailed, with the visitor as Reply-To", async () => {
  const { status, body } = await send(fields);
  expect([status, body]).toEqual([200, { received: true, reference: expect.stringMatching(reference) }]);
  await product.idle();

  const [mail, ...otherMails] = await mails(fields.name);
  expect(otherMails).toEqual([]);
  expect(mail).toMatchObject({
    from: "no-reply@mwamba.example",
    to: ["hello@mwamba.example"],
    replyTo: [fields.email],
  });
  expect(mail?.text).toContain("> Two lines,\n> please call.");
  expect(await stored()).toMatchObject([{ ...fields, state: "mailed", day: "2026-12-24" }]);
});

test("a quote's product, answers and reference reach the company and staff; what is too long is not stored", async () => {
  const quote = {
    ...fields,
    name: "Quote",
    id: randomUUID(),
    product: "Loan Management System",
    answers: [{ question: "How many members do you serve?", answer: "4,000" }],
  };
  const [first, second] = [await send(quote), await send(quote)];
  expect(second.body).toEqual(first.body);
  await product.idle();
  const mail = (await product.inbox()).filter(({ subject }) => subject.includes("Quote"));
  expect(mail.map(({ subject }) => subject)).toEqual(["Quote for Loan Management System: Quote"]);
  for (const line of ["How many members do you serve: 4,000", `Reference: ${first.body.reference}`])
    expect(mail[0]?.text).toContain(line);
  const [row] = (await stored()).filter(({ name }) => name === "Quote");
  expect(row).toMatchObject({ product: quote.product, answers: quote.answers });

  const before = await stored();
  const answer = quote.answers[0];
  for (const wrong of [
    { product: "" },
    { product: "x".repeat(101) },
    { answers: "many" },
    { answers: [{ ...answer, answer: "x".repeat(201) }] },
    { answers: [{ ...answer, answer: " " }] },
    { answers: [{ ...answer, more: "x" }] },
    { answers: Array(6).fill(answer) },
  ]) {
    const { status, body } = await send({ ...fields, ...wrong });
    expect([status, body.error?.length], JSON.stringify(wrong)).toEqual([400, expect.any(Number)]);
  }
  expect(await stored()).toEqual(before);
});

test("HTML from a visitor is text in the email", async () => {
  const name = '<img src=x onerror="alert(1)">';
  await send({ ...fields, name, message: "<script>alert(1)</script>" });
  await product.idle();
  const [mail] = await mails(name);
  expect(mail?.html).not.toMatch(/<script|<img/);
  expect(mail?.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("a message with an address that SES refuses still reaches the company", async () => {
  const odd = { ...fields, name: "Odd Address", email: "a,b@c.d" };
  expect((await send(odd)).status).toBe(200);
  await product.idle();
  const [mail] = await mails("Odd Address");
  expect(mail?.replyTo).toEqual([]);
  expect(mail?.text).toContain("Email: a,b@c.d");
  expect(mail?.text).not.toContain("Reply to this email");
});

test("Reply-To has an internationalized domain in ASCII", async () => {
  const email = "info@münchen.de";
  await send({ ...fields, name: "Other Domain", email });
  await product.idle();
  const [mail] = await mails("Other Domain");
  expect(mail?.replyTo).toEqual(["info@xn--mnchen-3ya.de"]);
  expect(mail?.text).toContain(`Email: ${email}`);
  expect(mail?.text).toContain("Reply to this email to answer.");
  await send({ ...fields, name: "Other Script", email: "info@почта.рф" });
  await product.idle();
  expect((await mails("Other Script"))[0]?.replyTo).toEqual(["info@xn--80a1acny.xn--p1ai"]);
});

test("the email says if a reply cannot reach the visitor, and how else to answer", async () => {
  const odd = { ...fields, name: "Jürgen", email: "jürgen@münchen.de", phone: "0722 000000" };
  await send(odd);
  await product.idle();
  const [mail] = await mails("Jürgen");
  expect(mail?.replyTo).toEqual([]);
  for (const written of [mail?.text, mail?.html]) {
    expect(written).not.toContain("Reply to this email");
    expect(written).toContain("A reply to this email would not reach the visitor");
    expect(written).toContain("Write to jürgen@münchen.de from another mail program, or call 0722 000000.");
  }
});

test("a name that looks like an encoded word stays as typed", async () => {
  for (const name of ["=?utf-8?q?Your_bank?=", `=?utf-8?b?QQ==?= ${"Wanjikũ ".repeat(20)}`.trim()]) {
    await send({ ...fields, name });
    await product.idle();
    expect((await mails(name)).length).toBe(1);
  }
});

test("invisible characters are removed, and half a character is refused", async () => {
  await send({ ...fields, name: "\u200BUn\u00ADseen\u2028 ", message: "One\u2028Two\tthree" });
  await product.idle();
  expect(await stored()).toContainEqual(
    expect.objectContaining({ name: "Unseen", message: "One\nTwo three" }),
  );
  const before = await stored();
  for (const name of ["Jo\ud83d", "Jo\u202Egpj", "\u200B\u3164"])
    expect((await send({ ...fields, name })).status).toBe(400);
  expect(await stored()).toEqual(before);
});

test("bytes that are not UTF-8 are refused, whatever the content type", async () => {
  const body = Buffer.from(JSON.stringify({ ...fields, name: "Jo?" })).map((byte) =>
    byte === 0x3f ? 0xff : byte,
  );
  const before = await stored();
  for (const type of ["application/json", "application/octet-stream"]) {
    const answer = await fetch(`${product.site}/api/send-email`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([400, { error: "The request is not valid UTF-8." }]);
  }
  expect(await stored()).toEqual(before);
  // The replacement character itself is valid text.
  expect((await send({ ...fields, name: "Sign \uFFFD" })).status).toBe(200);
});

test("requests with the same id are one message, mailed once", async () => {
  const body = { ...fields, name: "Twice", id: randomUUID() };
  const answers = await Promise.all([send(body), send(body), send(body)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await product.idle();
  expect((await mails("Twice")).length).toBe(1);
  expect((await stored()).filter(({ name }) => name === "Twice").length).toBe(1);
});

test("a message from a suspected bot is spam and not mailed, and the response does not show it", async () => {
  const filled = await send({ ...fields, name: "Robot", website: "https://spam.example" });
  const fast = await send({ ...fields, name: "Fast Robot", elapsed: 300 });
  for (const { body } of [filled, fast])
    expect(body).toEqual({ received: true, reference: expect.stringMatching(reference) });
  await send({ ...fields, name: "Person", website: "", elapsed: 40_000 });
  await product.idle();
  expect([...(await mails("Robot")), ...(await mails("Fast Robot"))]).toEqual([]);
  expect((await mails("Person")).length).toBe(1);
  const states = Object.fromEntries((await stored()).map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({ Robot: "spam", "Fast Robot": "spam", Person: "mailed" });
});
