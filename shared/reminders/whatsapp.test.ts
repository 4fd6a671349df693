import { expect, test } from "vitest";
import { whatsAppLink, whatsAppOf } from "./whatsapp.ts";

test.each([
  "0712345678",
  "0712 345 678",
  "0712-345-678",
  "(0712) 345.678",
  "+254712345678",
  "+254 712 345678",
  "+254 (0)712 345 678",
  "+2540712345678",
  "(0)712345678",
  "712 345 678",
  "254 712 345 678",
  "00254 712 345 678",
  " 0712 345 678 / 020 123 4567",
  "020 123 4567 or 0712 345 678",
])("a Kenyan mobile number written as %j is recognised", (phone) => {
  expect(whatsAppOf(phone)).toEqual({ number: "254712345678" });
});

test("newer Kenyan mobile numbers start with 01", () => {
  expect(whatsAppOf("0110 123 456")).toEqual({ number: "254110123456" });
  expect(whatsAppOf("+254 (0)110 123 456")).toEqual({ number: "254110123456" });
});

test("numbers of other countries need their country code", () => {
  expect(whatsAppOf("+256 772 123456")).toEqual({ number: "256772123456" });
  expect(whatsAppOf("+44 7700 900123")).toEqual({ number: "447700900123" });
  expect(whatsAppOf("0044 7700 900123")).toEqual({ number: "447700900123" });
  expect(whatsAppOf("(+256) 772 123456")).toEqual({ number: "256772123456" });
  for (const phone of ["7700 900123", "256 772 123456"])
    expect(whatsAppOf(phone)).toEqual({ problem: "the phone number has no country code" });
});

test.each([
  ["", "no phone number is known"],
  ["   ", "no phone number is known"],
  ["/", "the phone number is not a number"],
  ["ask Wanjiru", "the phone number is not a number"],
  ["0712 345 678 ext 4", "the phone number is not a number"],
  ["0712 345 67", "the phone number is not complete"],
  ["+254 712 345 67", "the phone number is not complete"],
  ["+1 555", "the phone number is not complete"],
  ["+0712345678", "the phone number is not complete"],
  ["+254 20 123 4567", "the phone number is a landline"],
  ["020 123 4567", "the phone number is a landline"],
  ["041 312345", "the phone number is a landline"],
])("%j has no WhatsApp number: %s", (phone, problem) => {
  expect(whatsAppOf(phone)).toEqual({ problem });
});

test("the link contains the whole text, with any characters", () => {
  const text = "Dear A & B,\n\n$149.99? 100% + more #1";
  const url = new URL(whatsAppLink("254712345678", text));
  expect([url.origin, url.pathname, url.searchParams.get("text")]).toEqual([
    "https://wa.me",
    "/254712345678",
    text,
  ]);
});
