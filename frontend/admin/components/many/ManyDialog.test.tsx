import { render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { backOffice, press, shows } from "../../../../test/browser/dom.tsx";
import { ApiError } from "../../../api.ts";
import { ManyDialog } from "./ManyDialog.tsx";
import type { Attempt } from "./use-run.ts";

type Row = { id: string };
const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ id: `row${at + 1}` }));

async function open(
  rows: Row[],
  work: (row: Row, attempt: Attempt) => Promise<string | undefined>,
  { atOnce = 1, prepare = async () => {} } = {},
) {
  const [onClose, onProgress] = [vi.fn(), vi.fn()];
  render(
    <ManyDialog<Row>
      title="Record payments"
      plan={{ rows, skipped: [{ row: { id: "other" }, reason: "It is free." }] }}
      summary={<p>Each gets one payment.</p>}
      button={({ length }) => `Record ${length}`}
      result={({ length }) => `${length} recorded`}
      noun="payment"
      nameOf={({ id }) => id}
      detail={() => "$5.00"}
      work={work}
      atOnce={atOnce}
      prepare={prepare}
      onProgress={onProgress}
      onClose={onClose}
    />,
    { wrapper: backOffice().wrapper },
  );
  await screen.findByRole("dialog");
  return { onClose, onProgress };
}

test("it says what will happen and what is left out, does it once, and reports the end", async () => {
  const work = vi.fn(async () => undefined);
  const { onClose, onProgress } = await open(rowsOf(2), work);
  await shows(/For 2 payments.*row1.*\$5\.00.*Skipped: 1.*other.*It is free\./);
  press("Record 2");
  await shows("2 recorded.");
  expect(work.mock.calls).toEqual([
    [{ id: "row1" }, { isRetry: false }],
    [{ id: "row2" }, { isRetry: false }],
  ]);
  expect(onProgress).toHaveBeenLastCalledWith(true);
  expect(screen.queryByText(/Try again/)).toBeNull();
  press("Close");
  expect(onClose).toHaveBeenCalledWith([]);
});

test("rows that failed say why, and only they are tried again, after a look at what is stored", async () => {
  const work = vi.fn(async ({ id }: Row, { isRetry }: Attempt) => {
    if (isRetry || id === "row2") return undefined;
    if (id === "row1") return "It has changed.";
    throw new ApiError(400, id === "row3" ? "Not that one." : "");
  });
  const prepare = vi.fn(async () => {});
  const { onClose } = await open(rowsOf(4), work, { prepare });
  press("Record 4");
  await shows("1 recorded, 3 failed.");
  await shows(/row1.*It has changed\..*row3.*Not that one\..*row4.*The server refused it\./);
  expect(prepare).not.toHaveBeenCalled();
  press("Try again for 3");
  await shows("4 recorded.");
  expect(prepare).toHaveBeenCalledOnce();
  expect(work.mock.calls.slice(4).map(([{ id }, { isRetry }]) => [id, isRetry])).toEqual([
    ["row1", true],
    ["row3", true],
    ["row4", true],
  ]);
  press("Close");
  expect(onClose).toHaveBeenCalledWith([]);
});

test("stopped work ends with the running row, and the rest can be continued", async () => {
  const answers: (() => void)[] = [];
  const { onClose } = await open(
    rowsOf(3),
    () => new Promise((resolve) => answers.push(() => resolve(undefined))),
  );
  press("Record 3");
  await waitFor(() => expect(answers).toHaveLength(1));
  press("Stop");
  answers[0]?.();
  await shows("1 recorded, 2 not started.");
  expect(answers).toHaveLength(1);
  expect(screen.getByText("Continue with 2")).toBeDefined();
  press("Close");
  expect(onClose).toHaveBeenCalledWith([{ id: "row2" }, { id: "row3" }]);
});

test("with nothing to do, nothing can be started", async () => {
  const { onClose } = await open([], async () => undefined);
  await shows("There is nothing to do for these rows.");
  expect(screen.queryByText(/^Record \d/)).toBeNull();
  press("Close");
  expect(onClose).toHaveBeenCalledWith(undefined);
});
