import { describe, expect, test } from "vitest";
import { contactProblem, contactTexts } from "./contact-form.ts";
import { NewMessage } from "./message.ts";

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
