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
const addClient = (page: Page) => page.getByRole("dialog", { name: "Add New Client" });
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Makes the tokens expire through the clock drift that Amplify stores. */
const expireTokens = (page: Page) =>
  page.evaluate(() => {
    const token = Object.keys(localStorage).find((key) => key.endsWith(".accessToken")) ?? "";
    localStorage.setItem(token.replace(/accessToken$/, "clockDrift"), String(24 * 60 * 60 * 1_000));
  });

/**
 * A requested page shows an error with a retry if the configuration fails, leads to sign-in, and opens with its filters;
 * other paths lead home.
 */
async function openRequestedPage(page: Page, person: Person): Promise<void> {
  await page.route("**/config.json", (route) => route.fulfill({ status: 503 }));
  await page.goto("/admin/subscriptions?status=paused");
  await page.getByRole("heading", { name: "We could not reach the back-office" }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(pathOf(page)).toBe("/admin/login");
  await signIn(page, person);
  await page.getByRole("heading", { name: "Subscription Management" }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=paused");

  await page.goto("/admin/nothing-here");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/admin/login");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  expect(pathOf(page)).toBe("/admin");
}

/** A person whose session was ended from another browser finds their input again. */
async function findInputAgain(page: Page, person: Person): Promise<void> {
  await navigate(page, "/admin/clients?status=active");
  await page.getByRole("button", { name: "Add Client" }).first().click();
  const [dialog, name, email] = [addClient(page), page.getByLabel("Name"), page.getByLabel("Email")];
  await name.fill("Half Typed Ltd");
  await email.fill("half@typed.example");

  const elsewhere = await office.openAs(person, "/admin/settings/you");
  await elsewhere.getByRole("button", { name: "Sign out everywhere" }).click();
  await elsewhere.waitForURL((url) => url.pathname === "/");
  await expireTokens(page);
  // Unless the page has noticed before.
  await dialog
    .getByRole("button", { name: "Add Client" })
    .click({ timeout: 5_000 })
    .catch(() => {});
  await page.getByText("Your session has ended.").waitFor();
  await signIn(page, person);
  await dialog.waitFor();
  expect(await name.inputValue()).toBe("Half Typed Ltd");
  expect(await email.inputValue()).toBe("half@typed.example");
  expect(new URL(page.url()).searchParams.get("status")).toBe("active");
}

/** After a sign-out the next person sees nothing of the last one, in no tab. */
async function takeTurns(page: Page): Promise<void> {
  const [dialog, name] = [addClient(page), page.getByLabel("Name")];
  // Signing out in one tab signs the other one out; the next person there sees no announcement.
  const secondPage = await page.context().newPage();
  await secondPage.goto("/admin/settings");
  await secondPage.getByRole("button", { name: /, your account$/ }).waitFor();
  await dialog.getByRole("button", { name: "Add Client" }).click();
  const announcement = page.getByText("Half Typed Ltd was added.");
  await announcement.waitFor();
  await signOut(secondPage);
  await secondPage.waitForURL((url) => url.pathname === "/");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(page, office.admin);
  await page.locator("#content h1").waitFor();
  expect(await announcement.count()).toBe(0);

  // Coming back needs the password, and the form is empty.
  await navigate(page, "/admin/clients?add=client");
  await name.fill("Private Matter");
  await navigate(page, "/admin/settings/you");
  await signOut(page);
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/admin/clients?add=client");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(page, office.staff);
  await dialog.waitFor();
  expect(await name.inputValue()).toBe("");
  await secondPage.close();
}

/** A page that cannot be reached says so, and opens by itself. */
async function waitForConnection(page: Page): Promise<void> {
  const unreachable = page.getByRole("heading", { name: "We could not reach the back-office" });
  const clients = page.getByRole("heading", { name: "Client Management" });
  await page.clock.install();
  // The browser's own timer of a request does not follow the page's clock.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), milliseconds);
      return controller.signal;
    };
  });
  // A response that never comes is an error too, not an endless spinner.
  await page.route("**/config.json", () => {});
  await page.goto("/admin/clients");
  await page.getByText("Loading...").waitFor();
  await page.clock.fastForward(15_000);
  await unreachable.waitFor();
  // The page opens once the connection is back.
  await page.context().setOffline(true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().setOffline(false);
  await clients.waitFor();
}

/** A visible tab asks our server about its access, rarely when it is idle or refused, and never Cognito. */
async function watchAccess(page: Page): Promise<void> {
  let [asked, status] = [0, 200];
  await page.route("**/api/v1/staff/me", (route) => {
    asked += 1;
    return route.fulfill({ status, json: status === 200 ? {} : { error: "Please try again." } });
  });
  const cognito: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(office.product.cognito)) cognito.push(request.url());
  });
  /** Leaves time for a response: until it is there, the tab does not ask again. */
  const settle = () => page.evaluate(() => fetch("/robots.txt").then(() => undefined));
  /** How often the tab asks within some seconds. */
  const asksIn = async (seconds: number) => {
    const before = asked;
    for (let passed = 0; passed < seconds; passed += 7) {
      await page.clock.runFor(7_000);
      await settle();
    }
    return asked - before;
  };
  await page.mouse.move(300, 300);
  expect(await asksIn(21)).toBe(3);
  // The page is left alone for more than two minutes.
  await page.clock.fastForward(130_000);
  await settle();
  expect(await asksIn(21)).toBe(0);
  await page.mouse.move(400, 400);
  expect(await asksIn(14)).toBe(2);
  for (const refusal of [403, 503]) {
    await page.mouse.move(refusal, 300);
    status = refusal;
    expect([refusal, await asksIn(28)]).toEqual([refusal, 1]);
    status = 200;
    const before = asked;
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await eventually(() => asked).toBe(before + 1);
    await settle();
    expect(await asksIn(14)).toBe(2);
  }
  expect(cognito).toEqual([]);
}

test("a person opens a page that could not be reached, finds their input after their session ended, and leaves nothing to the next person in the browser; an open tab asks for its access, rarely when it is idle or refused", async () => {
  // Requests of a page whose session has ended fail with console errors.
  office.allowConsoleErrors(failedRequest);
  const person = await office.product.createStaff("staff");
  const page = await office.open("/robots.txt", { fresh: true });
  await openRequestedPage(page, person);
  await findInputAgain(page, person);
  await takeTurns(page);
  await waitForConnection(page);
  await watchAccess(page);
});
