import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useSelection } from "../../components/many/use-selection.ts";
import { listenForFind, setFindQuery, useFindQuery } from "./find-query.ts";
import { useKeys } from "./keys.ts";

const rows = [{ id: "a" }, { id: "b" }, { id: "c" }];
const [help, pay, edit] = [vi.fn(), vi.fn(), vi.fn()];

/** The marks of a list that the shortcuts go by. */
function List({ single }: { single: boolean }) {
  useKeys({ help, single });
  const { table, chosen, clear } = useSelection(rows);
  return (
    <main>
      <input type="search" aria-label="Search" />
      <output>{chosen.map(({ id }) => id).join("")}</output>
      <button type="button" aria-keyshortcuts="Escape" onClick={clear}>
        Clear
      </button>
      {rows.map(({ id }) => (
        <div key={id} data-row={id} tabIndex={-1}>
          <input
            type="checkbox"
            aria-label={id}
            aria-keyshortcuts="x"
            checked={table.ids.has(id)}
            onChange={({ nativeEvent }) =>
              table.select(id, { asRange: (nativeEvent as MouseEvent).shiftKey })
            }
          />
          <button type="button" onClick={() => edit(id)}>
            Edit
          </button>
          <button type="button" aria-keyshortcuts="p" onClick={() => pay(id)}>
            Pay
          </button>
        </div>
      ))}
    </main>
  );
}

function open({ single = true } = {}) {
  for (const action of [help, pay, edit]) action.mockClear();
  render(<List single={single} />);
  return {
    key: (key: string, more: object = {}) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }),
    focused: () => document.activeElement?.getAttribute("data-row"),
    chosen: () => document.querySelector("output")?.textContent,
  };
}

test("letters go through the rows, open, pay for and select the focused one", () => {
  const { key, focused, chosen } = open();
  key("j");
  expect(focused()).toBe("a");
  for (const letter of ["j", "ArrowDown", "j"]) key(letter);
  expect(focused()).toBe("c");
  key("ArrowUp");
  key("Enter");
  key("p");
  key("x");
  expect([focused(), edit.mock.calls, pay.mock.calls, chosen()]).toEqual(["b", [["b"]], [["b"]], "b"]);
  key("/");
  expect(document.activeElement).toBe(screen.getByLabelText("Search"));
});

test("Space, Shift with arrows and Escape select, extend and clear, also without single keys", () => {
  const { key, focused, chosen } = open({ single: false });
  key("j");
  expect(focused()).toBeNull();
  document.querySelector<HTMLElement>("[data-row=a]")?.focus();
  key(" ");
  expect(chosen()).toBe("a");
  key("ArrowDown", { shiftKey: true });
  key("ArrowDown", { shiftKey: true });
  expect([chosen(), focused()]).toEqual(["abc", "c"]);
  key("ArrowUp", { shiftKey: true });
  expect(focused()).toBe("b");
  key("Escape");
  expect(chosen()).toBe("");
  key("?");
  expect(help).not.toHaveBeenCalled();
});

test("keys belong to the text field, control or dialog that has the focus", () => {
  const { key, focused, chosen } = open();
  screen.getByLabelText("Search").focus();
  for (const letter of ["j", "x", "?", "/"]) key(letter);
  expect([focused(), help.mock.calls]).toEqual([null, []]);
  document.querySelector<HTMLElement>("[data-row=a] button")?.focus();
  key("Enter");
  key(" ");
  expect([edit.mock.calls, chosen()]).toEqual([[], ""]);
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  key("j");
  expect(focused()).toBeNull();
  dialog.remove();
  key("?");
  expect(help).toHaveBeenCalledOnce();
});

function Query() {
  return <output>{useFindQuery() ?? "closed"}</output>;
}

test("Ctrl K opens the palette, and what is typed before it has loaded is its text, but not on the sign-in page", () => {
  listenForFind();
  // The frame and the palette have not loaded.
  const type = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more });
  type("a");
  type("k", { ctrlKey: true });
  for (const key of ["a", "m", "x", "Backspace", "a"]) type(key);
  render(<Query />);
  expect(screen.getByRole("status").textContent).toBe("ama");
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.getByRole("status").textContent).toBe("closed");

  history.pushState({}, "", "/admin/login");
  type("k", { ctrlKey: true });
  expect(screen.getByRole("status").textContent).toBe("closed");
  history.pushState({}, "", "/");
  setFindQuery(undefined);
});
