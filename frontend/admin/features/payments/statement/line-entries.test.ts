import { describe, expect, test } from "vitest";
import type { Payment } from "../../../../../shared/payments/payment.ts";
import type { LineMatch, LineResult, StatementLine } from "../../../../../shared/payments/statement-line.ts";
import {
  countsOf,
  type Entry,
  entryOf,
  entryOfUnmatched,
  factsOf,
  isSelectable,
  matchText,
  nameOfEntry,
  stateNames,
  stateOf,
} from "./line-entries.ts";
import { bodyOf, nameOfUnit, unitsOf, workOf, workSentences, workText } from "./line-work.ts";

const line: StatementLine = { paid_on: "2026-12-18", amount: 1234.5, currency: "KES", method: "mpesa" };
const acme = { client_id: "c1", client_name: "Acme" };
const maybe = (client_id: string, client_name: string) => ({ client_id, client_name, why: "The name." });
const matched = (verdict: LineMatch["verdict"], more: Partial<LineMatch> = {}): Entry =>
  entryOf("1", line, { verdict, why: "Why.", candidates: [], ...more });
const after = (entry: Entry, result: LineResult): Entry => ({ ...entry, result });
const sure = matched("sure", acme);
const reversal = matched("reversal", acme);

type Row = [what: string, entry: Entry, state: string, whose: string, why: string, does: string];
/** `does`: what pressing the button does with it. */
const rows: Row[] = [
  ["a sure line", sure, "Sure", "Acme", "Why.", "Record 1 payment"],
  ["a sure line that is not selected", { ...sure, selected: false }, "Sure", "Acme", "Why.", "Keep 1 line"],
  ["a doubtful line", matched("doubtful", acme), "Doubtful", "Acme?", "Why.", "Keep 1 line"],
  [
    "a doubtful line that is selected",
    { ...matched("doubtful", acme), selected: true },
    "Doubtful",
    "Acme",
    "Why.",
    "Record 1 payment",
  ],
  ["a line of nobody", matched("unmatched"), "Unmatched", "No match", "Why.", "Keep 1 line"],
  [
    "a line of one possible client",
    matched("unmatched", { candidates: [maybe("c1", "Acme")] }),
    "Unmatched",
    "Acme?",
    "Why.",
    "Keep 1 line",
  ],
  [
    "a line of two possible clients",
    matched("unmatched", { candidates: [maybe("c1", "Acme"), maybe("c2", "Zawadi")] }),
    "Unmatched",
    "2 possible",
    "Why.",
    "Keep 1 line",
  ],
  [
    "a line that waits already",
    matched("unmatched", { waiting: true }),
    "Unmatched",
    "Kept, not assigned",
    "Why.",
    "",
  ],
  ["an ignored line", matched("unmatched", { ignored: true }), "Ignored", "No match", "Why.", ""],
  ["a recorded line", matched("recorded", acme), "Recorded", "Acme", "Why.", ""],
  [
    "a recorded line that was ignored before",
    matched("recorded", { ignored: true }),
    "Recorded",
    "Recorded",
    "Why.",
    "",
  ],
  ["a reversal", reversal, "Reversal", "Acme", "Why.", ""],
  ["a reversal of nobody's payment", matched("reversal"), "Reversal", "Undoes a payment", "Why.", ""],
  [
    "a reversal that is selected",
    { ...reversal, selected: true },
    "Reversal",
    "Acme",
    "Why.",
    "Undo 1 payment",
  ],
  ["a line just recorded", after(sure, { state: "recorded" }), "Recorded", "Acme", "Recorded.", ""],
  [
    "a payment just undone",
    after(reversal, { state: "reversed" }),
    "Recorded",
    "Acme",
    "The payment was undone.",
    "",
  ],
  [
    "a line in the background",
    after(sure, { state: "queued" }),
    "In progress",
    "Acme",
    "It is recorded in the background. You can close this page.",
    "",
  ],
  [
    "a line that was refused",
    after(sure, { state: "unmatched", error: "It changed." }),
    "Doubtful",
    "Acme",
    "It changed.",
    "Record 1 payment",
  ],
];

describe("a line of a statement", () => {
  test.each(rows)("%s", (_, entry, state, whose, why, does) => {
    expect([stateNames[stateOf(entry)], ...matchText(entry)]).toEqual([state, whose, why]);
    expect(workText(workOf([entry]))).toBe(does);
    expect(countsOf([entry]).filter(([, lines]) => lines > 0)).toEqual(
      state === "In progress" ? [] : [[state, 1]],
    );
  });
});

