import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { systemContext } from "../platform/change-context.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import {
  assignedRow,
  type ClientPaymentRow,
  isReversed,
  lineRow,
  PaymentRow,
  readPaymentRow,
  releasedRow,
  typedRow,
  undoneRow,
} from "./payment-row.ts";

const context = systemContext({ now: "2026-12-24T06:00:00.000Z", today: "2026-12-24" });
const client = { client_id: randomUUID() };
const line = {
  code: "FT 123",
  method: "bank",
  paid_on: "2026-12-23",
  amount: 500,
  currency: "KES",
  payer: "JANE",
} as const;
const waiting = () =>
  lineRow({ ...line, copy: 2 }, { id: randomUUID(), line: "line#1", cents: 300_00, chosen: client }, context);
const typed = (more: Partial<ClientPaymentRow> = {}) =>
  typedRow(
    {
      id: randomUUID(),
      ...client,
      paid_on: "2026-12-23",
      cents: 100,
      currency: "USD",
      reference: "",
      ...more,
    },
    context,
  );

test("a row without a state, or without what its state needs, is not readable", () => {
  const { state: _, ...stateless } = typed();
  expect(() => readPaymentRow(stateless)).toThrow("not readable: state");
  const { client_id: __, ...nobodys } = typed();
  expect(() => readPaymentRow(nobodys)).toThrow("not readable: client_id");
  expect(() => readPaymentRow({ ...typed(), cents: "100" })).toThrow("not readable: cents");
});

test("very many rows of every state are read as single ones are", () => {
  const rows = [typed(), waiting(), undoneRow(typed(), context), typed({ refund_of: [] })];
  const items: Record<string, unknown>[] = Array.from({ length: 40 }, (_, at) => ({ ...rows[at % 4] }));
  const { rows: readRows, unreadable } = readable(PaymentRow, [...items, { ...typed(), state: "paid" }]);
  expect(readRows).toEqual(items.map(readPaymentRow));
  expect(unreadable).toBe(1);
});

test("a line waits with what is left of it, and is a client's without what was decided about it", () => {
  const row = { ...waiting(), ignored: { at: context.now, name: "Ali", reason: "" } };
  expect(row).toMatchObject({ state: "unmatched", cents: 300_00, line_cents: 500_00, bank_code: "FT123" });
  expect(row).not.toHaveProperty("copy");
  const assigned = assignedRow(row, { ...client, receipt: true });
  expect(readPaymentRow(assigned)).toEqual(assigned);
  expect(assigned).toMatchObject({
    state: "recorded",
    ...client,
    payer: "JANE",
    allocations: [],
    receipt: true,
  });
  for (const field of ["chosen", "ignored", "expires_at"]) expect(assigned).not.toHaveProperty(field);
});

describe("what is undone and pays nothing any more", () => {
  test.each([
    ["typed by hand: stays", typed(), undefined, "undone", false],
    ["typed by hand, for another client: waits", typed(), "move", "unmatched", false],
    ["of a statement: waits", assignedRow(waiting(), client), undefined, "unmatched", false],
    ["of a statement, for another client: waits", assignedRow(waiting(), client), "move", "unmatched", false],
    ["taken back: stays", assignedRow(waiting(), client), "reversal", "undone", true],
    ["typed by hand and taken back: stays", typed(), "reversal", "undone", true],
  ] as const)("%s", (_, row, why, state, reversed) => {
    const paying = {
      ...row,
      allocations: [{ charge_id: "a#2026-12-20", cents: 100 }],
      receipt: true as const,
    };
    const released = releasedRow(undoneRow(paying, context, why));
    expect(released.state).toBe(state);
    expect(isReversed(released)).toBe(reversed);
    expect(released.undone_by).toEqual({ at: context.now, name: "The system" });
    if (state === "undone") expect(released).toMatchObject({ ...client, allocations: [] });
    else {
      expect(released).toMatchObject({ revision: 1, expires_at: expect.any(Number) });
      for (const field of ["client_id", "allocations", "receipt", "undone_for"])
        expect(released).not.toHaveProperty(field);
    }
    expect(readPaymentRow(released)).toEqual(released);
  });
});
