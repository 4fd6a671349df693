import { expect, test } from "vitest";
import { pageAccess } from "./Guard.tsx";
import { returnPath } from "./return-path.ts";

const origin = "https://mwamba.example";

test.each(["/admin", "/admin/clients", "/admin/subscriptions?due=overdue", "/admin/clients?edit=1#top"])(
  "%s is accepted as the page to return to",
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
])("%s is not accepted, so people return to the dashboard", (path) => {
  expect(returnPath(path, origin)).toBe("/admin");
});

const person = { id: "1", email: "a@b.example", name: undefined };

test("the guard asks people to sign in, and redirects people without the required role to the dashboard", () => {
  expect(pageAccess(undefined)).toBe("sign-in");
  expect(pageAccess(undefined, "admin")).toBe("sign-in");
  expect(pageAccess({ ...person, role: undefined })).toBe("allow");
  expect(pageAccess({ ...person, role: "staff" }, "admin")).toBe("home");
  expect(pageAccess({ ...person, role: undefined }, "admin")).toBe("home");
  expect(pageAccess({ ...person, role: "admin" }, "admin")).toBe("allow");
});
