import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSelection } from "./use-selection.ts";

const rowsOf = (ids: string) => [...ids].map((id) => ({ id }));

function open(ids: string) {
  const { result, rerender } = renderHook(({ shown }) => useSelection(shown), {
    initialProps: { shown: rowsOf(ids) },
  });
  return {
    selection: () => result.current,
    show: (ids: string) => rerender({ shown: rowsOf(ids) }),
    chosen: () => result.current.chosen.map(({ id }) => id).join(""),
  };
}

test("selected rows that a filter hides are not acted on, and come back with the rows", () => {
  const { selection, show, chosen } = open("abcd");
  act(() => selection().table.select("a", { asRange: false }));
  act(() => selection().table.select("c", { asRange: false }));
  show("ab");
  expect(chosen()).toBe("a");
  show("abcd");
  expect(chosen()).toBe("ac");
});

test("a range follows the rows as they are shown now", () => {
  const { selection, show, chosen } = open("abcd");
  act(() => selection().table.select("a", { asRange: false }));
  show("acbd");
  act(() => selection().table.select("b", { asRange: true }));
  expect(chosen()).toBe("acb");
});

test("all shown rows are selected, kept in part, and cleared", () => {
  const { selection, chosen } = open("abc");
  act(() => selection().table.selectAll());
  expect([chosen(), selection().table.all, selection().table.choosing]).toEqual(["abc", true, false]);
  act(() => selection().keep(rowsOf("b")));
  expect([chosen(), selection().table.all, selection().table.choosing]).toEqual(["b", false, true]);
  act(() => selection().clear());
  expect([chosen(), selection().table.choosing]).toEqual(["", false]);
});
