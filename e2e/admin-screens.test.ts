import { expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";
import { failureScreens } from "./screens/failures.ts";
import { firstRun } from "./screens/first-run.ts";
import { secondFactorScreens, signInScreens } from "./screens/sign-in.ts";
import { walk } from "./screens/walk.ts";

const office = backOffice();

test("before the first record every screen passes axe and fits", async () => {
  expect(await walk(await office.openAs(office.admin), firstRun)).toEqual([]);
});

test("every failure passes axe and fits", async () => {
  office.allowConsoleErrors(failedRequest, /settings could not be loaded/);
  const page = await office.openAs(office.staff, "/admin/settings/you");
  expect(await walk(page, failureScreens)).toEqual([]);
});

test("every step of signing in passes axe and fits", async () => {
  office.allowConsoleErrors(failedRequest);
  const { product, asAdmin } = office;
  const people = {
    disabled: await product.createStaff("staff"),
    invited: await product.invite("staff"),
    secured: await product.createStaff("admin"),
    withoutSecondFactor: await product.createStaff("staff"),
  };
  const { members } = (await asAdmin("GET /api/v1/staff/members")).body;
  const id = members.find(({ email }) => email === people.disabled.email)?.id ?? "";
  const disable = () =>
    asAdmin("PUT /api/v1/staff/members/{id}", { params: { id }, body: { disabled: true } });
  const asSecured = product.callerFor((await product.signIn(people.secured)).access);
  const requireSecondFactor = (second_factor_demanded: boolean) =>
    asSecured("PUT /api/v1/staff/rules", { body: { second_factor_demanded } });

  const settings = await office.openAs(people.secured, "/admin/settings/you");
  expect(await walk(settings, secondFactorScreens)).toEqual([]);
  const page = await office.open("/admin/login");
  const steps = signInScreens(people, disable, () => requireSecondFactor(true));
  expect(await walk(page, steps).finally(() => requireSecondFactor(false))).toEqual([]);
});

test("light or dark is chosen in the person's menu, is remembered, and can follow the system again", async () => {
  const page = await office.openAs(office.staff, "/admin/settings");
  const choose = async (name: string) => {
    await page.getByRole("button", { name: /, your account$/ }).click();
    await page.getByRole("group", { name: "Appearance" }).getByRole("button", { name }).click();
  };
  const scheme = (name: string) => page.locator(`html[data-mantine-color-scheme=${name}]`).waitFor();
  await scheme("light");
  await choose("Dark");
  await scheme("dark");
  await page.reload();
  await page.getByLabel("Company Name").waitFor();
  await scheme("dark");
  await choose("Auto");
  await scheme("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await scheme("dark");
});
