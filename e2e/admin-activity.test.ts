import { expect, test } from "vitest";
import { activityFields } from "../shared/activity/fields.ts";
import { headingOf } from "../shared/field.ts";
import { SCREEN_HEADER } from "../shared/screen.ts";
import { backOffice, chooseFile, downloaded } from "../test/admin-browser.ts";

const office = backOffice();

test("an administrator sees who changed what, with a link to it; staff do not have the page", async () => {
  const body = { name: "Amani Traders", email: "accounts@amani.example", phone: "0711 222333" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const message = { id: crypto.randomUUID(), name: "Achieng", email: "a@visitor.example", phone: "" };
  await office.product.call("POST /api/send-email", { body: { ...message, message: "Hello" } });
  await office.product.idle();
  const params = { id: message.id };
  const headers = { [SCREEN_HEADER]: "/admin/messages" };
  const { staff } = (await office.asAdmin("GET /api/v1/staff")).body;
  const to = staff.find(({ name }) => name === "Person 2")?.id ?? "";
  const assignment = { to, seen: null };
  await office.asAdmin("PUT /api/v1/messages/{id}/assignment", { params, headers, body: assignment });
  await office.asAdmin("PUT /api/v1/messages/{id}", {
    params,
    headers,
    body: { box: "answered", seen: "waiting" },
  });
  const page = await office.openAs(office.admin, `/admin/clients/${client.id}`);
  await page.getByRole("button", { name: "Edit" }).first().click();
  await page.getByRole("dialog").getByLabel("Phone").fill("0722 333444");
  await page.getByRole("button", { name: "Save Client" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.getByRole("link", { name: "Activity" }).click();
  const line = page.getByRole("listitem").filter({ hasText: "changed the phone of Amani Traders" });
  await line.filter({ hasText: "0711 222333 → 0722 333444" }).waitFor();
  await line.getByRole("button", { name: /^Details: Person 1 changed the phone/ }).click();
  await line.getByText("On the page of a client").waitFor();
  const ofMessage = page.getByRole("listitem").filter({ hasText: "the message from Achieng" });
  await ofMessage.getByRole("button", { name: /2 changes to the message from Achieng$/ }).click();
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

  const other = await office.openAs(office.staff, "/admin/activity");
  await other.getByRole("heading", { level: 1, name: /Dashboard/ }).waitFor();
  expect(await other.getByRole("link", { name: "Activity" }).count()).toBe(0);
});
