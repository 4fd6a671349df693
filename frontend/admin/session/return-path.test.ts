import { expect, test } from "vitest";
import { admission } from "./admission.ts";
import { returnPath } from "./return-path.ts";

const origin = "https://mwamba.example";

test.each(["/admin", "/admin/clients", "/admin/subscriptions?due=overdue", "/admin/clients?edit=1#top"])(
  "%s is a place to go back to",
  (path) => expect(returnPath(path, origin)).toBe(path),
);

test.each([
  undefined,
  null,
  42,
  "",
  "/",
  "/administrator",
  "/admin/login",
  "/admin/login?x",
  "https://evil.example/admin",
  "//evil.example/admin",
  "/\\evil.example/admin",
  "/admin/../secret",
  "/admin/%2e%2e/secret",
  "javascript:alert(1)",
])("%s is not, so people land on the first page", (path) => {
  expect(returnPath(path, origin)).toBe("/admin");
});

const person = { id: "1", email: "a@b.example", name: undefined };

test("the guard asks strangers to sign in, and sends those without the role demanded to the first page", () => {
  expect(admission(undefined)).toBe("sign-in");
  expect(admission(undefined, "admin")).toBe("sign-in");
  expect(admission({ ...person, role: undefined })).toBe("in");
  expect(admission({ ...person, role: "staff" }, "admin")).toBe("home");
  expect(admission({ ...person, role: undefined }, "admin")).toBe("home");
  expect(admission({ ...person, role: "admin" }, "admin")).toBe("in");
});
