import { expect, test } from "vitest";
import { backOffice } from "../test/browser/admin-browser.ts";
import { staffScreens } from "./screens/office.ts";
import { everyWidth } from "./screens/screen.ts";
import { hostileText, type Seeded, seed } from "./screens/seed.ts";
import { walk } from "./screens/walk.ts";
import { screensWithRecords } from "./screens/with-records.ts";

// The screens without records are in admin-screens.test.ts, so that two workers share the longest test.
const office = backOffice();

let seeded: Seeded;
office.prepare(async () => {
  // A screen that these texts fit, all texts fit.
  seeded = await seed(office, hostileText);
});

test.each(screensWithRecords)(
  "every screen passes axe and fits, and its amounts are complete, with 82 letters without a space, Arabic and Amharic in every field: %s",
  async (_, screens) => {
    const page = await office.openAs(office.admin);
    expect(await walk(page, screens(seeded), everyWidth)).toEqual([]);
  },
);

test("every screen of staff passes axe and fits", async () => {
  expect(await walk(await office.openAs(office.staff), staffScreens(), everyWidth)).toEqual([]);
});
