import type { MailSender } from "../../shared/mail-domain.ts";
import { button, cardWidths, dialog, drawerWidths, openRow, type Screen } from "./screen.ts";

/** Messages, reminders, activity, the API, and what every screen has. */
export const officeScreens = (): Screen[] => [
  { name: "messages", path: "/messages", ready: "Grace Achieng" },
  {
    name: "an open message",
    path: "/messages?box=waiting",
    open: (page) => button(page, /^Show the message/).click(),
    ready: "Show less",
  },
  { name: "answered messages", path: "/messages?box=answered", ready: "Neema" },
  { name: "spam", path: "/messages?box=spam", ready: "Fast Person" },
  { name: "send log", path: "/money/sent", ready: "Gone Ltd" },
  { name: "an email's sheet", open: openRow(""), ready: "Gone Ltd", widths: cardWidths },
  { name: "next run", path: "/money/next", ready: "Will be sent", amounts: 6 },
  { name: "activity", path: "/settings/activity", ready: /made \d+ changes/ },
  {
    name: "an entry of the activity",
    path: "/settings/activity?q=undid",
    open: (page) => button(page, /^Details/).click(),
    ready: /undid/,
  },
  {
    name: "API",
    path: "/settings/api",
    open: (page) => page.getByText("Record a payment of a client", { exact: true }).click(),
    ready: "For developers.",
    widths: [360],
  },
  {
    name: "find, pages",
    path: "/messages?box=waiting",
    open: (page) => page.keyboard.press("Control+k"),
    ready: "Go to Messages",
  },
  {
    name: "find, results",
    open: (page) => dialog(page).getByRole("combobox").fill("mfumo"),
    ready: "Umoja SACCO",
    amounts: 8,
  },
  {
    name: "find, nothing",
    open: (page) => dialog(page).getByRole("combobox").fill("nobody"),
    ready: "No results for “nobody”.",
    widths: [360],
  },
  {
    name: "keyboard shortcuts",
    path: "/subscriptions?q=mfumo",
    open: async (page) => {
      await page.getByRole("row").nth(1).waitFor();
      await page.keyboard.press("?");
    },
    ready: "Record a payment for the row",
    widths: [1440],
  },
  {
    name: "menu",
    path: "/clients",
    open: (page) => page.getByRole("button", { name: "Open the menu" }).click(),
    ready: "Sign Out",
    widths: drawerWidths,
  },
];

export const settingsScreens = (): Screen[] => [
  {
    name: "what is stored about a person",
    path: "/settings/personal-data",
    open: async (page) => {
      await page.getByRole("searchbox").fill("Kim Otieno");
      await page.keyboard.press("Enter");
    },
    ready: "Remove them on the page Staff",
  },
  { name: "staff", path: "/settings/staff", ready: "Kim Otieno" },
  {
    name: "a person",
    open: async (page) => {
      const row = page.getByRole("row").filter({ hasText: "Kim Otieno" });
      await row.getByRole("button", { name: /^Change/ }).click();
    },
    ready: "Disabled",
  },
  {
    name: "a person's sheet",
    path: "/settings/staff?q=kim",
    open: openRow("Kim"),
    ready: "Invited",
    widths: cardWidths,
  },
  {
    name: "invitation with errors",
    path: "/settings/staff?add=member",
    open: (page) => button(page, "Send invitation").click(),
    ready: "Please give the name.",
  },
  { name: "settings", path: "/settings", ready: "Company Profile" },
  { name: "getting paid", path: "/settings/getting-paid", ready: "How to pay" },
  { name: "tax", path: "/settings/tax", ready: "Rate for dollars" },
  { name: "reminder days", path: "/settings/reminders", ready: "Bounced permanently" },
  {
    name: "calendar address",
    path: "/settings/you",
    open: (page) => button(page, "Create my address").click(),
    ready: "Copy it now",
  },
  {
    name: "calendar address switched off",
    open: (page) => button(page, "Switch off").click(),
    ready: "The address stops working immediately",
    widths: [360],
  },
  {
    name: "password change",
    open: (page) => button(page, "Change your password").click(),
    ready: "Current password",
    widths: [360, 1440],
  },
  {
    name: "emails",
    path: "/settings/emails",
    open: (page) => page.frameLocator("iframe").locator("body td").first().waitFor(),
    ready: "Send me a test",
  },
  {
    name: "edited template",
    open: async (page) => {
      await page.getByLabel("Subject").fill("Bill for {sum}");
      await page.getByText("There is no placeholder {sum} in this email.").waitFor();
      await page.getByLabel("At the end").fill("Asante <b>sana</b>");
      await page.getByRole("combobox", { name: "Preview with" }).fill("Umoja");
      await page.getByRole("option", { name: "Umoja SACCO" }).click();
      await page.frameLocator("iframe").getByText("Asante <b>sana</b>").waitFor();
    },
    ready: "There is no placeholder {sum} in this email.",
  },
];

/** The settings of a deployment with a domain, whose DNS records are incomplete. */
const incompleteSender: MailSender = {
  address: "no-reply@mwamba.example",
  domain: "mwamba.example",
  checks: [
    { check: "dkim", state: "waiting", records: [] },
    { check: "mail_from", state: "several", records: [] },
    { check: "spf", state: "fine", records: [] },
    {
      check: "dmarc",
      state: "missing",
      records: [{ name: "_dmarc.mwamba.example", type: "TXT", value: "v=DMARC1; p=none" }],
    },
  ],
};

export const staffScreens = (): Screen[] => [
  {
    name: "settings of staff, DNS records missing",
    open: async (page) => {
      const route = "**/api/v1/reminders/sender";
      await page.route(route, (call) => call.fulfill({ json: incompleteSender }));
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("link", { name: "Reminder days" }).click();
      await page.getByLabel("Missing DNS records").waitFor();
    },
    ready: "Only administrators can change settings.",
  },
  {
    name: "emails of staff",
    path: "/settings/emails",
    ready: "Only administrators can edit templates.",
    widths: [360, 1440],
  },
];
