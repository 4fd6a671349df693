import type { Page } from "playwright-core";
import { button, cardWidths, chooseCsv, dialog, openRow, type Screen } from "./screen.ts";
import { longName, type Seeded } from "./seed.ts";

const selectAll = (page: Page) => page.getByLabel("Select all shown rows").check();
const paymentFrom = (page: Page, client: string) =>
  page.getByRole("dialog", { name: `Record payment: ${client}` });

export const subscriptionScreens = ({ both, swahili, overdue, partlyPaid }: Seeded): Screen[] => [
  { name: "subscriptions", path: "/subscriptions", ready: longName, amounts: 12 },
  {
    name: "subscription's sheet",
    open: openRow(longName),
    ready: longName,
    amounts: 14,
    widths: cardWidths,
  },
  {
    name: "subscriptions of a month",
    path: "/subscriptions?month=2027-01",
    ready: /due in Jan 2027/,
    amounts: 14,
  },
  {
    name: "filters in a sheet",
    path: "/subscriptions?q=mfumo",
    open: (page) => button(page, "Filters").click(),
    ready: "Order",
    widths: cardWidths,
  },
  {
    name: "selection on a phone",
    path: "/subscriptions",
    open: async (page) => {
      await button(page, "Select").click();
      await page.getByRole("row").filter({ hasText: longName }).first().click();
    },
    ready: "1 selected",
    widths: cardWidths,
  },
  { name: "what is due", path: "/money", ready: "Needs you", amounts: 5 },
  {
    name: "panel beside what is due",
    path: `/money?client=${both}`,
    open: (page) => button(page, /^Correct the payment/).click(),
    ready: "Correct the payment",
    amounts: 12,
    widths: [1440],
  },
  {
    name: "panel of a client who owes",
    open: (page) =>
      page
        .locator("[data-row]")
        .filter({ hasText: "since" })
        .getByRole("button", { name: /^Details of/ })
        .first()
        .click(),
    ready: "Record payment",
    widths: cardWidths,
  },
  {
    name: "new subscription for a client",
    path: `/clients/${both}?sell=${both}`,
    ready: "Add New Subscription",
  },
  {
    name: "subscription's form",
    path: `/subscriptions?subscription=${overdue}`,
    ready: "every month",
    amounts: 1,
  },
  {
    name: "reminder",
    path: `/subscriptions?remind=${overdue}`,
    ready: "Send the reminder again",
    amounts: 13,
  },
  {
    name: "payment's form",
    path: `/subscriptions?pay=${both}.${partlyPaid}`,
    ready: "Last events",
    amounts: 15,
  },
  {
    name: "payment of a part",
    path: `/subscriptions?pay=${both}.${overdue}`,
    open: async (page) => {
      await dialog(page).getByLabel("Amount").fill("1234567.89");
      await dialog(page).getByText("remains due.").waitFor();
    },
    ready: "Last events",
    hasKnownParts: true,
    amounts: 16,
  },
  {
    name: "payment of more than is due",
    path: `/subscriptions?pay=${swahili}`,
    // Not into the dialog of the client before.
    open: (page) => paymentFrom(page, "Umoja SACCO").getByLabel("Amount").fill("99999999.99"),
    ready: "Pay what is due next",
    amounts: 16,
  },
  {
    name: "selected subscriptions",
    path: "/subscriptions?sort=client_name",
    open: selectAll,
    ready: /\d+ selected/,
  },
  {
    name: "many payments",
    open: (page) => button(page, "Record payment").click(),
    ready: /For \d+ subscriptions/,
    amounts: 18,
  },
  { name: "import of subscriptions", path: "/subscriptions/import", ready: "Import subscriptions" },
  {
    name: "import of subscriptions, dates of two meanings",
    open: async (page) => {
      await chooseCsv(
        page,
        "File of subscriptions (CSV or XLSX)",
        "Client,Email,Service,Amount,Currency,Billing Frequency,Start Date",
        "Umoja SACCO,accounts@umoja.example,A new one,98765432.10,KES,Monthly,01/02/2026",
        "Umoja SACCO,accounts@umoja.example,Another,99999999.99,USD,Monthly,01/02/2026",
      );
      await button(page, "Read the file").click();
    },
    ready: "Choose how to read the dates.",
  },
  {
    name: "rows of subscriptions",
    open: async (page) => {
      await page.getByRole("radio", { name: "Feb 1, 2026: the day first" }).check();
      await button(page, "Read the file").click();
    },
    ready: "Nothing is saved yet.",
    amounts: 2,
  },
];
