import * as fc from "fast-check";
import { expect, test } from "vitest";
import { accounts, clients, TODAY } from "../../../test/matching-corpus/clients.ts";
import { lookupResultsFor } from "../../../test/matching-corpus/lookup-results.ts";
import { addDays } from "../../day.ts";
import { toCents } from "../../money.ts";
import { type Account, isAskedFor, leftOf, type Payment } from "../account.ts";
import { recordPayment } from "../payments.ts";
import { identityOf } from "./identity.ts";
import type { StatementLine } from "./line.ts";
import type { FoundClient } from "./lookup-results.ts";
import { clientKeys } from "./lookups.ts";
import { type Match, matchLines } from "./match-lines.ts";

/** A text of a line, and the clients that it is true of; undefined if it says nothing. */
type Said = { text: string; of?: readonly string[] };

const anyClient = fc.constantFrom(...clients);
const nothing = fc.constantFrom(
  "",
  "hosting",
  "asante sana",
  "2547***111",
  "0700999888",
  "FT26329XK4821073001",
);
const silent = nothing.map((text): Said => ({ text }));

/** Samples are nobody. */
function said(text: string, isTrue: (client: FoundClient) => boolean): Said {
  const of = clients.filter((client) => !client.sample && isTrue(client)).map(({ id }) => id);
  return { text, ...(of.length > 0 && { of }) };
}

const written = ["#", "Acc. #", "# hosting", "A/C:#"];
const reference = fc
  .tuple(anyClient, fc.constantFrom(...written), fc.constantFrom("plain", "spaced", "letters"))
  .map(([{ id, reference = "", sample }, around, how]): Said => {
    const spaced = reference.replace(/^(...)(...)/, "$1 $2 ");
    const digits = { plain: reference, spaced, letters: reference.replace("0", "O").replace("1", "l") }[how];
    return { text: around.replace("#", digits ?? ""), ...(!sample && { of: [id] }) };
  });
const mistyped = anyClient.map(
  ({ reference = "" }): Said => ({
    text: reference.replace(/\d$/, (digit) => String((Number(digit) + 3) % 10)),
    of: [],
  }),
);
const phone = anyClient
  .filter(({ phone }) => phone !== "")
  .map((client): Said => {
    const [key = ""] = clientKeys(client).phones;
    return said(key, (candidate) => clientKeys(candidate).phones.includes(key));
  });
const name = fc.tuple(anyClient, fc.constantFrom("name", "company")).map(([client, field]): Said => {
  const [first = "", second = first] = clientKeys(client).names;
  const key = field === "name" ? first : second;
  return said(key.toUpperCase(), (candidate) => clientKeys(candidate).names.includes(key));
});

const amountOf = fc
  .tuple(anyClient, fc.nat(3), fc.constantFrom(0, 0, 0, 1, -1))
  .map(([{ id }, count, more]) => {
    const open = accounts.get(id)?.charges.filter(isAskedFor) ?? [];
    const currency = open[0]?.currency ?? "KES";
    const charges = open.filter((charge) => charge.currency === currency).slice(0, count + 1);
    return { currency, amount: (charges.reduce((sum, charge) => sum + leftOf(charge), 0) + more) / 100 };
  });

const drawn = fc.record({
  account: fc.oneof({ weight: 3, arbitrary: reference }, silent, mistyped, phone, name),
  details: fc.oneof({ weight: 3, arbitrary: silent }, reference, name),
  payer: fc.oneof(silent, name, phone),
  phone: fc.oneof(silent, phone),
  money: amountOf,
  days: fc.nat(20),
  code: fc.nat(30),
});

const byDay = ({ line: a }: Match, { line: b }: Match) =>
  a.paid_on < b.paid_on ? -1 : Number(a.paid_on > b.paid_on);

test("no line is lost, nothing contradicts a sure one, and every cent is paid or credit", () => {
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 12 }), (all) => {
      const lines = all.map(({ account, details, payer, phone, money, days, code }): StatementLine => {
        const method = money.currency === "KES" ? "mpesa" : "bank";
        const texts = { account: account.text, details: details.text, payer: payer.text, phone: phone.text };
        return { ...texts, ...money, method, paid_on: addDays(TODAY, -days), code: `TKJ00000${10 + code}` };
      });
      const matches = matchLines(lines, lookupResultsFor(lines), TODAY);
      expect(matches.map(({ line }) => line)).toEqual(lines);
      expect(matches.map(({ identity }) => identity)).toEqual(lines.map(identityOf));

      for (const [at, { verdict, client_id = "", to = [], candidates, line }] of matches.entries()) {
        const { account, details, payer, phone } = all[at] as (typeof all)[number];
        const paid = to.reduce((sum, { cents }) => sum + cents, 0);
        expect(paid <= Math.max(0, toCents(line.amount)) && to.every(({ cents }) => cents > 0)).toBe(true);
        if (line.amount > 0 && verdict === "unmatched") expect(candidates).toEqual([]);
        if (verdict === "doubtful") expect(candidates.length).toBeGreaterThan(0);
        if (verdict !== "sure") continue;
        for (const { of } of [account, details, payer, phone]) if (of) expect(of).toContain(client_id);
        expect(clients.find(({ id }) => id === client_id)).toMatchObject({ active: true, sample: false });
        expect(paid).toBe(toCents(line.amount));
      }

      // Recording the sure lines, earliest first, does what was proposed, and each code is one payment.
      const after = structuredClone(new Map(accounts));
      const sure = matches.filter(({ verdict }) => verdict === "sure");
      expect(new Set(sure.map(({ identity }) => identity)).size).toBe(sure.length);
      for (const { line, identity, client_id = "", to = [] } of sure.sort(byDay)) {
        const { currency, amount } = line;
        const payment: Payment = { id: identity, currency, cents: toCents(amount), allocations: [] };
        recordPayment(after.get(client_id) as Account, payment, { to, credit: true }, TODAY);
        expect(payment.allocations).toEqual(to);
      }
    }),
    { numRuns: 100 },
  );
});
