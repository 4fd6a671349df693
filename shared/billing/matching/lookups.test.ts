import { expect, test } from "vitest";
import { identityOf, numbered } from "./identity.ts";
import type { StatementLine } from "./line.ts";
import { clientKeys, lookupsOf } from "./lookups.ts";

const line: StatementLine = {
  code: "FT26329XK48",
  paid_on: "2026-11-18",
  amount: 1_500,
  currency: "KES",
  method: "bank",
  payer: "JANE W",
  balance: 20_000.5,
};
const mpesa = { ...line, method: "mpesa", code: "TKB0000002" } as const;

test("a line keeps its identity in any spelling, and two payments never share one", () => {
  expect(identityOf(mpesa)).toBe("TKB0000002");
  expect(identityOf({ ...mpesa, code: "mpesa tkb0000002", payer: "OTHER", amount: 1, copy: 2 })).toBe(
    "TKB0000002",
  );
  const same: StatementLine = {
    ...line,
    code: " ft26329 xk48",
    payer: "Jane  W\u200b",
    details: "other",
    copy: 1,
  };
  expect(identityOf(same)).toBe(identityOf(line));
  // Banks pad references, and write other balances the next time.
  for (const rewritten of [{ code: "FT-26329XK48" }, { balance: 20_000.51 }, { balance: undefined }])
    expect(identityOf({ ...line, ...rewritten })).toBe(identityOf(line));
  const variants: Partial<StatementLine>[] = [
    { code: "" },
    { paid_on: "2026-11-19" },
    { amount: 1_500.01 },
    { amount: -1_500 },
    { currency: "USD" } as const,
    { payer: "JANE V" },
    { account: "4821072" },
    { account: "3519404" },
    // Who paid is no reference of one payment, so only the balance tells two of them apart.
    { code: "0799000111", balance: 1 },
    { code: "0799000111", balance: 2 },
    { code: "ACC 4821072", balance: 1 },
    { code: "ACC 4821072", balance: 2 },
    { code: "SO 7", balance: 1 },
    { code: "SO 7", balance: 2 },
    { code: "", payer: "", details: "CASH DEPOSIT", balance: 1 },
    { code: "", payer: "", details: "CASH DEPOSIT", balance: 2 },
    { copy: 2 },
    { copy: 3 },
    { payer: "", details: "from Jane" },
    { payer: "", details: "from Omar" },
    { code: "FT26329XK48|2026-11-18" },
  ];
  const identities = [line, ...variants.map((variant) => ({ ...line, ...variant }))].map(identityOf);
  expect(new Set(identities).size).toBe(identities.length);
});

test("lines of one file that only their balance tells apart get numbers, repeated ones do not", () => {
  const at = (balance?: number): StatementLine => ({ ...line, balance });
  const copies = (...balances: (number | undefined)[]) => numbered(balances.map(at)).map(({ copy }) => copy);
  expect(copies(1, 2, 1, undefined, 2)).toEqual([undefined, 2, undefined, 3, 2]);
  expect(numbered([at(1), { ...at(2), copy: 5 }]).map(({ copy }) => copy)).toEqual([undefined, 5]);
  const code = { code: "TKB0000002", method: "mpesa" } as const;
  expect(numbered([1, 2].map((balance) => ({ ...at(balance), ...code }))).map(({ copy }) => copy)).toEqual([
    undefined,
    undefined,
  ]);
});

test("a client is found by all names and phone numbers", () => {
  const client = {
    reference: "4821072",
    name: "Jane Doe",
    company: "Doe Jane",
    phone: "0799000111/0722000222",
  };
  expect(clientKeys(client)).toEqual({
    references: ["4821072"],
    phones: ["254799000111", "254722000222"],
    names: ["doe jane"],
  });
  expect(clientKeys({ name: "Jane", company: "", phone: "" })).toEqual({
    references: [],
    phones: [],
    names: ["jane"],
  });
});

test("a line asks for its references, near ones, phones, names and codes", () => {
  const all: StatementLine = {
    ...line,
    amount: -500,
    payer: "254799000111 - JANE WANJIKU KAMAU",
    phone: "0722 000 222",
    account: "4812072",
    details: "Reversal of TKB0000002, Acc. 351 940 4",
  };
  const lookups = lookupsOf(all);
  expect(lookups).toMatchObject({
    references: ["3519404"],
    near: expect.arrayContaining(["4821072"]),
    phones: ["254722000222", "254799000111"],
    names: expect.arrayContaining(["jane kamau wanjiku", "jane kamau"]),
    codes: ["TKB0000002", "FT26329XK48"],
  });
  expect(lookups.near.length).toBeLessThan(10);
});

test("what is looked up for a line does not grow with the length of its texts", () => {
  const texts = [
    "4821072 ",
    "1",
    "12 34 567 ",
    "Jane Wanjiku ",
    "0722000222 ",
    "TKB0000002 reversal ",
    "a1-",
    "\u0301",
  ];
  const names = Array.from({ length: 26 ** 2 }, (_, n) => `${(n + 370).toString(36)}x `).join("");
  for (const text of [...texts, names]) {
    const long = (length: number) => {
      const cut = text.repeat(Math.ceil(length / text.length)).slice(0, length);
      return lookupsOf({ ...line, code: cut, payer: cut, phone: cut, account: cut, details: cut });
    };
    expect(long(30_000)).toEqual(long(300));
    expect(Object.values(long(300)).flat().length).toBeLessThan(300);
  }
});
