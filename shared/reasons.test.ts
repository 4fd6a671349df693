import { expect, test } from "vitest";
import { failureWords, reasonText } from "./reasons.ts";

test("what did not reach its reader is told in words, not in the mail service's names", () => {
  expect(failureWords("bounced", "Permanent, General")).toBe(
    "It came back: the address does not exist, or takes no mail",
  );
  expect(failureWords("bounced", undefined)).toBe("It came back");
  expect(failureWords("complained", "marked as spam")).toBe("It was marked as spam: no more mail goes there");
  expect(failureWords("failed", "MessageRejected")).toBe("It could not be sent: the mail service refused it");
  expect(failureWords("failed", "given up after 12 attempts: it took too long")).toBe(
    "It could not be sent: given up after 12 attempts: the mail service was too slow",
  );
  expect(reasonText("What nobody knows")).toBe("What nobody knows");
});
