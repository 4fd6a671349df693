import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import classes from "./Money.module.css";
import { Money } from "./Money.tsx";

const rendered = (text: string) => render(<Money>{text}</Money>).container;

test("keeps what closes a sentence on the line of its amount", () => {
  const text = "Still due: $1,000.00, KES 24,736,357.80 (KES 85,000.00). Sent.";
  const container = rendered(text);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll(`.${classes.unbroken}`)].map((part) => part.textContent)).toEqual([
    "$1,000.00,",
    "KES 85,000.00).",
  ]);
});

test("adds nothing to an amount without a sentence", () => {
  expect(rendered("$1,000.00 left").querySelector(`.${classes.unbroken}`)).toBe(null);
});
