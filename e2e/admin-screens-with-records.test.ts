import { expect, test } from "vitest";
import { backOffice } from "../test/browser/admin-browser.ts";
import { clientScreens, dashboardScreens } from "./screens/clients.ts";
import { officeScreens, settingsScreens, staffScreens } from "./screens/office.ts";
import { paymentScreens } from "./screens/payments.ts";
import { type Seeded, seed } from "./screens/seed.ts";
import { subscriptionScreens } from "./screens/subscriptions.ts";
import { walk } from "./screens/walk.ts";

// The screens without records are in admin-screens.test.ts, so that two workers share the longest test.
const office = backOffice();

let seeded: Seeded;
office.prepare(async () => {
  seeded = await seed(office);
});

test.each([
  ["the dashboard and clients", [dashboardScreens, clientScreens]],
  ["subscriptions and payments", [subscriptionScreens, paymentScreens]],
  ["the other screens", [officeScreens, settingsScreens]],
])("every screen passes axe and fits, and its amounts are complete: %s", async (_, parts) => {
  const page = await office.openAs(office.admin);
  const screens = parts.flatMap((part) => part(seeded));
  expect(await walk(page, screens)).toEqual([]);
});

test("every screen of staff passes axe and fits", async () => {
  expect(await walk(await office.openAs(office.staff), staffScreens())).toEqual([]);
});
