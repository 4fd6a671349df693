import { button, cardWidths, chooseCsv, dialog, openRow, type Screen } from "./screen.ts";
import type { Seeded } from "./seed.ts";

const statementColumns =
  "Receipt No.,Completion Time,Transaction Status,Paid In,Withdrawn,Other Party Info,A/C No.";

const statementLine = (number: string, paidIn: string, account: string) =>
  `${number},2026-12-18 10:15:00,Completed,"${paidIn}",,254799000111 - JANE DOE,${account}`;

export const paymentScreens = ({ references, invoice }: Seeded): Screen[] => [
  { name: "payments", path: "/money/received", ready: "Paid on", amounts: 5 },
  { name: "a payment's sheet", open: openRow(""), ready: "Paid on", widths: cardWidths },
  {
    name: "payments by amount",
    path: "/money/received?sort=-amount",
    ready: "Paid on",
    amounts: 5,
    hasKnownParts: true,
  },
  { name: "unmatched payments", path: "/money/unmatched", ready: "NAIROBI WEST", amounts: 2 },
  {
    name: "an unmatched payment",
    open: (page) => button(page, /^Assign NAIROBI WEST.*, KES.*98,765,432.10/).click(),
    ready: "Assign payment",
    amounts: 1,
  },
  { name: "announced payments", path: "/money/announced", ready: "Not confirmed", amounts: 2 },
  {
    name: "import of payments of past years",
    path: "/money/past",
    ready: "Import payments of past years",
  },
  { name: "import of charges", path: "/money/charges", ready: "Import charges" },
  { name: "invoices", path: "/money/invoices", ready: "INV-2026-000124", amounts: 4 },
  { name: "an invoice's sheet", open: openRow(""), ready: "INV-2026-000124", widths: cardWidths },
  { name: "an invoice", path: `/money/invoices?invoice=${invoice}`, ready: "Record number", amounts: 3 },
  {
    name: "import of control unit numbers",
    path: "/money/control-units",
    ready: "Import control unit numbers",
  },
  { name: "import of a statement", path: "/money/import", ready: "Import statement" },
  {
    name: "columns of an unknown bank",
    open: async (page) => {
      await chooseCsv(
        page,
        "Statement (CSV or XLSX)",
        "Txn,When,What,How much",
        "EFT 1,03/12/2026,Umoja,60.00",
      );
      await page.getByLabel("Receipt number").selectOption("Txn: EFT 1");
      await page.getByLabel("Paid on").selectOption("When: 03/12/2026");
      await page.getByLabel("Paid in").selectOption("How much: 60.00");
      await button(page, "Read the file").click();
    },
    ready: "Choose how to read the dates.",
  },
  {
    name: "lines of a statement",
    open: (page) =>
      chooseCsv(
        page,
        "Statement (CSV or XLSX)",
        statementColumns,
        statementLine("UJK4H7L2N1", "1,234,567.50", references[0] ?? ""),
        statementLine("UJK4H7L2N2", "345,678.90", references[1] ?? ""),
        statementLine("UJK4H7L2N3", "98,765,432.10", "rent"),
      ),
    ready: "3 lines",
    amounts: 3,
  },
  {
    name: "a line of a statement",
    open: (page) => button(page, /^Assign /).click(),
    ready: "Assign payment",
    widths: [1440, 360],
  },
  {
    name: "import of a statement confirmed",
    open: async (page) => {
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await button(page, /^(Record|Keep) \d/).click();
    },
    ready: /will be (recorded|kept)/,
  },
];
