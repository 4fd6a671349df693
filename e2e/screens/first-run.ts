import { button, dialog, type Screen } from "./screen.ts";

/** Before the first record. */
export const firstRun: Screen[] = [
  { name: "dashboard, first run", path: "", ready: "Welcome" },
  { name: "clients, none", path: "/clients", ready: "No clients found" },
  { name: "new client", path: "/clients?add=client", ready: "Add New Client" },
  { name: "subscriptions, none", path: "/subscriptions", ready: "No subscriptions found" },
  { name: "new subscription", path: "/subscriptions?add=subscription", ready: "Add New Subscription" },
  { name: "payments, none", path: "/money/received", ready: "No payments" },
  { name: "invoices, none", path: "/money/invoices", ready: "No invoices" },
  { name: "unmatched payments, none", path: "/money/unmatched", ready: "No unmatched payments" },
  { name: "announced payments, none", path: "/money/announced", ready: "No announced payments" },
  { name: "messages, none", path: "/messages", ready: "No messages are waiting" },
  { name: "send log, none", path: "/money/sent?day=2026-12-01", ready: "Nothing sent on this day" },
  { name: "next run, none", path: "/money/next", ready: "No reminders" },
  { name: "you, without a calendar address", path: "/settings/you", ready: "Set up sign-in code" },
  { name: "tax", path: "/settings/tax", ready: "Rate for dollars" },
  { name: "retention", path: "/settings/privacy", ready: "Data retention" },
  {
    name: "changed retention",
    path: "/settings/privacy",
    open: async (page) => {
      const card = page.getByRole("region", { name: "Data retention" });
      await card.getByLabel("Messages").selectOption("12 months");
      await card.getByLabel("Send log").selectOption("24 months");
      await button(page, "Save Settings").click();
      await dialog(page).getByText("Messages received more than 12 months ago.").waitFor();
    },
    ready: "Delete older records?",
  },
];
