import { AdminUserGlobalSignOutCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { backOffice, eventually, failedRequest, navigate, signIn, signOut } from "../test/admin-browser.ts";

const office = backOffice();
const pathOf = (page: Page) => new URL(page.url()).pathname;

describe("the route guard", () => {
  test("leads to sign-in and back to the requested page, with its filters", async () => {
    const page = await office.open("/admin/subscriptions?status=paused");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(pathOf(page)).toBe("/admin/login");
    await signIn(page, office.staff);
    await page.getByRole("heading", { name: "Subscription Management" }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=paused");
  });

  test("sends a signed-in person from the sign-in page to the dashboard, and from an unknown path to the site", async () => {
    const page = await office.openAs(office.staff, "/admin/login");
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    expect(pathOf(page)).toBe("/admin");
    await page.goto("/admin/nothing-here");
    await page.waitForURL((url) => url.pathname === "/");
  });

  test("a configuration that fails to load shows an error with a retry, not a spinner", async () => {
    office.allowConsoleErrors(failedRequest);
    const page = await office.open("/robots.txt");
    await page.route("**/config.json", (route) => route.fulfill({ status: 503 }));
    await page.goto("/admin/clients");
    await page.getByRole("heading", { name: "We could not reach the back-office" }).waitFor();
    await page.unroute("**/config.json");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("a session check that hangs shows the same error", async () => {
    const page = await office.open("/robots.txt", { fresh: true });
    await page.clock.install();
    // The browser's own timer of a request does not follow the page's clock.
    await page.addInitScript(() => {
      AbortSignal.timeout = (milliseconds) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), milliseconds);
        return controller.signal;
      };
    });
    await page.route("**/config.json", () => {});
    await page.goto("/admin/clients");
    await page.getByText("Loading...").waitFor();
    await page.clock.fastForward(15_000);
    await page.getByRole("heading", { name: "We could not reach the back-office" }).waitFor();
  });
});

describe("the end of a session", () => {
  // Requests of a page whose session has ended fail with console errors.
  beforeEach(() => office.allowConsoleErrors(failedRequest));

  test("signing out in one tab signs the other one out, and the next person there sees no announcement", async () => {
    const path = "/admin/clients?add=client";
    const page = await office.openAs(await office.product.createStaff("staff"), path);
    const other = await page.context().newPage();
    await other.goto("/admin/settings");
    await page.getByLabel("Name").fill("Private Matter");
    await page.getByLabel("Email").fill("private@matter.example");
    await page.keyboard.press("Enter");
    const announcement = page.getByText("Private Matter was added.");
    await announcement.waitFor();
    await signOut(other);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, office.staff);
    await page.locator("#content h1").waitFor();
    expect(await announcement.count()).toBe(0);
  });

  test("'Sign out everywhere' ends the session in another browser", async () => {
    const person = await office.product.createStaff("staff");
    const elsewhere = await office.openAs(person, "/admin/clients");
    const page = await office.openAs(person, "/admin/settings/you");
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await elsewhere.reload();
    await elsewhere.getByText("Your session has ended.").waitFor();
  });

  test("after an expired session and a sign-in the same form has its input", async () => {
    const person = await office.product.createStaff("staff");
    const page = await office.openAs(person, "/admin/clients?status=active");
    await page.getByRole("button", { name: "Add Client" }).first().click();
    await page.getByLabel("Name").fill("Half Typed Ltd");
    await page.getByLabel("Email").fill("half@typed.example");

    await office.product.cognitoAdmin.send(
      new AdminUserGlobalSignOutCommand({ UserPoolId: office.product.userPoolId, Username: person.email }),
    );
    await expireTokens(page);
    await page.getByRole("dialog").getByRole("button", { name: "Add Client" }).click();

    await page.getByText("Your session has ended.").waitFor();
    await signIn(page, person);
    await page.getByRole("dialog", { name: "Add New Client" }).waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Half Typed Ltd");
    expect(await page.getByLabel("Email").inputValue()).toBe("half@typed.example");
    expect(new URL(page.url()).searchParams.get("status")).toBe("active");
    await page.getByRole("dialog").getByRole("button", { name: "Add Client" }).click();
    await page.getByText("Half Typed Ltd was added.").waitFor();
  });

  test("'Sign Out' leads to the site; coming back needs the password, and shows the next person nothing of the last one's input", async () => {
    const person = await office.product.createStaff("staff");
    const page = await office.openAs(person, "/admin/clients?add=client");
    await page.getByLabel("Name").fill("Private Matter");
    await navigate(page, "/admin/settings/you");
    await signOut(page);
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/admin/clients?add=client");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, office.admin);
    await page.getByRole("dialog", { name: "Add New Client" }).waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("");
  });
});

