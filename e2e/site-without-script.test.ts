import { expect, test } from "vitest";
import { contactHeading, nextSteps } from "../frontend/site/content/contact.ts";
import { highlightTexts, slides, slideTexts } from "../frontend/site/content/home.ts";
import { offers } from "../frontend/site/content/offers.ts";
import { industryGroups, statistics, testimonials } from "../frontend/site/content/portfolio.ts";
import { services } from "../frontend/site/content/services.ts";
import { solutions } from "../frontend/site/content/solutions.ts";
import * as company from "../shared/company.ts";
import { eventually, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();
const withoutScript = { javaScriptEnabled: false };

test("everything can be read without script", async () => {
  const page = await site.open(withoutScript);
  const texts = [
    ...slides.flatMap(({ id, title }) => [title, slideTexts[id].description]),
    ...Object.values(highlightTexts).flatMap(({ title, text }) => [title, text]),
    ...services.flatMap(({ title, features }) => [title, ...features]),
    ...Object.values(offers).flatMap(({ offer }) => Object.values(offer.value)),
    ...nextSteps.value.flatMap(({ when, what }) => [when, what]),
    ...solutions.flatMap(({ name, description, fullDescription, features, benefits, industries }) => [
      name,
      description,
      fullDescription,
      ...features,
      ...benefits,
      ...industries,
    ]),
    ...industryGroups.value.flatMap(({ name, clients, change, says }) => [
      name,
      change.figure,
      says,
      ...clients.map((client) => client.name),
    ]),
    ...statistics.value.flatMap(({ figure, label }) => [figure, label]),
    ...testimonials.value.flatMap(({ text, author }) => [text, author]),
  ];
  for (const width of [360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered counts.
    const visible = await page.locator("body").innerText();
    expect(texts.filter((text) => !visible.includes(text))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("without script the contact details replace the form, and menu, sections and chat can be reached", async () => {
  const page = await site.open({ ...withoutScript, width: 390 });
  await page.getByText(contactHeading.withoutScript).waitFor();
  const contact = page.locator(".without-script");
  await contact.getByRole("link", { name: company.telephone }).waitFor();
  await contact.getByRole("link", { name: company.email.value }).waitFor();
  expect(await page.getByLabel("Message").isVisible()).toBe(false);
  await page.locator(".menu-toggle").click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Portfolio" }).click();
  await eventually(() => page.url()).toMatch(/#portfolio$/);
  await page.getByRole("button", { name: "Close menu" }).or(page.locator(".menu-toggle")).click();
  await page.locator(".chat-toggle").click();
  await page.getByRole("link", { name: "Chat on WhatsApp" }).waitFor();
});
