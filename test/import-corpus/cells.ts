import type { ImportCase } from "./case.ts";

const clients = (name: string, email: string, row: string): ImportCase => ({
  name,
  kind: "clients",
  file: `name,email\nAmani,${email}`,
  rows: [row],
});
const severalIn = (cell: string, addresses = 2) =>
  `wrong: Email: “${cell}” has ${addresses} addresses. Keep the one that emails go to.`;
const two = (cell: string, addresses = 2) =>
  `${severalIn(cell, addresses)} Put the others into the columns Copy 1 to Copy 4.`;
const invalid = "wrong: Please provide a valid email address.";
const read = "new Amani a@amani.example";

const addressCases: ImportCase[] = [
  clients("an address with a name", "Amani Ltd <a@amani.example>", read),
  clients("a name with a comma", '"Amani, Ltd <a@amani.example>"', read),
  clients("a name in quotes", '"""Amani Ltd"" <a@amani.example>"', read),
  clients("an address in brackets", "<a@amani.example>", read),
  clients("a link", "mailto:a@amani.example", read),
  clients("a link with a subject", "MAILTO:a@amani.example?subject=Hello there", read),
  clients("a semicolon after the address", "a@amani.example;", read),
  clients("a comma after the address", '"a@amani.example, "', read),
  clients("the address twice", "a@amani.example; A@amani.example", "new Amani A@amani.example"),
  clients("the address as its own name", "a@amani.example <a@amani.example>", read),
  clients(
    "two addresses, semicolon",
    "a@amani.example; b@amani.example",
    two("a@amani.example; b@amani.example"),
  ),
  clients(
    "two addresses, comma",
    '"a@amani.example,b@amani.example"',
    two("a@amani.example,b@amani.example"),
  ),
  clients(
    "two addresses, slash",
    "a@amani.example / b@amani.example",
    two("a@amani.example / b@amani.example"),
  ),
  clients("two addresses, space", "a@amani.example b@amani.example", two("a@amani.example b@amani.example")),
  clients(
    "two addresses, or",
    "a@amani.example or b@amani.example",
    two("a@amani.example or b@amani.example"),
  ),
  clients(
    "two addresses with names",
    '"Amani <a@amani.example>, Baraka <b@amani.example>"',
    two("Amani <a@amani.example>, Baraka <b@amani.example>"),
  ),
  clients(
    "three addresses",
    "a@x.example|b@x.example|c@x.example",
    two("a@x.example|b@x.example|c@x.example", 3),
  ),
  clients("a space inside", "d @amani.example", invalid),
  clients("a sentence around the address", "write to a@amani.example please", invalid),
  clients("a name without an address", "Amani <amani.example>", invalid),
  clients("an address that is known, with a name", "Client 2 <2@CLIENT.example>", "update Client 2"),
  {
    name: "the client of a subscription by an address with a name",
    kind: "subscriptions",
    file: "client_name,client_email,service,amount,frequency,start_date\n,Client 2 <2@client.example>,A,100,monthly,2026-03-04",
    rows: ["new A from 2026-03-04"],
  },
  {
    name: "the client of a payment by two addresses",
    kind: "payments",
    file: "paid_on,client_email,amount\n2025-03-04,1@client.example; 2@client.example,100",
    rows: [severalIn("1@client.example; 2@client.example")],
  },
];

const phones = (name: string, cell: string, phone: string): ImportCase => ({
  name,
  kind: "clients",
  file: `name,email,phone\nAmani,a@amani.example,${cell}`,
  rows: [phone.startsWith("wrong") ? phone : `new Amani a@amani.example ${phone}`],
});
const payments = (name: string, reference: string, row: string): ImportCase => ({
  name,
  kind: "payments",
  file: `paid_on,client_name,amount,reference\n2025-03-04,Client 1,100,${reference}`,
  rows: [row],
});
const shortened = (cell: string) =>
  `wrong: Reference: “${cell}” is not complete: the spreadsheet kept only its first digits. Format the column as text and enter it again.`;
const shortPhone = (cell: string) =>
  `wrong: Phone: “${cell}” is not a complete number: the spreadsheet kept only its first digits. Format the column as text and enter it again.`;

