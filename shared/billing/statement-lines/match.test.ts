import { expect, test } from "vitest";
import type { Client } from "../../clients/client.ts";
import { withCheckDigit } from "../payment-reference.ts";
import { type KnownBefore, matchOf } from "./match.ts";
import { buildMatchIndex } from "./match-index.ts";
import type { Line } from "./read.ts";
import { acme, client, idOf, line, ref, subscription } from "./sample-records.ts";

const baraka = client(2, { name: "Baraka", company: "Jane Wanjiru Stores", phone: "+254 722 000 222" });
const many = client(3, { name: "Many Ltd" });
const gone = client(4, { name: "Gone" });
const sample = client(5, { name: "Sample", sample: true });
const matchIndex = buildMatchIndex(
  [acme, baraka, many, gone, sample],
  [
    subscription(1, acme, 100, { service: "Loan system" }),
    subscription(2, baraka, 80),
    subscription(3, many, 50),
    subscription(4, many, 50, { service: "Support" }),
    subscription(5, many, 70, { next_billing_date: "2027-06-20" }),
    subscription(6, gone, 10, { status: "inactive" }),
    subscription(7, sample, 33.33),
  ],
);
const typed = (of: Client) => `${ref(of).slice(0, 3)} ${ref(of).slice(3, 6)} ${ref(of).slice(6)}`;
const match = (one: Line, before: KnownBefore = {}, taken = new Set<string>()) => {
  const { state, why, candidates } = matchOf(one, matchIndex, taken, before);
  return { state, why, to: candidates.map(({ subscription }) => Number(subscription.id.slice(-4)) - 1_000) };
};
const wrongDigit = ref(acme).replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
const unknown = withCheckDigit("999999");

test.each([
  [
    "the reference and the amount due",
    line(100_00, { account: ref(acme) }),
    "sure",
    [1],
    /^Reference \d{3} \d{3} \d of Acme Traders: the amount due Nov 20, 2026\.$/,
  ],
  ["a reference with spaces", line(100_00, { account: typed(acme) }), "sure", [1], /^Reference/],
  [
    "a reference inside other text",
    line(100_00, { details: `Pay Bill from JANE Acc. ${ref(acme)}` }),
    "sure",
    [1],
    /^Reference/,
  ],
  [
    "a reference and a smaller amount",
    line(40_00, { account: ref(acme) }),
    "sure",
    [1],
    /a part of the period due Nov 20, 2026; \$60\.00 remains due\.$/,
  ],
  [
    "a reference and a larger amount",
    line(130_00, { account: ref(acme) }),
    "doubtful",
    [1],
    /more than the amount due: the period due Nov 20, 2026, and \$30\.00 is credit for the one due Dec 20, 2026\.$/,
  ],
  [
    "a reference and three periods",
    line(300_00, { account: ref(acme) }),
    "doubtful",
    [1],
    /3 periods from Nov 20, 2026\.$/,
  ],
  [
    "an amount for more than twelve periods",
    line(5_000_00, { account: ref(acme) }),
    "unmatched",
    [],
    /more than twelve periods/,
  ],
  [
    "two of the same price",
    line(50_00, { account: ref(many) }),
    "doubtful",
    [3, 4],
    /2 of their subscriptions have this amount/,
  ],
  [
    "one of several, long before it is due",
    line(70_00, { account: ref(many) }),
    "doubtful",
    [5],
    /nothing is due before Jun 20, 2027/,
  ],
  [
    "an amount of none of their subscriptions",
    line(60_00, { account: ref(many) }),
    "doubtful",
    [3, 4, 5],
    /none of their subscriptions has this amount/,
  ],
  [
    "the amount due in another currency",
    line(100_00, { account: ref(acme), currency: "KES" }),
    "unmatched",
    [],
    /no active subscription in Kenya shillings/,
  ],
  [
    "a client without active subscriptions",
    line(10_00, { account: ref(gone) }),
    "unmatched",
    [],
    /no active subscription/,
  ],
  [
    "two references",
    line(80_00, { account: `${ref(acme)} ${ref(baraka)}` }),
    "doubtful",
    [1, 2],
    /contains the references of/,
  ],
  [
    "a mistyped reference",
    line(100_00, { account: wrongDigit }),
    "doubtful",
    [1],
    /is a mistyped reference.*But it is one typing mistake away from the reference of Acme Traders/,
  ],
  ["a digit too few", line(5_00, { account: ref(acme).slice(0, 6) }), "doubtful", [1], /one typing mistake/],
  ["a digit too many", line(5_00, { account: `${ref(acme)}9` }), "doubtful", [1], /one typing mistake/],
  [
    "a reference of nobody",
    line(77_77, { account: unknown }),
    "unmatched",
    [],
    /No client has the reference/,
  ],
  [
    "the phone and the amount",
    line(100_00, { phone: "254799000111", payer: "X" }),
    "sure",
    [1],
    /the phone number belongs to Acme Traders/,
  ],
  [
    "the phone, partly hidden",
    line(100_00, { phone: "2547****111" }),
    "doubtful",
    [1],
    /the phone number matches Acme/,
  ],
  [
    "the phone and another amount",
    line(12_00, { phone: "0799000111" }),
    "doubtful",
    [1],
    /the phone number matches Acme/,
  ],
  [
    "the phone, and a mistyped reference",
    line(100_00, { phone: "254799000111", account: wrongDigit }),
    "doubtful",
    [1],
    /mistyped/,
  ],
  [
    "the name and the amount",
    line(80_00, { payer: "JANE WANJIRU" }),
    "doubtful",
    [2],
    /the name matches Baraka/,
  ],
  ["the amount alone", line(80_00, { payer: "PETER" }), "doubtful", [2], /this amount is due from Baraka/],
  [
    "a phone number that has a reference in it",
    line(77_77, { account: `254${ref(acme)}00` }),
    "unmatched",
    [],
    /^No reference\. Amount/,
  ],
  ["a sample", line(33_33, { account: ref(sample) }), "unmatched", [], /No client has the reference/],
])("%s", (_, one, state, to, why) => {
  expect(match(one)).toEqual({ state, to, why: expect.stringMatching(why) });
});

test("earlier decisions about a line come first", () => {
  const one = line(100_00, { account: ref(acme) });
  const by = { at: "2026-11-12T09:00:00.000Z", name: "Jane" };
  const before = { client_name: "Acme", paid_on: "2026-11-12", amount: 100 };
  expect(match(one, { known: { key: "X", recorded: before } })).toEqual({
    state: "recorded",
    to: [],
    why: "Already recorded: $100.00 on Nov 12, 2026 for Acme.",
  });
  expect(match(one, { typed: before }).state).toBe("recorded");
  expect(match(one, { known: { key: "X", undone: by }, typed: before })).toMatchObject({
    state: "doubtful",
    to: [1],
    why: expect.stringMatching(/^Was recorded, and undone by Jane/),
  });
  expect(match(one, { known: { key: "X", ignored: { ...by, reason: "Paid back" } } })).toMatchObject({
    state: "ignored",
    to: [1],
    why: "Ignored by Jane on Nov 12, 2026: Paid back",
  });
  expect(match(one, {}, new Set([idOf(1_001)]))).toMatchObject({
    state: "doubtful",
    why: expect.stringContaining("another line of this file pays the same period"),
  });
});
