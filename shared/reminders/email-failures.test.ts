import { expect, test } from "vitest";
import { failureText, reasonText } from "./email-failures.ts";

test("failures are described in sentences, not with the codes of the mail service", () => {
  expect(failureText("bounced", "Permanent, General")).toBe(
    "It came back: the address does not exist or does not accept email",
  );
  expect(failureText("bounced", undefined)).toBe("It came back");
  expect(failureText("complained", "marked as spam")).toBe(
    "It was marked as spam: no more email goes to this address",
  );
  expect(failureText("failed", "MessageRejected")).toBe("It could not be sent: the mail service refused it");
  expect(failureText("failed", "given up after 12 attempts: it took too long")).toBe(
    "It could not be sent: given up after 12 attempts: the mail service was too slow",
  );
  expect(reasonText("What nobody knows")).toBe("What nobody knows");
});
