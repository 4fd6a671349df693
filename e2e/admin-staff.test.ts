import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { activityFields } from "../shared/activity/fields.ts";
import { headingOf } from "../shared/field.ts";
import { SCREEN_HEADER } from "../shared/screen.ts";
import { backOffice, chooseFile, downloaded, follow } from "../test/browser/admin-browser.ts";
import {
  changeOwnName,
  changeOwnPassword,
  clearOwnName,
  createCalendarAddresses,
  readOwnFacts,
  switchAddressOff,
} from "./steps/own-account.ts";
import {
  changeOnPhone,
  changeRoles,
  choosePassword,
  disable,
  enable,
  invite,
  readRoleActivity,
  remove,
} from "./steps/staff-access.ts";

const office = backOffice();
const message = { id: crypto.randomUUID(), name: "Achieng", email: "a@visitor.example", phone: "" };
let client: string;

office.prepare(async () => {
  const body = { name: "Amani Traders", email: "accounts@amani.example", phone: "0711 222333" };
  client = (await office.asStaff("POST /api/v1/clients", { body })).body.client.id;
  const subscription = { client_id: client, start_date: "2026-01-28", frequency: "monthly", amount: 100 };
  await office.asStaff("POST /api/v1/subscriptions", { body: { ...subscription, service: "Loan ledger" } });
  await office.product.call("POST /api/send-email", { body: { ...message, message: "Hello" } });
  await office.product.idle();
  const params = { id: message.id };
  const headers = { [SCREEN_HEADER]: "/admin/messages" };
  const { staff } = (await office.asAdmin("GET /api/v1/staff")).body;
  const to = staff.find(({ name }) => name === "Person 2")?.id ?? "";
  const assignment = { to, seen: null };
  await office.asAdmin("PUT /api/v1/messages/{id}/assignment", { params, headers, body: assignment });
  const answered = { box: "answered", seen: "waiting" } as const;
  await office.asAdmin("PUT /api/v1/messages/{id}", { params, headers, body: answered });
});

async function changePhone(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit client" }).click();
  await page.getByRole("dialog").getByLabel("Phone").fill("0722 333444");
  await page.getByRole("button", { name: "Save Client" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** The activity says that an address was created, and not which one. */
async function readAddressActivity(page: Page, address: string): Promise<void> {
  await follow(page, "Settings", "Activity");
  // A function remembers a caller's name for some seconds, so later changes can be under another one.
  const firstChanges = page.getByRole("button", { name: /^Show \d: Person 2 made \d changes to staff/ });
  await firstChanges.last().click();
  await page.getByText("created a calendar address").first().waitFor();
  expect(await page.getByText(address.split("/").at(-1) ?? "").count()).toBe(0);
}

/** An administrator sees who changed what, with a link to it. */
async function readActivity(page: Page): Promise<void> {
  const line = page.getByRole("listitem").filter({ hasText: "changed the phone of Amani Traders" });
  await line.filter({ hasText: "0711 222333 → 0722 333444" }).waitFor();
  await line.getByRole("button", { name: /^Details: Person 1 changed the phone/ }).click();
  await line.getByText("On the page of a client").waitFor();
  const ofMessage = page.getByRole("listitem").filter({ hasText: "the message from Achieng" });
  await ofMessage.getByRole("button", { name: /2 changes to the message from Achieng;/ }).click();
  await ofMessage.getByText("marked the message from Achieng as answered").waitFor();
  await ofMessage.getByText("assigned the message from Achieng to Person 2").waitFor();
  await page.getByLabel("Kind").selectOption({ label: "Message assigned" });
  await ofMessage.getByText("as answered").waitFor({ state: "detached" });
  const file = await downloaded(page, () => chooseFile(page, "Export CSV"));
  expect(String(file.bytes).split("\r\n")).toEqual([
    `\uFEFFWhat happened,${Object.values(activityFields).map(headingOf).join()}`,
    expect.stringMatching(
      `^Person 1 assigned the message from Achieng to Person 2,[\\d:.TZ-]+,Person 1,on messages,.*,${message.id},`,
    ),
    "",
  ]);
  await page.getByLabel("Kind").selectOption({ label: "Client added" });
  await ofMessage.first().waitFor({ state: "detached" });
  await page.getByRole("listitem").getByRole("link", { name: "Amani Traders" }).click();
  await page.getByRole("heading", { level: 1, name: "Amani Traders" }).waitFor();
}

/** Staff who open the page of the activity come to the dashboard. */
async function missActivity(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: /Dashboard/ }).waitFor();
  expect(await page.getByRole("link", { name: "Activity" }).count()).toBe(0);
}

test("people change their own name and calendar address; an administrator reads who changed what, and invites, promotes, disables and removes a person, who is signed out of open pages within ten seconds", async () => {
  const own = await office.openAs(office.staff, "/admin/settings/activity");
  await missActivity(own);
  await readOwnFacts(own, office);
  const address = await createCalendarAddresses(own);
  await changeOwnName(own, office);
  await clearOwnName(own);
  await switchAddressOff(own, office, address);
  office.checkConsole();

  const page = await office.openAs(office.admin, `/admin/clients/${client}`);
  await changePhone(page);
  await readAddressActivity(page, address);
  await readActivity(page);
  const password = await invite(page, office);
  const theirs = await office.open("/admin/clients");
  await choosePassword(theirs, office, password);
  await changeRoles(page, theirs, office);
  await disable(page, theirs);
  await enable(page, theirs);
  await changeOnPhone(page);
  await remove(page, theirs);
  await readRoleActivity(page);
  await changeOwnPassword(page, office.admin.password);
});
