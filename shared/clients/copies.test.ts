import { expect, test } from "vitest";
import { NewClient } from "./client.ts";
import { copiesOf } from "./copies.ts";
import { recipientsOf } from "./recipients.ts";

const base = { name: "Umoja", email: "office@umoja.example" };
const problemOf = (copies: unknown) => NewClient.safeParse({ ...base, copies }).error?.issues[0]?.message;
const copiesIn = (copies: unknown) => NewClient.parse({ ...base, copies }).copies;

test("doubles are dropped before copies are counted, and no name is lost", () => {
  const four = ["a", "b", "c", "d"].map((letter) => ({ email: `${letter}@x.example` }));
  expect(copiesIn([...four, { email: "A@x.example", name: "Asha" }])).toEqual([
    { email: "a@x.example", name: "Asha" },
    ...four.slice(1),
  ]);
  expect(problemOf([...four, { email: "e@x.example" }])).toBe("A client can have at most 4 copies.");
});

test.each([
  [[{ email: "nobody" }], "Please provide a valid email address."],
  [[{ email: "" }], "Please give the email address."],
  [[{ email: "a@x.example\r\nBcc: all@x.example" }], "Please provide a valid email address."],
  [
    [{ email: "a@x.example", name: "Asha\r\nBcc: all@x.example" }],
    "The name of a copy contains characters that cannot be used.",
  ],
  [
    [{ email: "a@x.example", name: "n".repeat(250) }],
    "The name of a copy is too long (at most 200 characters).",
  ],
  ["a@x.example", "Please give the copies as a list."],
])("the copies %j are refused: %s", (copies, problem) => {
  expect(problemOf(copies)).toEqual(problem);
});

test("the client's own address and an empty name are dropped", () => {
  const copies = [{ email: "OFFICE@umoja.example" }, { email: "b@x.example", name: "" }];
  expect(copiesOf(copies, base.email)).toEqual([{ email: "b@x.example" }]);
});

test("an email goes to every address that works, and to the client first", () => {
  const mail_problem = { kind: "bounced", at: "2026-12-24T06:00:00.000Z" } as const;
  const [asha, books] = [{ email: "asha@x.example", name: "Asha" }, { email: "books@x.example" }];
  expect(recipientsOf(base)).toEqual({ to: base.email, cc: [] });
  expect(recipientsOf({ ...base, copies: [asha, { ...books, mail_problem }] })).toEqual({
    to: base.email,
    cc: [asha],
  });
  expect(recipientsOf({ ...base, mail_problem, copies: [asha, books] })).toEqual({
    to: asha.email,
    cc: [books],
  });
  expect(recipientsOf({ ...base, mail_problem })).toEqual({ unreachable: "address suppressed" });
  expect(recipientsOf({ email: "" })).toEqual({ unreachable: "no valid address" });
});
