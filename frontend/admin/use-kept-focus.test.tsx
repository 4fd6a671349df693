import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { useKeptFocus } from "./use-kept-focus.ts";

/** A list whose items can be removed, a field, and a message that goes when its button is pressed. */
function Office({ names, disabled = false }: { names: string[]; disabled?: boolean }) {
  useKeptFocus();
  const [remaining, setRemaining] = useState(names);
  const [wasLeft, setWasLeft] = useState(false);
  const [hasMessage, setHasMessage] = useState(true);
  return (
    <>
      <main>
        <h1>Office</h1>
        <button type="button">Other</button>
        <section>
          <h2>Payments</h2>
          <ul>
            {remaining.map((name) => (
              <li key={name}>
                <a href="/client">{name}</a>
                <button
                  type="button"
                  onClick={() => setRemaining(remaining.filter((shown) => shown !== name))}
                >
                  {`Undo ${name}`}
                </button>
              </li>
            ))}
          </ul>
        </section>
        <input aria-label="Amount" disabled={disabled} onBlur={() => setWasLeft(true)} />
        {wasLeft && <p>Enter an amount.</p>}
      </main>
      <div role="status">
        {hasMessage && (
          <div>
            <button type="button" onClick={() => setHasMessage(false)}>
              Undo
            </button>
          </div>
        )}
      </div>
    </>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
function press(name: string) {
  act(() => button(name).focus());
  fireEvent.click(button(name));
}
const hasFocus = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text));

test("the same control of the next row gets the focus of a removed one, the row before that of the last, and then the heading", async () => {
  render(<Office names={["Amani", "Baraka", "Duma"]} />);
  press("Undo Baraka");
  await hasFocus("Undo Duma");
  press("Undo Duma");
  await hasFocus("Undo Amani");
  press("Undo Amani");
  await hasFocus("Payments");
});

test("a pressed message returns the focus to where it was before", async () => {
  render(<Office names={["Amani"]} />);
  act(() => button("Undo Amani").focus());
  press("Undo");
  await hasFocus("Undo Amani");
});

test("a pressed message that was reached first returns the focus to the page's heading", async () => {
  render(<Office names={[]} />);
  press("Undo");
  await hasFocus("Office");
});

test("a field that was disabled while it was saved has its focus back, unless somebody went on", async () => {
  const { rerender } = render(<Office names={["Amani"]} />);
  const amount = screen.getByLabelText<HTMLInputElement>("Amount");
  act(() => amount.focus());
  rerender(<Office names={["Amani"]} disabled />);
  // A browser takes the focus of a disabled field; this DOM does not.
  act(() => amount.blur());
  rerender(<Office names={["Amani"]} />);
  await waitFor(() => expect(document.activeElement).toBe(amount));

  rerender(<Office names={["Amani"]} disabled />);
  act(() => button("Other").focus());
  rerender(<Office names={["Amani"]} />);
  await hasFocus("Other");
});

test("a field that changes the page when it is left does not get its focus back", async () => {
  render(<Office names={["Amani"]} />);
  act(() => screen.getByLabelText("Amount").focus());
  // Not in one batch of React: a browser runs microtasks while the focus moves.
  button("Other").focus();
  await screen.findByText("Enter an amount.");
  expect(document.activeElement).toBe(button("Other"));
});

test("nothing takes the focus back after somebody pressed beside everything", async () => {
  render(<Office names={["Amani", "Baraka"]} />);
  act(() => button("Other").focus());
  act(() => button("Other").blur());
  await act(async () => {
    fireEvent.click(button("Undo Amani"));
  });
  expect(document.activeElement).toBe(document.body);
});
