/** `npm run pictures`: takes the pictures of the running product for the README and the site. */
import { mkdirSync, writeFileSync } from "node:fs";
import { launchBrowser } from "../browser/browser.ts";
import { startProduct, today } from "../product/product.ts";
import { companyProfile } from "../product/reminder-product.ts";

const folder = "docs/pictures";
const photographs = "frontend/site/photographs";
for (const path of [folder, photographs]) mkdirSync(path, { recursive: true });
const product = await startProduct();
const browser = await launchBrowser();
try {
  const person = await product.createStaff("admin");
  const context = await browser.newContext({
    baseURL: product.site,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    colorScheme: "light",
  });
  const page = await context.newPage();
  const take = async (name: string) => {
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${folder}/${name}.jpg`, type: "jpeg", quality: 80 });
  };
  await page.goto("/", { waitUntil: "networkidle" });
  // The first visit may use the fallback font, so load again.
  await page.reload({ waitUntil: "networkidle" });
  await take("site");
  await page.goto("/admin");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: /sample data/i }).click();
  await page.getByRole("heading", { name: "Revenue Due" }).waitFor();
  await page
    .getByRole("region", { name: "Reminders" })
    .getByText(/something due|no reminders/)
    .waitFor();
  await page
    .getByText(/no daily run yet|last run/i)
    .first()
    .waitFor();
  await page.getByText("Loading the last run").waitFor({ state: "hidden" });
  await page.evaluate(() => scrollTo(0, 0));
  await take("back-office");

  // For the site in light and dark: parts that can be read where the site shows them, at two pixels each.
  const devtools = await context.newCDPSession(page);
  const takeForSite = async (
    name: string,
    { width, height, y }: Record<"width" | "height" | "y", number>,
  ) => {
    await page.setViewportSize({ width, height: 900 });
    const clip = { x: 0, y, width, height, scale: 2 };
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(500);
      const { data } = await devtools.send("Page.captureScreenshot", {
        format: "webp",
        quality: 60,
        clip,
      });
      const scheme = colorScheme === "dark" ? "-dark" : "";
      writeFileSync(`${photographs}/${name}${scheme}.webp`, Buffer.from(data, "base64"));
    }
  };
  await page.goto("/admin/subscriptions");
  await page.getByText("Otieno Odhiambo").waitFor();
  await takeForSite("back-office", { width: 560, height: 420, y: 0 });
  const call = product.callerFor((await product.signIn(person)).access);
  const profile = { ...companyProfile, mpesa_paybill: "400200" };
  await call("POST /api/v1/settings", { body: profile });
  const grace = { name: "Grace Achieng", email: "grace@mfano.example", company: "Mfano Microfinance" };
  const { client } = (await call("POST /api/v1/clients", { body: grace })).body;
  await call("POST /api/v1/subscriptions", {
    body: {
      client_id: client.id,
      service: "Loan system support",
      start_date: today,
      next_billing_date: today,
      frequency: "monthly",
      currency: "KES",
      amount: 35_000,
    },
  });
  const link = await call("GET /api/v1/clients/{id}/link", { params: { id: client.id } });
  await page.goto(link.body.url);
  await page.getByRole("heading", { name: "How to pay" }).waitFor();
  await takeForSite("own-page", { width: 390, height: 540, y: 226 });
} finally {
  await browser.close();
  await product.stop();
}
// The released product still runs in the pool.
process.exit();
