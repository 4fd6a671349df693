import { button, cardWidths, chooseCsv, dialog, openRow, type Screen } from "./screen.ts";
import { longName, type Seeded } from "./seed.ts";

export const dashboardScreens = (): Screen[] => [
  {
    name: "dashboard",
    path: "",
    open: (page) => page.getByText("Show as a table").click(),
    ready: "Month by month",
    amounts: 60,
  },
  {
    name: "menu of a due subscription",
    open: (page) => button(page, new RegExp(`^More actions: ${longName}`)).click(),
    ready: "Month by month",
    widths: [1440],
  },
  {
    name: "what is sent",
    path: "?from=menu",
    open: async (page) => {
      await button(page, "Send Renewal Notifications").click();
      await dialog(page).getByText("Sample data gets no email").first().waitFor();
    },
    ready: "Each client gets one email now",
    amounts: 6,
  },
];

export const clientScreens = ({ unbroken, unbrokenName, both, swahili }: Seeded): Screen[] => [
  { name: "clients", path: "/clients", ready: longName },
  { name: "a client's sheet", open: openRow("Wanafunzi"), ready: "Dec 24, 2026", widths: cardWidths },
  { name: "no client found", path: "/clients?q=nobody", ready: "No clients found" },
  { name: "client", path: `/clients/${both}`, ready: "By age:", amounts: 21 },
  {
    name: "client, all charges",
    open: (page) => button(page, /^All \d+, with what is paid/).click(),
    ready: "One-off",
    amounts: 21,
  },
  {
    name: "a charge of a client",
    open: (page) => button(page, /^Change Installation/).click(),
    ready: "What the client need not pay, in all.",
    amounts: 1,
  },
  {
    name: "new charge of a client",
    path: `/clients/${both}?charge=${both}`,
    ready: "It is charged once.",
  },
  {
    name: "payment of a client",
    path: `/clients/${both}`,
    open: (page) => button(page, "Record payment").click(),
    ready: "Last events",
    hasKnownParts: true,
    amounts: 20,
  },
  {
    name: "client leaves",
    path: `/clients/${both}?leave=${both}`,
    ready: "Stays owed",
    amounts: 3,
  },
  {
    name: "client, changes only",
    path: `/clients/${both}?show=changes`,
    open: (page) => button(page, /^Details: Person \d added/).click(),
    ready: /^Frequency: /,
    widths: [360, 1440],
  },
  {
    name: "client, data downloaded",
    open: async (page) => {
      await page.getByText("More details").click();
      const download = page.waitForEvent("download");
      await button(page, "Download all data").click();
      await download;
    },
    ready: "Download all data",
    widths: [360],
  },
  {
    name: "client, payment undone",
    path: `/clients/${swahili}`,
    ready: /undid a part payment/,
    amounts: 8,
    hasKnownParts: true,
  },
  { name: "client's form", path: `/clients?edit=${unbroken}`, ready: "Edit Client" },
  {
    name: "erasure",
    open: async (page) => {
      await button(page, "Erase personal data…").click();
      await page.getByLabel(`Type “${unbrokenName}” to confirm`).fill(unbrokenName);
    },
    ready: "This cannot be undone",
  },
  {
    name: "client's form after the erasure was cancelled",
    open: (page) => page.keyboard.press("Escape"),
    ready: "Edit Client",
    widths: [360],
  },
  {
    name: "statement",
    path: `/clients/${both}/statement?period=all`,
    ready: "Statement of account",
    hasKnownParts: true,
    amounts: 20,
  },
  {
    name: "statement in Swahili",
    path: `/clients/${swahili}/statement`,
    ready: "Umoja SACCO",
    amounts: 8,
  },
  { name: "statement on paper", ready: "Umoja SACCO", printed: true },
  { name: "import of clients", path: "/clients/import", ready: "Import clients" },
  {
    name: "columns of an unknown file",
    open: (page) =>
      chooseCsv(
        page,
        "File of clients (CSV or XLSX)",
        "Jina,Barua pepe,Simu,Mji",
        "Umoja SACCO,accounts@umoja.example,0722 333444,Nakuru",
        `Duka,${"duka".repeat(12)}@client.example,+254 711 000000,Nakuru`,
        "No Address,nobody,,",
      ),
    ready: "Read the file",
  },
  {
    name: "rows of clients",
    open: async (page) => {
      const client = page.getByRole("combobox", { name: "Client", exact: true });
      await client.selectOption({ label: "Jina: Umoja SACCO" });
      await button(page, "Read the file").click();
    },
    ready: "Ignored columns: Mji.",
  },
  {
    name: "a row of clients",
    open: async (page) => {
      await openRow("Umoja SACCO")(page);
      await button(page, /^Details of row/).click();
    },
    ready: "Changed.",
    widths: cardWidths,
  },
  {
    name: "an import that is done",
    open: async (page) => {
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await button(page, /^Add 1/).click();
    },
    ready: /^Done\./,
  },
  {
    name: "undoing an import",
    open: (page) => button(page, "Undo the import").click(),
    ready: "What this import added is removed",
    widths: cardWidths,
  },
];
