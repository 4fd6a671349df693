import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  backOffice,
  eventually,
  failedRequest,
  navigate,
  signIn,
  signOut,
} from "../test/browser/admin-browser.ts";
import type { Person } from "../test/product/product.ts";

const office = backOffice();

// Cognito's message does not suit our users.
const wrongCode = "The code is not correct. Wait for the next code in your app and enter it.";
const demanded = { name: "Set up your sign-in code", level: 1 };

const everybody = (page: Page) => page.getByRole("switch", { name: "Require a sign-in code for everyone" });
const hasSecondFactor = async (person: Person) => {
  const { members } = (await office.asAdmin("GET /api/v1/staff/members")).body;
  return members.find(({ email }) => email === person.email)?.second_factor;
};

/** The page shows the logo, and no focus ring touches a label. */
async function lookAtForm(page: Page): Promise<void> {
  const logo = page.getByRole("link", { name: "Mwamba Software" }).locator("img");
  await eventually(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const email = page.getByLabel("Email");
  await email.focus();
  const clear = await email.evaluate((field: HTMLInputElement) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(field);
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const label = field.labels?.[0]?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
    return field.getBoundingClientRect().top - ring - label;
  });
  expect(clear).toBeGreaterThan(0);
}

/** A wrong password shows Cognito's message, no connection shows ours, and the email stays in its field. */
async function failToSignIn(page: Page, person: Person): Promise<void> {
  const email = page.getByLabel("Email");
  await signIn(page, { ...person, password: "Not-The-Password-1" });
  await page.getByRole("alert").filter({ hasText: "Incorrect username or password." }).waitFor();

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").filter({ hasText: "An unexpected error occurred" }).waitFor();
  expect(await email.inputValue()).toBe(person.email);
  await page.context().setOffline(false);

  // There and back.
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Forgot password" }).waitFor();
  expect(await email.inputValue()).toBe(person.email);
  await page.getByRole("button", { name: "Back to sign in" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await email.inputValue()).toBe(person.email);
}

/** A code from an email replaces the password. */
async function replacePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "Send the code" }).click();
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  const sent = (await office.product.inbox()).find(
    ({ to, subject }) => to.includes(email) && subject === "Your code for a new password",
  );
  const code = /(?<!#)\b(\d{6})\b/.exec(sent?.html ?? "")?.[1] ?? "";
  await page.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("textbox", { name: "New password" }).fill(password);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.getByRole("alert").filter({ hasText: /code/i }).waitFor();
  await page.getByLabel("Code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
}

/** The next sign-in needs the new password; pressing again starts no second one. */
async function signInOnce(page: Page, person: Person): Promise<void> {
  await signOut(page);
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/admin/login");
  const targets: string[] = [];
  let letThrough = () => {};
  const seen = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(`${office.product.cognito}/**`, async (route) => {
    targets.push(route.request().headers()["x-amz-target"]?.split(".")[1] ?? "");
    await seen;
    await route.continue();
  });
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).dblclick();
  await page.getByRole("button", { name: "Signing in..." }).waitFor();
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  letThrough();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  expect(targets.filter((target) => target === "InitiateAuth")).toHaveLength(1);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** Opens the form that sets up MFA; its secret. */
async function openSetUp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up sign-in code" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  return ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
}

/** Only an administrator with a sign-in code can require one of everybody; its secret. */
async function setUp(page: Page, person: Person): Promise<string> {
  await navigate(page, "/admin/settings/staff");
  await everybody(page).click();
  await page.getByText("Set up your own sign-in code first").waitFor();
  await navigate(page, "/admin/settings/you");
  const secret = await openSetUp(page);
  const link = new URL(
    (await page.getByRole("link", { name: "open it in the app" }).getAttribute("href")) ?? "",
  );
  expect(link.protocol).toBe("otpauth:");
  expect(link.searchParams.get("secret")).toBe(secret);
  await page.getByLabel("Code from the app").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("alert").filter({ hasText: wrongCode }).waitFor();
  await page.getByLabel("Code from the app").fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "Remove sign-in code" }).waitFor();
  expect(await hasSecondFactor(person)).toBe(true);
  return secret;
}

async function requireOfEverybody(page: Page): Promise<void> {
  await navigate(page, "/admin/settings/staff");
  await everybody(page).click();
  await page.getByText("Everyone now needs a sign-in code.").waitFor();
  expect(await everybody(page).isChecked()).toBe(true);
}

/** A person without a sign-in code sets it up first, and continues where they were. */
async function signInWithout(page: Page, guest: Person): Promise<void> {
  await signIn(page, guest);
  await page.getByRole("heading", demanded).waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  await page.goto("/admin/money/received");
  await page.getByRole("heading", demanded).waitFor();
  await navigate(page, "/admin/clients?status=active");
  const code = new TOTP({ secret: await openSetUp(page) }).generate();
  await page.getByLabel("Code from the app").fill(code);
  await page.getByLabel("Code from the app").press("Enter");
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=active");
  await page.reload();
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
}

/** Who is already signed in has to set it up too, until it is no longer required. */
async function stopRequiring(page: Page, open: Page): Promise<void> {
  await eventually(async () => {
    const before = open.getByRole("button", { name: "Previous day" });
    // A request may replace a running one.
    const answered = open.waitForResponse(/\/api\/v1\/reminders/).catch(() => {});
    if (await before.count()) await Promise.all([answered, before.click()]);
    return open.getByRole("heading", demanded).count();
  }).toBe(1);
  await everybody(page).click();
  await page.getByText("A sign-in code is no longer required.").waitFor();
  await eventually(async () => {
    await open.reload();
    return open.getByRole("heading", demanded).count();
  }).toBe(0);
}

/** The administrator's sign-in needs a code, until they remove the sign-in code. */
async function removeSecondFactor(page: Page, person: Person, secret: string): Promise<void> {
  await signOut(page);
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/admin/settings/you");
  await signIn(page, person);
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: wrongCode }).waitFor();
  await page.getByLabel("Code").fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Remove sign-in code" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await page.getByRole("button", { name: "Set up sign-in code" }).waitFor();
  expect(await hasSecondFactor(person)).toBe(false);
}

test("an administrator replaces a forgotten password, sets up a sign-in code, requires it of everybody, and removes both again", async () => {
  office.allowConsoleErrors(failedRequest, /The settings could not be loaded/);
  const forgetful = await office.product.createStaff("admin");
  const boss = { email: forgetful.email, password: "Remembered-Now-1" };
  const guest = await office.product.createStaff("staff");
  const page = await office.open("/admin/login");
  await lookAtForm(page);
  await failToSignIn(page, forgetful);
  await replacePassword(page, boss);
  await signInOnce(page, boss);

  const secret = await setUp(page, boss);
  const open = await office.openAs(office.staff, "/admin/money/sent");
  await requireOfEverybody(page);
  const secondPage = await office.open("/admin/clients?status=active", {
    viewport: { width: 390, height: 844 },
  });
  await signInWithout(secondPage, guest);
  await stopRequiring(page, open);
  await removeSecondFactor(page, boss, secret);
  await office.signInByForm(boss);
});
