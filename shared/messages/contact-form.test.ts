import { describe, expect, test } from "vitest";
import { messageRules } from "../../frontend/admin/features/messages/list.ts";
import { filtered } from "../../frontend/admin/rules/list-rules.ts";
import { contactProblem, contactTexts } from "./contact-form.ts";
import { Message, messageReference, NewMessage } from "./message.ts";

const visitor = { name: "Grace Achieng", email: "grace@tumaini.example", phone: "", message: "Hello" };

describe.each([
  ["the form", contactProblem],
  ["the server", (form: typeof visitor) => NewMessage.safeParse(form).error?.issues[0]?.message],
])("%s", (_, problemOf) => {
  test("accepts a message without a phone number", () => expect(problemOf(visitor)).toBeUndefined());

  test.each(["name", "email", "message"])("refuses a message without %s", (field) => {
    for (const text of ["", "   ", "\u200B"])
      expect(problemOf({ ...visitor, [field]: text })).toBe(contactTexts.missing);
  });

  test("names what is missing before what is wrong", () =>
    expect(problemOf({ ...visitor, email: "no", message: "" })).toBe(contactTexts.missing));

  test.each(["grace", "grace@tumaini", "@tumaini.example", "grace@.", "grace @tumaini.example"])(
    "refuses “%s” as an email address",
    (email) => expect(problemOf({ ...visitor, email })).toBe(contactTexts.badEmail),
  );
});

test("staff find a message by its reference, with and without the space", () => {
  const id = "0d9c8b7a-6f5e-4d3c-8b2a-190817263544";
  const reference = messageReference(id);
  expect(reference).toBe("5378 4388");
  expect(messageReference("00000000-0000-4000-8000-000000000000")).toMatch(/^\d{4} \d{4}$/);
  const times = { day: "2026-12-24", received_at: "2026-12-24T06:00:00.000Z" };
  const row = Message.parse({ ...visitor, ...times, id, state: "mailed", product: "Point of Sale System" });
  const isFound = (search: string) => filtered(messageRules("me", ""), [row], {}, search).length === 1;
  for (const search of [reference, reference.replace(" ", ""), "sale", "tumaini", "achieng"])
    expect(isFound(search), search).toBe(true);
  expect(isFound("5378 4389")).toBe(false);
});
