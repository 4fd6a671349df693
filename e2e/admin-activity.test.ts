import { expect, test } from "vitest";
import { backOffice, chooseFile, downloaded } from "../test/admin-browser.ts";

const office = backOffice();

test("an administrator sees who changed what, with a link to it; staff do not have the page", async () => {
  const body = { name: "Amani Traders", email: "accounts@amani.example", phone: "0711 222333" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const message = { id: crypto.randomUUID(), name: "Achieng", email: "a@visitor.example", phone: "" };
  await office.product.call("POST /api/send-email", { body: { ...message, message: "Hello" } });
  await office.product.idle();
  const page = await office.openAs(office.admin, `/admin/clients/${client.id}`);
  await page.getByRole("button", { name: "Edit" }).first().click();
  await page.getByRole("dialog").getByLabel("Phone").fill("0722 333444");
  await page.getByRole("button", { name: "Save Client" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.getByRole("link", { name: "Activity" }).click();
  const row = page.getByRole("row").filter({ hasText: "Details changed" });
  await row.getByText("Phone: 0711 222333 → 0722 333444").waitFor();
  await row.getByText("on the page of a client").waitFor();
  await row.getByRole("button", { name: /^Details: / }).click();
  await page.getByRole("dialog").getByText("0722 333444").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Messages" }).click();
  await page.getByLabel("Assign the message from Achieng").selectOption({ label: "Assigned to Person 2" });
  await page.getByRole("button", { name: "Mark Achieng as answered" }).click();
  await page.getByRole("button", { name: "Undo for Achieng" }).waitFor();
  await page.getByRole("link", { name: "Activity" }).click();
  const ofMessage = page.getByRole("row").filter({ hasText: "Achieng" });
  await ofMessage.getByText("Box: waiting → answered").waitFor();
  await ofMessage.getByText("Assigned to: Person 2").waitFor();
  await page.getByLabel("Kind").selectOption({ label: "Message assigned" });
  await ofMessage.getByText("Box: waiting").waitFor({ state: "detached" });
  const file = await downloaded(page, () => chooseFile(page, "Export CSV"));
  expect(String(file.bytes).split("\r\n")).toEqual([
    "\uFEFFWhen,Who,Screen,Record,Service,Change,Details,Client id,Subscription id,Message id",
    expect.stringMatching(
      `^[\\d:.TZ-]+,Person 1,on messages,Achieng,,Message assigned,Assigned to: Person 2,,,${message.id}$`,
    ),
    "",
  ]);
  await page.getByLabel("Kind").selectOption({ label: "Client added" });
  await row.waitFor({ state: "detached" });
  await page.getByRole("row").getByRole("link", { name: "Amani Traders" }).click();
  await page.getByRole("heading", { level: 1, name: "Amani Traders" }).waitFor();

  const other = await office.openAs(office.staff, "/admin/activity");
  await other.getByRole("heading", { level: 1, name: /Dashboard/ }).waitFor();
  expect(await other.getByRole("link", { name: "Activity" }).count()).toBe(0);
});
