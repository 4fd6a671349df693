import { expect, test } from "vitest";
import { backOffice } from "../test/browser/admin-browser.ts";
import { clientScreens, dashboardScreens } from "./screens/clients.ts";
import { officeScreens, settingsScreens } from "./screens/office.ts";
import { paymentScreens } from "./screens/payments.ts";
import { hostileText, type Seeded, seed } from "./screens/seed.ts";
import { subscriptionScreens } from "./screens/subscriptions.ts";
import { walk } from "./screens/walk.ts";

const office = backOffice();
const widths = [390, 768, 1024, 1280, 1440];

let seeded: Seeded;
office.prepare(async () => {
  seeded = await seed(office, hostileText);
});

test.each([
  ["the dashboard and clients", [dashboardScreens, clientScreens]],
  ["subscriptions and payments", [subscriptionScreens, paymentScreens]],
  ["the other screens", [officeScreens, settingsScreens]],
])("82 letters without a space, Arabic and Amharic in every field fit every screen: %s", async (_, parts) => {
  const page = await office.openAs(office.admin);
  const screens = parts.flatMap((part) => part(seeded));
  expect(await walk(page, screens, widths)).toEqual([]);
});
