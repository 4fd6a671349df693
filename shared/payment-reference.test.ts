import { expect, test } from "vitest";
import { formatReference, isMistyped, withCheckDigit } from "./payment-reference.ts";

const references = ["100000", "482107", "999999", "572000", "314159"].map(withCheckDigit);

test("the check digit is Damm's", () => {
  // The example of his dissertation.
  expect(withCheckDigit("572")).toBe("5724");
  for (const reference of references) expect(isMistyped(formatReference(reference)), reference).toBe(false);
});

test("one wrong digit or two swapped neighbours are detected", () => {
  for (const reference of references)
    for (let place = 0; place < reference.length; place += 1) {
      const [before, digit = "", after] = [
        reference.slice(0, place),
        reference[place],
        reference.slice(place + 1),
      ];
      for (const another of "0123456789")
        if (another !== digit) expect(isMistyped(before + another + after)).toBe(true);
      const next = after[0] ?? digit;
      if (next !== digit) expect(isMistyped(before + next + digit + after.slice(1))).toBe(true);
    }
});

test("a reference is shown in groups, and other text is not called a mistyped reference", () => {
  expect(formatReference("4821072")).toBe("482 107 2");
  for (const text of ["", "482 107", "0712 345 678", "Amani 7"]) expect(isMistyped(text)).toBe(false);
});
