import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { backOffice } from "../../../../test/browser/dom.tsx";
import { ColumnsForm } from "./ColumnsForm.tsx";

const fields = [
  { name: "day", label: "Date", required: true, aliases: [] },
  { name: "amount", label: "Amount", required: true, aliases: [] },
  { name: "note", label: "Note", aliases: [] },
] as const;

async function open(...cells: string[][]) {
  const onRead = vi.fn();
  const rows = cells.map((cell, index) => ({ line: index + 2, cells: cell }));
  const table = { header: ["Siku", "Kiasi", ""], rows } as never;
  render(
    <ColumnsForm
      step={{ name: "bank.csv", table, columns: { day: 0 } }}
      fields={fields}
      days={["day"]}
      lead="Choose the columns."
      onRead={onRead}
      onStop={() => {}}
    />,
    { wrapper: backOffice().wrapper },
  );
  await screen.findByText("Choose the columns.");
  return {
    onRead,
    read: () => fireEvent.click(screen.getByRole("button", { name: "Read the file" })),
    choose: (label: RegExp, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } }),
  };
}

test("a file is read once every required field has its column, which shows some of its values", async () => {
  const { onRead, read, choose } = await open(["2026-12-24", "1,500.00", "a"], ["2026-12-25", "20.00", ""]);
  expect(screen.getByText("2026-12-24; 2026-12-25")).toBeDefined();
  read();
  expect(screen.getByText(/Amount/, { selector: "[role=alert] *" })).toBeDefined();
  expect(onRead).not.toHaveBeenCalled();
  choose(/^Amount/, "1");
  choose(/^Note/, "2");
  choose(/^Note/, "");
  read();
  expect(onRead).toHaveBeenCalledWith(
    expect.objectContaining({ columns: { day: 0, amount: 1 }, chosen: { day: 0, amount: 1 } }),
  );
});

test("ambiguous dates are asked about, and read as the answer says", async () => {
  const { onRead, read, choose } = await open(["03/04/2026", "5", ""], ["05/06/2026", "6", ""]);
  choose(/^Amount/, "1");
  read();
  expect(onRead).not.toHaveBeenCalled();
  fireEvent.click(screen.getByLabelText("Mar 4, 2026: the month first"));
  read();
  expect(onRead).toHaveBeenCalledWith(expect.objectContaining({ order: "mdy" }));
});
