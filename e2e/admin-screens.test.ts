import { expect, test } from "vitest";
import { movedPages } from "../frontend/admin/places.ts";
import { backOffice, failedRequest, navigate } from "../test/browser/admin-browser.ts";
import { failureScreens } from "./screens/failures.ts";
import { firstRun } from "./screens/first-run.ts";
import { fewWidths } from "./screens/screen.ts";
import { secondFactorScreens, signInScreens } from "./screens/sign-in.ts";
import { walk } from "./screens/walk.ts";

const office = backOffice();

test("before the first record every screen passes axe and fits", async () => {
  expect(await walk(await office.openAs(office.admin), firstRun, fewWidths)).toEqual([]);
});

test("every failure passes axe and fits", async () => {
  office.allowConsoleErrors(failedRequest, /settings could not be loaded/);
  const page = await office.openAs(office.staff, "/admin/settings/you");
  expect(await walk(page, failureScreens, fewWidths)).toEqual([]);
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
  expect(await walk(settings, secondFactorScreens, fewWidths)).toEqual([]);
  const page = await office.open("/admin/login");
  const steps = signInScreens(people, disable, () => requireSecondFactor(true));
  expect(await walk(page, steps, fewWidths).finally(() => requireSecondFactor(false))).toEqual([]);
});

test("each former address leads to the page that it stands for, with its filters", async () => {
  const page = await office.openAs(office.admin, "/admin");
  for (const [from, to] of Object.entries(movedPages)) {
    await navigate(page, `${from}?q=umoja`);
    await page.waitForURL((url) => url.pathname === to && url.searchParams.get("q") === "umoja");
    await page.getByRole("main").getByRole("heading").first().waitFor();
  }
});
