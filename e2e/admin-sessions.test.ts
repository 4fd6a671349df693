import { AdminUserGlobalSignOutCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { backOffice, failedRequest, signIn } from "../test/admin-browser.ts";

const office = backOffice();
const pathOf = (page: Page) => new URL(page.url()).pathname;

describe("the guard", () => {
  test("leads to sign-in and back to where the person wanted to go, filters and all", async () => {
    const page = await office.open("/admin/subscriptions?status=paused");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(pathOf(page)).toBe("/admin/login");
    await signIn(page, office.staff);
    await page.getByRole("heading", { name: "Subscription Management" }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=paused");
  });

  test("sends who is signed in already from the sign-in page to the dashboard", async () => {
    const page = await office.enterAs(office.staff, "/admin/clients");
    await page.goto("/admin/login");
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    expect(pathOf(page)).toBe("/admin");
  });

  test("an unknown path under /admin leads to the site", async () => {
    const page = await office.enterAs(office.staff);
    await page.goto("/admin/nothing-here");
    await page.waitForURL((url) => url.pathname === "/");
  });

  test("a configuration that cannot be loaded ends in an error with a way to try again, not in a spinner", async () => {
    office.forgive(failedRequest);
    const page = await office.open("/");
    await page.route("**/config.json", (route) => route.fulfill({ status: 503 }));
    await page.goto("/admin/clients");
    await page.getByRole("heading", { name: "The back-office could not be reached" }).waitFor();
    await page.unroute("**/config.json");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("a session check that hangs ends in the same error", async () => {
    const page = await office.enterAs(office.staff, "/admin", { fresh: true });
    await page.clock.install();
    await page.route("**/config.json", () => {});
    await page.goto("/admin/clients");
    await page.getByText("Loading...").waitFor();
    // The browser's own timer on the request is not the page's clock, so only ours is moved on.
    await page.getByRole("heading", { name: "The back-office could not be reached" }).waitFor();
  });
});

describe("the end of a session", () => {
  // What a page still asks for when its session ends is refused, and the browser says so.
  beforeEach(() => office.forgive(failedRequest));

  test("'Sign Out' leads to the site, and the way back asks for the password", async () => {
    const page = await office.enterAs(office.staff);
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/admin");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("signing out in one tab signs the other one out", async () => {
    const page = await office.enterAs(office.staff, "/admin/clients");
    const other = await page.context().newPage();
    await other.goto("/admin/settings");
    await other.getByRole("button", { name: "Sign Out", exact: true }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("'Sign out everywhere' ends the session in another browser", async () => {
    const person = await office.product.employ("staff");
    const elsewhere = await office.enterAs(person, "/admin/clients");
    const page = await office.enterAs(person, "/admin/settings");
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await elsewhere.reload();
    await elsewhere.getByText("Your session has ended.").waitFor();
  });

  test("an expired session leads back to the same form with what was typed, also after the sign-in", async () => {
    const person = await office.product.employ("staff");
    const page = await office.enterAs(person, "/admin/clients?status=active");
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

  test("what somebody typed is not shown to the next one at the same machine", async () => {
    const page = await office.enterAs(office.staff, "/admin/clients?add=client");
    await page.getByLabel("Name").fill("Private Matter");
    await page.goto("/admin/settings");
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/admin/clients?add=client");
    await signIn(page, office.admin);
    await page.getByRole("dialog", { name: "Add New Client" }).waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("");
  });
});

describe("roles", () => {
  test("the sidebar and the settings say who is there and in which role", async () => {
    const staff = await office.enterAs(office.staff, "/admin/settings");
    const sidebar = staff.getByRole("complementary");
    await sidebar.getByText("staff", { exact: true }).waitFor();
    await sidebar.getByText("Person 2").waitFor();
    await staff
      .getByRole("region", { name: "User Information" })
      .getByText("Staff", { exact: true })
      .waitFor();
    const nobody = await office.enterAs(await office.product.employ(undefined), "/admin/settings");
    await nobody.getByRole("complementary").getByText("staff", { exact: true }).waitFor();
    office.forgive(failedRequest, /settings could not be loaded/);
  });
});

/** Makes the tokens look as old as they will be tomorrow: the library keeps the clock's drift beside them. */
const expireTokens = (page: Page) =>
  page.evaluate(() => {
    const drift = Object.keys(localStorage).find((key) => key.endsWith(".clockDrift"));
    if (!drift) throw new Error("The library keeps no clock drift any more.");
    localStorage.setItem(drift, String(24 * 60 * 60 * 1_000));
  });
