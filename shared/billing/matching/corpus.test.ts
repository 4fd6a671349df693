import { expect, test } from "vitest";
import { TODAY } from "../../../test/matching-corpus/clients.ts";
import { type Expected, single, together } from "../../../test/matching-corpus/corpus.ts";
import { lookupResultsFor } from "../../../test/matching-corpus/lookup-results.ts";
import { fromCents, toCents } from "../../money.ts";
import { type Match, matchLines } from "./match-lines.ts";

/** `hosting 11-20 1500 + credit 200` */
function paysOf({ to, line, rest_cents }: Match): string {
  if (!to) return "";
  const parts = to.map(
    ({ charge_id, cents }) => `${charge_id.replace(/#(2026-)?/, " ")} ${fromCents(cents)}`,
  );
  const credit = (rest_cents ?? toCents(line.amount)) - to.reduce((sum, { cents }) => sum + cents, 0);
  return [...parts, ...(credit === 0 ? [] : [`credit ${fromCents(credit)}`])].join(" + ");
}

const asRow = (match: Match, row: Expected["row"]) => ({
  line: match.line,
  verdict: match.verdict,
  client: match.client_id ?? "",
  ...("pays" in row && { pays: paysOf(match) }),
  ...("payment" in row && { payment: match.payment_id ?? "" }),
  ...("reverses" in row && { reverses: match.reverses ?? "" }),
  why: match.why.replaceAll("\u00a0", " "),
});

const expectedRow = ({ line, row }: Expected) => ({
  line,
  verdict: row.verdict,
  client: row.client ?? (row.verdict === "unmatched" ? "" : "wanjiku"),
  ...("pays" in row && { pays: row.pays }),
  ...("payment" in row && { payment: row.payment }),
  ...("reverses" in row && { reverses: row.reverses }),
  why: expect.stringContaining(row.why ?? ""),
});

function check(all: readonly Expected[]) {
  const lines = all.map(({ line }) => line);
  const matches = matchLines(lines, lookupResultsFor(lines), TODAY);
  expect(matches.map((match, at) => asRow(match, all[at]?.row ?? {}))).toEqual(all.map(expectedRow));
  return matches;
}

test.each(single.map((example) => [JSON.stringify(example.row), example] as const))("%s", (_, example) => {
  const [match] = check([example]);
  expect(match?.why).toMatch(/^[A-Z0-9].{10,400}[.]$/);
});

test.each(together)("%s", (_, lines) => {
  check(lines);
});

test("the corpus has 200 lines; in one call none is lost, and none is sure for another client", () => {
  const all = [...single, ...together.flatMap(([, lines]) => lines)];
  expect(all.length).toBeGreaterThan(200);
  const lines = all.map(({ line }) => line);
  const results = lookupResultsFor(lines);
  const before = structuredClone(results);
  const matches = matchLines(lines, results, TODAY);
  expect(results).toEqual(before);
  expect(matches.map(({ line }) => line)).toEqual(lines);
  const wrong = matches.filter(
    ({ verdict, client_id }, at) =>
      verdict === "sure" && client_id !== expectedRow(all[at] as Expected).client,
  );
  expect(wrong).toEqual([]);
});
