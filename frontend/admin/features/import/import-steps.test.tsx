import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Import, ImportRow } from "../../../../shared/imports/import.ts";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import {
  answerWith,
  backOffice,
  calls,
  field,
  fill,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { Questions } from "./Questions.tsx";
import { RowDialog } from "./RowDialog.tsx";
import type { Entry } from "./rows.ts";
import { ToCheck } from "./ToCheck.tsx";

const id = numberedId(1);
const none = { rows: 9, new: 0, update: 0, same: 0, duplicate: 0, wrong: 0, done: 0, undone: 0, left: 0 };
const imported = (counts: Partial<Import["counts"]>, more: Partial<Import> = {}): Import => ({
  id,
  kind: "clients",
  name: "clients.csv",
  columns: ["name", "email", "phone"],
  state: "preview",
  counts: { ...none, ...counts },
  emptied: {},
  by: "Asha",
  created_at: "2026-12-24T06:00:00.000Z",
  ...more,
});

async function ask(data: Import, choices = {}, rows: ImportRow[] = []) {
  const onStart = vi.fn();
  render(<Questions data={data} rows={rows} choices={choices} busy={false} onStart={onStart} />, {
    wrapper: backOffice().wrapper,
  });
  await screen.findByText(/Nothing is saved yet|There is nothing to save/);
  return onStart;
}

test("the start says how many are added and changed, and follows what is chosen for doubtful rows", async () => {
  const onStart = await ask(imported({ new: 3, update: 1, duplicate: 2 }));
  expect(screen.getByText("Add 3, change 1")).toBeDefined();
  fireEvent.click(field("Update the client"));
  expect(screen.getByText("Add 3, change up to 3")).toBeDefined();
  fireEvent.click(field("Add them as new clients"));
  press("Add up to 5, change 1");
  expect(onStart.mock.calls).toEqual([[{ duplicates: "new", empty: [] }]]);
});

test("a file that ends subscriptions says that credit notes are written, if the company writes invoices", async () => {
  const change = (row: number, field: string, after: string): ImportRow => ({
    row,
    action: "update",
    name: "Hosting",
    changes: [{ field, label: field, before: "Active", after }],
  });
  const rows = [
    change(1, "status", "Inactive"),
    change(2, "ends_on", "Dec 31, 2026"),
    change(3, "ends_on", ""),
    change(4, "status", "Paused"),
  ];
  const data = imported({ update: 4 }, { kind: "subscriptions" });
  await ask(data, {}, rows);
  expect(screen.queryByText(/Credit notes/)).toBeNull();
  cleanup();
  answerWith({ "GET /api/v1/settings": { settings: { ...unsavedSettings, invoices_from: "2026-12-01" } } });
  await ask(data, {}, rows);
  await shows("2 subscriptions end. Credit notes are written for the periods that go and are on invoices.");
});

test("fields of many records are emptied only when somebody says so", async () => {
  const onStart = await ask(imported({ update: 12 }, { emptied: { phone: 11, email: 10 } }));
  expect(screen.queryByText(/Empty the email/)).toBeNull();
  press("Change up to 12");
  fireEvent.click(field(/^Empty the phone of 11 clients/));
  press("Change 12");
  expect(onStart.mock.calls.map(([{ empty }]) => empty)).toEqual([[], ["phone"]]);
});

test("without anything to save nothing can be started", async () => {
  await ask(imported({ same: 9 }));
  await shows("There is nothing to save: every row matches what is already stored.");
  expect(screen.queryByRole("button")).toBeNull();
});

async function openRow(entry: Partial<Entry>, more: { onChoose?: () => void } = {}) {
  const [onCorrected, onClose] = [vi.fn(), vi.fn()];
  const whole: Entry = { id: "4", row: 4, action: "wrong", name: "Amani", ...entry };
  render(
    <RowDialog
      data={imported({ wrong: 1 })}
      entry={whole}
      choice={undefined}
      onChoose={() => {}}
      onCorrected={onCorrected}
      onClose={onClose}
      {...more}
    />,
    { wrapper: backOffice().wrapper },
  );
  await screen.findByRole("dialog");
  return { onCorrected, onClose };
}

test("a wrong row is corrected and sent alone, without cells that the file does not have", async () => {
  const ROWS = `POST /api/v1/imports/${id}/rows`;
  const right = { row: 4, action: "new", name: "Amani" };
  answerWith({ [ROWS]: { import: imported({ new: 1 }), rows: [{ ...right, action: "wrong" }] } });
  const { onCorrected } = await openRow({ why: "The email is missing.", cells: ["Amani"] });
  await shows("Row 4: The email is missing.");
  fill("Email", "pay@");
  press("Correct the row");
  await waitFor(() => expect(sentTo(ROWS)).toEqual([{ from: 4, rows: [["Amani", "pay@"]] }]));
  expect(onCorrected).not.toHaveBeenCalled();
  answerWith({ [ROWS]: { import: imported({ new: 1 }), rows: [right] } });
  await screen.findByText("Correct the row");
  fill("Email", "pay@amani.example");
  press("Correct the row");
  await waitFor(() => expect(onCorrected).toHaveBeenCalledOnce());
});

test("a correction that the server refuses stays in its field", async () => {
  answerWith({ [`POST /api/v1/imports/${id}/rows`]: refuse(409, "The import has started.") });
  await openRow({ why: "Wrong.", cells: ["Amani", "x"] });
  fill("Email", "pay@amani.example");
  press("Correct the row");
  await shows("The import has started.");
  expect(field("Email").value).toBe("pay@amani.example");
});

test("a doubtful row can update only a record that it matches", async () => {
  const onChoose = vi.fn();
  await openRow({ action: "duplicate", why: "It has the email of Amani.", of: numberedId(7) }, { onChoose });
  fireEvent.click(field("Update the client"));
  expect(onChoose).toHaveBeenCalledWith("update");
});

test("a doubtful row that repeats another row updates nothing", async () => {
  await openRow({ action: "duplicate", why: "Row 2 has this email too.", of: 2 });
  expect(screen.queryByLabelText("Update the client")).toBeNull();
  expect(screen.getByLabelText("Add it as a new client")).toBeDefined();
});

test("an import that waits is checked or discarded, and a refusal says so", async () => {
  const WAITING = "GET /api/v1/imports";
  answerWith({ [WAITING]: { imports: [imported({ rows: 9 })] } });
  render(<ToCheck kind="clients" />, { wrapper: backOffice().wrapper });
  await shows(/clients\.csv with 9 rows was read by Asha on Dec 24, 2026\. Nothing of it is saved yet\./);
  press("Discard clients.csv");
  await shows("Nothing answers here.");
  answerWith({ [WAITING]: { imports: [] }, [`DELETE /api/v1/imports/${id}`]: {} });
  press("Discard clients.csv");
  await waitFor(() => expect(screen.queryByText(/clients\.csv/)).toBeNull());
  expect(calls.filter(({ route }) => route === WAITING).map(({ search }) => search)).toContain(
    "?kind=clients",
  );
});
