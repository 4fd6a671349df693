import { expect, test } from "vitest";
import { isMistyped, spaced, withCheckDigit } from "./payment-reference.ts";

const some = ["100000", "482107", "999999", "572000", "314159"].map(withCheckDigit);

test("the check digit is Damm's", () => {
  // The example of his dissertation.
  expect(withCheckDigit("572")).toBe("5724");
  for (const reference of some) expect(isMistyped(spaced(reference)), reference).toBe(false);
});

test("one wrong digit, and two neighbours that changed places, are told", () => {
  for (const reference of some)
    for (let place = 0; place < reference.length; place += 1) {
      const [before, digit = "", after] = [
        reference.slice(0, place),
        reference[place],
        reference.slice(place + 1),
      ];
      for (const other of "0123456789")
        if (other !== digit) expect(isMistyped(before + other + after)).toBe(true);
      const next = after[0] ?? digit;
      if (next !== digit) expect(isMistyped(before + next + digit + after.slice(1))).toBe(true);
    }
});

test("it is read in groups, and what is no reference is not called a mistyped one", () => {
  expect(spaced("4821072")).toBe("482 107 2");
  for (const other of ["", "482 107", "0712 345 678", "Amani 7"]) expect(isMistyped(other)).toBe(false);
});
