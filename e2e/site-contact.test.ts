import { test } from "vitest";
import { holdMessages } from "../test/browser/contact-form-page.ts";
import { siteInBrowser } from "../test/browser/site-page.ts";
import {
  correctForm,
  getQuotes,
  sendAfterFailures,
  sendOnce,
  writeBeforeHydration,
} from "./steps/contact.ts";
import { sendFiveTimes, sendMessage, sendToBusyServer } from "./steps/contact-sending.ts";

const site = siteInBrowser();

test("a visitor writes to the company, corrects the form, gets quotes, and loses no message when requests fail, the server is busy, or the page's script is late", async () => {
  const page = await site.open({ width: 390, before: (page) => page.clock.install() });
  await sendMessage(page, site.product());

  const server = await holdMessages(page);
  await correctForm(page, server);
  await sendOnce(page, server);
  await sendAfterFailures(page, server);
  await getQuotes(page, server);
  site.expectConsoleErrors(/Failed to load resource/);

  await sendToBusyServer(page, server);
  await sendFiveTimes(page);
  site.expectConsoleErrors(/Failed to load resource/);

  await writeBeforeHydration(site);
  site.expectConsoleErrors(/Failed to load resource/);
});
