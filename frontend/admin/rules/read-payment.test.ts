import { expect, test } from "vitest";
import { readPayment } from "./read-payment.ts";

const today = "2026-12-24";
const read = (text: string) => readPayment(text, { today, currency: "KES" });

test("amount, code and day are read in any order", () => {
  const whole = { amount: "66467.00", reference: "SLK4H7TQ2Z", paid_on: "2026-12-22" };
  for (const text of [
    "66,467 SLK4H7TQ2Z 22 dec",
    "22 Dec 2026\t66,467.00\tSLK4H7TQ2Z",
    "SLK4H7TQ2Z, KES 66 467, 22/12/26",
    "SLK4H7TQ2Z 2026-12-22 66467/=",
    "Dec 22, 2026: Ksh.66467 SLK4H7TQ2Z",
    "22nd December 66467 kes SLK4H7TQ2Z",
    "22-12-2026 03:15 PM SLK4H7TQ2Z 66'467.00",
    "22 desemba 66467 SLK4H7TQ2Z",
  ])
    expect({ text, ...read(text) }).toEqual({ text, ...whole });
});

test("of a message of M-Pesa: what came in, neither balance, cost, phone nor time", () => {
  expect(
    read(
      "SLK4H7TQ2Z Confirmed. You have received Ksh66,467.00 from JANE WANJIRU 0712345678 on 22/12/26 at 3:15 PM. New M-PESA balance is Ksh120,004.50. Transaction cost, Ksh0.00.",
    ),
  ).toEqual({ amount: "66467.00", reference: "SLK4H7TQ2Z", paid_on: "2026-12-22", method: "mpesa" });
  expect(
    read(
      "SLK4H7TQ2Z Confirmed. on 22/12/26 at 10:05 AM Ksh1,500.00 received from 254712****78 JANE. Account Number 4821073 New Utility balance is Ksh9,000.00",
    ),
  ).toEqual({ amount: "1500.00", reference: "SLK4H7TQ2Z", paid_on: "2026-12-22", method: "mpesa" });
});

test("a word after “ref” is the reference, also without digits; an amount can be in another currency", () => {
  const day = { amount: "66467.00", paid_on: "2026-12-22" };
  expect(read("KES 66467.00, 22/12/2026, ref ABC")).toEqual({ ...day, reference: "ABC" });
  expect(read("Reference No: FT-22/118 KES 66467.00 22/12/2026")).toEqual({ ...day, reference: "FT-22/118" });
  expect(read("US$ 150 ref CHQ12")).toEqual({ amount: "150.00", currency: "USD", reference: "CHQ12" });
});

test("a day without year is the last such day, and a day to come is not taken", () => {
  const dayOf = (text: string) => read(`500 SLK4H7TQ2Z ${text}`)?.paid_on;
  expect(dayOf("22 dec")).toBe("2026-12-22");
  expect(dayOf("25 dec")).toBe("2025-12-25");
  expect(dayOf("2/1")).toBe("2026-01-02");
  expect(dayOf("29 feb")).toBe("2024-02-29");
  expect(dayOf("Feb 3")).toBe("2026-02-03");
  expect(dayOf("today")).toBe(today);
  expect(dayOf("yesterday")).toBe("2026-12-23");
  expect(dayOf("25/12/26")).toBeUndefined();
  expect(dayOf("31/04/2026")).toBeUndefined();
  expect(read("22 dec 66,467 SLK4H7TQ2Z")).toMatchObject({ amount: "66467.00", paid_on: "2026-12-22" });
});

test("a code, an amount or a day alone, and ordinary text, are pasted as ever", () => {
  for (const text of [
    "SLK4H7TQ2Z",
    "66,467",
    "KES 66,467.00",
    "22 dec",
    "",
    "Loan system",
    "0712 345 678",
    `66,467 SLK4H7TQ2Z ${"x".repeat(1_000)}`,
  ])
    expect(read(text)).toBeUndefined();
});

test("what is not clear is left to the person", () => {
  // Which of the two numbers is the amount, and whether a point is a thousand.
  expect(read("500 600 SLK4H7TQ2Z")).toBeUndefined();
  expect(read("500 600 SLK4H7TQ2Z 22 dec")).toEqual({ reference: "SLK4H7TQ2Z", paid_on: "2026-12-22" });
  expect(read("1.500 SLK4H7TQ2Z 22 dec")).toEqual({ reference: "SLK4H7TQ2Z", paid_on: "2026-12-22" });
  // Of several numbers, the one that is written like an amount.
  expect(read("4821073 SLK4H7TQ2Z 66,467.50")).toEqual({ amount: "66467.50", reference: "SLK4H7TQ2Z" });
});
