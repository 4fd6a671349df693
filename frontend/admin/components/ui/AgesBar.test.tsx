import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { AgesBar } from "./AgesBar.tsx";

const rendered = (ages: number[]) =>
  render(<AgesBar ages={ages} currency="USD" />, { wrapper: MantineProvider }).container;

test("has a part as large as each age, and its figures as text", () => {
  const container = rendered([100, 0, 25.5, 50]);
  const parts = [...container.querySelectorAll<HTMLElement>("[data-age]")];
  expect(parts.map(({ dataset, style, title }) => [dataset.age, style.flexGrow, title])).toEqual([
    ["0", "100", "1–30 days $100.00"],
    ["2", "25.5", "61–90 days $25.50"],
    ["3", "50", "over 90 days $50.00"],
  ]);
  expect(container.textContent).toContain(
    "By age: 1–30 days $100.00, 61–90 days $25.50, over 90 days $50.00",
  );
});

test("shows nothing if nothing is overdue", () => {
  expect(rendered([0, 0, 0, 0]).querySelector("[data-age]")).toBe(null);
});