test("a visible tab asks our server about its access: often while it is used, rarely when it is idle or refused, and never Cognito", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff, "/admin/clients", { fresh: true });
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
  await page.clock.install();
  await page.reload();
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
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
  const settle = () => page.evaluate(() => fetch("/config.json").then(() => undefined));
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
  expect(await asksIn(70)).toBe(10);
  await asksIn(70);
  expect(await asksIn(210)).toBeLessThanOrEqual(4);
  await page.mouse.move(400, 400);
  expect(await asksIn(14)).toBe(2);
  for (const refusal of [403, 503]) {
    await page.mouse.move(refusal, 300);
    status = refusal;
    expect([refusal, await asksIn(63)]).toEqual([refusal, 1]);
    status = 200;
    const before = asked;
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await eventually(() => asked).toBe(before + 1);
    await settle();
    expect(await asksIn(14)).toBe(2);
  }
  expect(cognito).toEqual([]);
});

describe("roles", () => {
  test("the sidebar and the settings show who is signed in and in which role", async () => {
    const staff = await office.openAs(office.staff, "/admin/settings");
    const sidebar = staff.getByRole("complementary");
    await sidebar.getByText("staff", { exact: true }).waitFor();
    await sidebar.getByText("Person 2").waitFor();
    const card = staff.getByRole("region", { name: "User Information" });
    for (const fact of [office.staff.email, "Person 2", "Staff"])
      await card.getByText(fact, { exact: true }).waitFor();
    expect(await card.locator("input").count()).toBe(0);
    const nobody = await office.openAs(await office.product.createStaff(undefined), "/admin/settings");
    await nobody.getByRole("complementary").getByText("staff", { exact: true }).waitFor();
    office.allowConsoleErrors(failedRequest, /settings could not be loaded/);
  });

  test("the menu of an open tab follows a change of role, also when it is looked at again", async () => {
    // The first call with the old role is refused, and gets a new token.
    office.allowConsoleErrors(failedRequest);
    const person = await office.product.createStaff("staff");
    const page = await office.openAs(person, "/admin/clients", { fresh: true });
    const own = page.getByRole("link", { name: "Staff", exact: true });
    await page.getByRole("link", { name: "Messages" }).waitFor();
    expect(await own.count()).toBe(0);
    const { members } = (await office.asAdmin("GET /api/v1/staff/members")).body;
    const params = { id: members.find(({ email }) => email === person.email)?.id ?? "" };
    const change = (role: "admin" | "staff") =>
      office.asAdmin("PUT /api/v1/staff/members/{id}", { params, body: { role } });
    await change("admin");
    await own.waitFor({ timeout: 10_000 });
    await change("staff");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await own.waitFor({ state: "detached", timeout: 5_000 });
    expect(pathOf(page)).toBe("/admin/clients");
  });
});

/** Makes the tokens expire through the clock drift that Amplify stores. */
const expireTokens = (page: Page) =>
  page.evaluate(() => {
    const token = Object.keys(localStorage).find((key) => key.endsWith(".accessToken")) ?? "";
    localStorage.setItem(token.replace(/accessToken$/, "clockDrift"), String(24 * 60 * 60 * 1_000));
  });
