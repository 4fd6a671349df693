/** `npm run pictures`: takes the README's pictures of the running product with its sample data. */
import { mkdirSync } from "node:fs";
import { launchBrowser } from "./browser.ts";
import { startProduct } from "./product.ts";

const folder = "docs/pictures";
mkdirSync(folder, { recursive: true });
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
} finally {
  await browser.close();
  await product.stop();
}
// The released product still runs in the pool.
process.exit();
