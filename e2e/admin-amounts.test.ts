import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { unsavedSettings } from "../shared/settings/settings.ts";
import { backOffice } from "../test/admin-browser.ts";
import { companyProfile } from "../test/reminder-product.ts";

// Every amount on every screen at every width: on one line, never cut, inside the window, and marked as an amount.

const office = backOffice();
const widths = [360, 390, 768, 1024, 1280, 1440];
const longName = "Kampuni ya Usafirishaji na Uhifadhi wa Mizigo ya Afrika Mashariki Limited";
const clients: Record<"both" | "swahili", string> = { both: "", swahili: "" };
let partlyPaid = "";
let overdue = "";
const references: string[] = [];

beforeAll(async () => {
  const { asStaff } = office;
  const asAdmin = office.product.callerFor((await office.product.signIn(office.admin)).access);
  await asAdmin("POST /api/v1/settings", {
    body: { ...unsavedSettings, ...companyProfile, mpesa_paybill: "400200" },
  });
  const client = async (body: object) => {
    const answer = await asStaff("POST /api/v1/clients", { body });
    return answer.body.client;
  };
  const both = await client({
    name: longName,
    email: "accounts@usafirishaji-na-uhifadhi.example",
    phone: "0712 345 678",
  });
  clients.both = both.id;
  const umoja = await client({ name: "Umoja SACCO", email: "accounts@umoja.example", language: "sw" });
  clients.swahili = umoja.id;
  references.push(both.payment_reference ?? "", umoja.payment_reference ?? "");
  const subscription = async (client_id: string, currency: string, amount: number, next: string) =>
    (
      await asStaff("POST /api/v1/subscriptions", {
        body: {
          ...{ client_id, currency, amount, frequency: "monthly" },
          ...{ start_date: "2026-01-04", next_billing_date: next },
          service: `Mfumo wa mikopo, matawi 12 (${currency})`,
        },
      })
    ).body.subscription.id;
  // 354 days late.
  overdue = await subscription(both.id, "KES", 98_765_432.1, "2026-01-04");
  partlyPaid = await subscription(both.id, "USD", 99_999_999.99, "2026-12-04");
  await subscription(both.id, "KES", 999_999.99, "2026-12-26");
  await subscription(both.id, "USD", 4_374_900, "2026-12-24");
  const swahili = [
    await subscription(clients.swahili, "KES", 12_345_678.9, "2026-11-04"),
    await subscription(clients.swahili, "USD", 87_654_321.99, "2026-12-29"),
  ];
  const pay = (id: string, body: object) =>
    asStaff("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body });
  await pay(partlyPaid, {
    period: "2026-12-04",
    amount: 1_234_567.89,
    reference: "SFT6QX1Z9K",
    method: "mpesa",
  });
  await pay(overdue, {
    period: "2026-01-04",
    amount: 9_876_543.21,
    reference: "EFT 20261224 NAIROBI WEST BRANCH",
  });
  await pay(swahili[0] ?? "", { period: "2026-11-04", method: "cheque" });
  await pay(swahili[1] ?? "", { period: "2026-12-29", amount: 0.5, method: "mpesa" });
  const line = { method: "mpesa", paid_on: "2026-12-20", currency: "KES", payer: "NAIROBI WEST" };
  await asStaff("POST /api/v1/payments/lines", {
    body: {
      lines: [
        { ...line, number: "UJK4H7L2M1", amount: 98_765_432.1 },
        { ...line, number: "UJK4H7L2M2", amount: 999_999.99 },
      ],
    },
  });
  const undone = { params: { id: swahili[1] ?? "", period: "2026-12-29" } };
  await asStaff("DELETE /api/v1/subscriptions/{id}/renewals/{period}", undone);
});

/** The problems of the amounts in the current layout, and the number of amounts. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const problems: string[] = [];
    const isVisible = (element: Element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      // Text for screen readers only.
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { position, width, height } = getComputedStyle(at);
        if (position === "absolute" && width === "1px" && height === "1px") return false;
      }
      return true;
    };
    const unbroken = [...document.querySelectorAll("[data-money], .note")].filter(
      (element) => element.textContent !== "" && isVisible(element),
    );
    for (const element of unbroken) {
      const name = `${element.textContent} in ${element.parentElement?.textContent?.slice(0, 90)}`;
      const range = document.createRange();
      range.selectNodeContents(element);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const [left, right] = [
        Math.min(...boxes.map((box) => box.left)),
        Math.max(...boxes.map((box) => box.right)),
      ];
      const [top, bottom] = [
        Math.min(...boxes.map((box) => box.top)),
        Math.max(...boxes.map((box) => box.bottom)),
      ];
      if (boxes.some((box) => box.top > (boxes[0]?.bottom ?? 0) - 1)) problems.push(`broken: ${name}`);
      const holders: Element[] = [];
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        holders.push(at);
      const beyond = (holder: Element) => {
        const box = holder.getBoundingClientRect();
        return left < box.left - 1 || right > box.right + 1;
      };
      const ellipsized = holders.find((holder) => {
        const { textOverflow, webkitLineClamp, overflowX } = getComputedStyle(holder);
        return overflowX === "hidden" && (textOverflow === "ellipsis" || webkitLineClamp !== "none");
      });
      // An ellipsis replaces an amount in a sentence as a whole, because it is an inline block.
      if (ellipsized && beyond(ellipsized) && ellipsized.textContent?.trim() !== element.textContent)
        continue;
      if (left < -0.5 || right > innerWidth + 0.5) problems.push(`outside the window: ${name}`);
      if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        problems.push(`wider than its place: ${name}`);
      for (const holder of holders) {
        if (holder === ellipsized) break;
        const { overflowX, overflowY } = getComputedStyle(holder);
        const box = holder.getBoundingClientRect();
        const above = top < box.top - 2 || bottom > box.bottom + 2;
        if (overflowX !== "visible" && beyond(holder)) problems.push(`cut at the side: ${name}`);
        if (["hidden", "clip"].includes(overflowY) && above) problems.push(`cut above or below: ${name}`);
      }
    }
    // Fields and code cannot hold an element, and toasts are plain text.
    const plain = "[data-money], input, textarea, option, pre, script, style, [role=status][aria-live]";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent: text, parentElement: holder } = texts.currentNode;
      if (
        holder &&
        /(?:\b(?:KES|Ksh)|\$)\s?\d/.test(text ?? "") &&
        !holder.closest(plain) &&
        isVisible(holder)
      )
        problems.push(`not marked as an amount: ${text}`);
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) problems.push(`the page scrolls sideways: ${scrollWidth}`);
    return { problems, amounts: unbroken.filter((element) => element.matches("[data-money]")).length };
  });

/** Waits two frames: React follows the new width, then the browser lays it out. */
const waitTwoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The problems at each width. Waits up to three seconds for data and layout to settle. */
async function problemsAt(page: Page, { name, fewest = 1, only = widths }: Screen): Promise<string[]> {
  const found: string[] = [];
  for (const width of only) {
    await page.setViewportSize({ width, height: 900 });
    const shown = async () => {
      await waitTwoFrames(page);
      const { problems, amounts } = await measured(page);
      return amounts < fewest ? [`only ${amounts} amounts`, ...problems] : problems;
    };
    let problems = await shown();
    for (let tries = 0; problems.length > 0 && tries < 30; tries += 1) {
      await wait(100);
      problems = await shown();
    }
    found.push(...problems.map((problem) => `${name}, ${width} pixels: ${problem}`));
  }
  return found;
}

type Screen = {
  name: string;
  path: string;
  /** A text that shows that the screen is ready. */
  ready: string | RegExp;
  /** The least number of amounts on it, so that nothing is measured too early. */
  fewest?: number;
  /** The widths that show it; by default all. */
  only?: number[];
  open?: (page: Page) => Promise<unknown>;
};

const phones = widths.filter((width) => width < 960);
const csv = (page: Page, label: string, ...lines: string[]) =>
  page
    .getByLabel(label)
    .setInputFiles({ name: "file.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const screens = (): Screen[] => [
  {
    ...{ name: "dashboard", path: "", ready: "Month by month", fewest: 60 },
    open: (page) => page.getByText("Show as a table").click(),
  },
  {
    ...{ name: "what is sent", path: "", ready: "Send Renewal Notifications", fewest: 6 },
    open: async (page) => {
      await button(page, "Send Renewal Notifications").click();
      await page.getByRole("dialog").getByText("Each of these gets one email now").waitFor();
    },
  },
  { name: "clients", path: "/clients", ready: longName, fewest: 0 },
  { name: "client", path: `/clients/${clients.both}`, ready: "354 days overdue", fewest: 23 },
  { name: "client, payment undone", path: `/clients/${clients.swahili}`, ready: /M-Pesa/, fewest: 10 },
  {
    name: "statement",
    path: `/clients/${clients.both}/statement?period=all`,
    ready: "Statement of account",
    fewest: 20,
  },
  {
    name: "statement in Swahili",
    path: `/clients/${clients.swahili}/statement`,
    ready: "Umoja SACCO",
    fewest: 8,
  },
  { name: "subscriptions", path: "/subscriptions", ready: longName, fewest: 12 },
  {
    name: "subscriptions of a month",
    path: "/subscriptions?month=2027-01",
    ready: /due in Jan 2027/,
    fewest: 14,
  },
  {
    ...{ name: "subscription's sheet", path: "/subscriptions", ready: longName, fewest: 14, only: phones },
    open: (page) =>
      page
        .getByRole("button", { name: `Details of ${longName}` })
        .first()
        .click(),
  },
  { name: "subscription's form", path: `/subscriptions?edit=${overdue}`, ready: "every month" },
  {
    name: "payment's form",
    path: `/subscriptions?renew=${partlyPaid}`,
    ready: "Recorded payments",
    fewest: 15,
  },
  {
    ...{
      name: "payment of a part",
      path: `/subscriptions?renew=${overdue}`,
      ready: "Recorded payments",
      fewest: 16,
    },
    open: async (page) => {
      await page.getByRole("dialog").getByLabel("Periods").selectOption("12");
      await page.getByRole("dialog").getByLabel("Amount").fill("1234567.89");
      await page.getByRole("dialog").getByText("remains due.").waitFor();
    },
  },
  {
    name: "reminder",
    path: `/subscriptions?remind=${overdue}`,
    ready: "Send the reminder again",
    fewest: 13,
  },
  {
    ...{ name: "many payments", path: "/subscriptions", ready: longName, fewest: 18 },
    open: async (page) => {
      await page.getByLabel("Select all shown rows").check();
      await button(page, "Record payment").click();
      await page.getByRole("dialog").getByText("For 6 subscriptions").waitFor();
    },
  },
  {
    ...{ name: "import of subscriptions", path: "/subscriptions/import", ready: "Import", fewest: 2 },
    open: async (page) => {
      await csv(
        ...([
          page,
          "File of subscriptions (CSV)",
          "Client,Email,Service,Amount,Currency,Billing Frequency,Start Date",
        ] as const),
        "Umoja SACCO,accounts@umoja.example,A new one,98765432.10,KES,Monthly,2026-02-01",
        "Umoja SACCO,accounts@umoja.example,Another,99999999.99,USD,Monthly,2026-02-01",
      );
      await page.getByText("Nothing is saved yet.").waitFor();
    },
  },
  { name: "payments", path: "/payments", ready: "Paid on", fewest: 7 },
  { name: "payments by amount", path: "/payments?sort=-amount", ready: "Paid on", fewest: 5 },
  { name: "lines to be assigned", path: "/payments/lines", ready: "NAIROBI WEST", fewest: 2 },
  { name: "a line", path: "/payments/lines?edit=UJK4H7L2M1", ready: "Assign payment", fewest: 3 },
  {
    ...{ name: "import of a statement", path: "/payments/import", ready: "Import statement", fewest: 3 },
    open: async (page) => {
      const line = (number: string, paidIn: string, account: string) =>
        `${number},2026-12-18 10:15:00,Completed,"${paidIn}",,254799000111 - JANE DOE,${account}`;
      await csv(
        ...([
          page,
          "Statement (CSV)",
          "Receipt No.,Completion Time,Transaction Status,Paid In,Withdrawn,Other Party Info,A/C No.",
        ] as const),
        line("UJK4H7L2N1", "1,234,567.50", references[0] ?? ""),
        line("UJK4H7L2N2", "345,678.90", references[1] ?? ""),
        line("UJK4H7L2N3", "98,765,432.10", "rent"),
      );
      await page.getByText("3 lines", { exact: true }).waitFor();
    },
  },
  { name: "reminders", path: "/reminders?show=next", ready: "Will be sent", fewest: 6 },
  { name: "activity", path: "/activity", ready: "Payment undone", fewest: 0 },
  {
    ...{
      name: "an entry of the activity",
      path: "/activity?q=undone",
      ready: "Payment undone",
      only: phones,
    },
    open: (page) =>
      page
        .getByRole("button", { name: /^Details of/ })
        .first()
        .click(),
  },
  {
    ...{ name: "find", path: "/messages", ready: "Messages", fewest: 8 },
    open: async (page) => {
      await page.keyboard.press("Control+k");
      await page
        .getByRole("dialog")
        .getByRole("combobox")
        .or(page.getByPlaceholder(/Find a client/))
        .first()
        .fill("mfumo");
      await page
        .getByRole("option", { name: /Umoja SACCO/ })
        .first()
        .waitFor();
    },
  },
  ...["messages", "reminders", "staff", "settings", "settings/emails", "api"].map((place) => ({
    ...{ name: place, path: `/${place}`, ready: /./, fewest: 0, only: [360, 1440] },
  })),
];

/** The screens by the first part of their path. */
const placeOf = ({ path }: Screen) => /\w+/.exec(path)?.[0] ?? "dashboard";
const [places, others] = [["dashboard", "clients", "subscriptions", "payments"], "others"] as const;

test.each([...places, others])("every amount is complete, on one line, at every width: %s", async (place) => {
  const page = await office.openAs(office.admin);
  const problems: string[] = [];
  const here = (screen: Screen) =>
    place === others ? !places.some((one) => one === placeOf(screen)) : place === placeOf(screen);
  for (const screen of screens().filter(here)) {
    await page.setViewportSize({ width: screen.only?.[0] ?? 1440, height: 900 });
    // By the router, without loading the program again.
    await page.evaluate((path) => {
      history.pushState({}, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/admin${screen.path}`);
    const ready = page.locator("#content, [role=dialog]").getByText(screen.ready);
    await ready.filter({ visible: true }).first().waitFor();
    await screen.open?.(page);
    problems.push(...(await problemsAt(page, screen)));
    await page.keyboard.press("Escape");
  }
  expect(problems).toEqual([]);
});
