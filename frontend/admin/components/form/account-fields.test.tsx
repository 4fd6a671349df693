import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { field, surroundings } from "../../../../test/browser/dom.tsx";
import { PasswordField } from "./account-fields.tsx";

test("the switch that shows a password can be reached by keyboard and says its state; a wrong password is marked", () => {
  const { wrapper } = surroundings();
  const { rerender } = render(<PasswordField label="Password" name="password" />, { wrapper });
  const toggle = screen.getByRole("button", { name: "Show password" });
  const state = () => [toggle.getAttribute("aria-pressed"), field("Password").type];
  expect(toggle.tabIndex).toBe(0);
  expect(state()).toEqual(["false", "password"]);
  fireEvent.keyDown(toggle, { key: " " });
  expect(state()).toEqual(["true", "text"]);
  expect(field("Password").getAttribute("aria-invalid")).toBe("false");
  rerender(<PasswordField label="Password" name="password" isWrong />);
  expect(field("Password").getAttribute("aria-invalid")).toBe("true");
});