const numberCases: ImportCase[] = [
  phones("a phone with a decimal", "712345678.0", "+254712345678"),
  phones("a phone with its country code and a decimal", "254712345679.0", "+254712345679"),
  phones("a phone with two decimals", "712345670.00", "+254712345670"),
  phones("a phone with its zero and a decimal", "0712345678.0", "+254712345678"),
  phones("a phone with dots between its digits", "712.345.672", "+254712345672"),
  phones("two phones with decimals", "712345678.0/712345679.0", "+254712345678, +254712345679"),
  phones("a phone and the last digit of another", "0712345671/0", "0712345671/0"),
  phones("a phone with an exponent and all digits", "2.54712345678E+11", "+254712345678"),
  phones("a phone with an exponent that lost digits", "2.54712E+11", shortPhone("2.54712E+11")),
  payments("a reference with a decimal", "123456.0", "new 100 on 2025-03-04 123456"),
  payments("a reference with its zero and a decimal", "00123456.0", "new 100 on 2025-03-04 00123456"),
  payments("a reference with a fraction is as typed", "123456.5", "new 100 on 2025-03-04 123456.5"),
  payments("a reference with an exponent and all digits", "1.23456E+5", "new 100 on 2025-03-04 123456"),
  payments("a reference with an exponent that lost digits", "2.0266E+15", shortened("2.0266E+15")),
  payments("a code that became a number", "1.234E+59", shortened("1.234E+59")),
  payments("a code with letters", "SFT6QX1Z9K", "new 100 on 2025-03-04 SFT6QX1Z9K"),
  {
    name: "a certificate that became a number",
    kind: "payments",
    file: "paid_on,client_name,amount,method,reference\n2025-03-04,Client 1,5,Withholding tax,2.02E+13",
    rows: [shortened("2.02E+13")],
  },
  {
    name: "a certificate that is missing",
    kind: "payments",
    file: "paid_on,client_name,amount,method,reference\n2025-03-04,Client 1,5,Withholding tax,",
    rows: ["wrong: Please give the number of the withholding certificate as the reference."],
  },
  {
    name: "a number of 17 digits, of which a spreadsheet keeps 15",
    kind: "payments",
    file: {
      rows: [
        ["paid_on", "client_name", "amount", "reference"],
        ["2025-03-04", "Client 1", 100, 2.026e16],
      ],
    },
    rows: [shortened("2.026e+16")],
  },
  {
    name: "a number of 15 digits",
    kind: "payments",
    file: {
      rows: [
        ["paid_on", "client_name", "amount", "reference"],
        ["2025-03-04", "Client 1", 100, 202_600_000_123_456],
      ],
    },
    rows: ["new 100 on 2025-03-04 202600000123456"],
  },
  {
    name: "a client by a payment reference with a decimal",
    kind: "payments",
    file: "paid_on,account,amount\n2025-03-04,4821072.0,100",
    rows: ["new 100 on 2025-03-04"],
  },
  {
    name: "a client by a payment reference that lost digits",
    kind: "payments",
    file: "paid_on,account,amount\n2025-03-04,4.82E+06,100",
    rows: ["wrong: No client has the payment reference 4.82E+06."],
  },
];

const unfit =
  "wrong: Its cells do not fit the columns: the row is cut off, a cell contains the delimiter, or a quotation mark is not closed.";
const quoteCases: ImportCase[] = [
  {
    name: "a stray quotation mark spoils its row alone",
    kind: "clients",
    file: 'name,email\n"Amani" Ltd,a@amani.example\nBaraka,b@baraka.example',
    rows: [unfit, "new Baraka b@baraka.example"],
  },
  {
    name: "a quotation mark that is never closed",
    kind: "clients",
    file: 'name,email\nAmani,a@amani.example\n"Baraka,b@baraka.example\nCharo,c@charo.example',
    rows: ["new Amani a@amani.example", unfit, "new Charo c@charo.example"],
  },
  {
    name: "inches inside a cell",
    kind: "clients",
    file: 'name,email\nPipes 3" Ltd,a@amani.example',
    rows: ['new Pipes 3" Ltd a@amani.example'],
  },
  {
    name: "a cell that is far too long",
    kind: "clients",
    file: `name,email\n${"x".repeat(10_001)},a@amani.example\nBaraka,b@baraka.example`,
    rows: [unfit, "new Baraka b@baraka.example"],
  },
];

export const cellCases: ImportCase[] = [...addressCases, ...numberCases, ...quoteCases];