test("only lines with a client, and reversals, can be selected, until they are recorded or ignored", () => {
  const selectable = rows.filter(([, entry]) => isSelectable(entry)).map(([what]) => what);
  expect(selectable).toEqual([
    "a sure line",
    "a sure line that is not selected",
    "a doubtful line",
    "a doubtful line that is selected",
    "a reversal",
    "a reversal of nobody's payment",
    "a reversal that is selected",
    "a line that was refused",
  ]);
});

test("the button and its dialog say what happens; the reversals come last", () => {
  const work = workOf([{ ...reversal, selected: true }, sure, sure, matched("unmatched")]);
  expect(workText(work)).toBe("Record 2 payments, undo 1 payment, keep 1 line");
  expect(workSentences(work).map((sentence) => sentence.split(" ").slice(0, 5).join(" "))).toEqual([
    "2 payments will be recorded.",
    "1 payment will be undone,",
    "1 line will be kept",
  ]);
  const [unit] = unitsOf(work);
  expect(unit?.entries.at(-1)?.match.verdict).toBe("reversal");
  expect(unit && nameOfUnit(unit)).toBe("Unknown, KES\u00A01,234.50 and 3 other lines");
  // Money that went out again is never kept as a payment.
  const out = { ...matched("unmatched"), line: { ...line, amount: -5 } };
  expect(workOf([out]).keep).toEqual([]);
});

test("a line is sent with its client only if it is recorded, and pays what was shown for that client", () => {
  const to = [{ subscription_id: "s1", period: "2026-12-20", amount: 5 }];
  const proposed = matched("sure", { ...acme, to });
  expect(bodyOf(proposed)).toEqual({ ...line, client_id: "c1", to });
  expect(bodyOf({ ...proposed, selected: false })).toEqual(line);
  expect(bodyOf(matched("doubtful", { ...acme, to }))).toEqual(line);
  const chosen = { client_id: "c2", name: "Zawadi" };
  expect(bodyOf({ ...proposed, chosen })).toEqual({ ...line, client_id: "c2" });
  const otherCharges = [{ subscription_id: "s2", period: "2026-11-20", amount: 5 }];
  expect(bodyOf({ ...proposed, chosen: { ...chosen, client_id: "c1", to: otherCharges } })).toMatchObject({
    to: otherCharges,
  });
});

test("a line is named by its payer, else by phone or code, and shows only what the statement says", () => {
  const named = (more: Partial<StatementLine>) => nameOfEntry({ line: { ...line, ...more } });
  expect(named({ payer: "JANE", phone: "0722", code: "UJ1" })).toBe("JANE, KES\u00A01,234.50");
  expect(named({ phone: "0722", code: "UJ1" })).toContain("0722, ");
  expect(named({ code: "UJ1" })).toContain("UJ1, ");
  expect(named({})).toContain("Unknown, ");
  expect(factsOf(matched("doubtful", { rest: 34.5 }))).toEqual([
    ["Amount", "KES\u00A01,234.50"],
    ["Left to record", "KES\u00A034.50"],
    ["Paid on", "Dec 18, 2026"],
  ]);
});

test("an unmatched payment shows what its statement said, or who ignored it", () => {
  const unmatched = (more: Partial<Payment>) =>
    entryOfUnmatched({ id: "p1", paid_on: "2026-12-18", amount: 5, method: "mpesa", ...more } as Payment);
  const why = (more: Partial<Payment>) => matchText(unmatched(more));
  expect(why({ account: "RENT", details: "Pay Bill" })).toEqual([
    "Kept, not assigned",
    "Account RENT, Pay Bill",
  ]);
  expect(why({})).toEqual(["Kept, not assigned", "The statement says nothing else."]);
  const ignored = { ignored: { name: "Jane", reason: "A gift" } } as Partial<Payment>;
  expect([stateOf(unmatched(ignored)), ...why(ignored)]).toEqual([
    "ignored",
    "No match",
    "Jane ignored it: A gift",
  ]);
  expect(unmatched({ reference: "UJ1" }).line).toMatchObject({
    code: "UJ1",
    currency: "USD",
    method: "mpesa",
  });
  expect(unmatched({ method: "cash" }).line).toMatchObject({ method: "bank" });
});
