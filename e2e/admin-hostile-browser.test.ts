import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually, failedRequest, signIn, signOut } from "../test/browser/admin-browser.ts";
import { translate } from "../test/browser/translate.ts";

const office = backOffice();

const dashboard = (page: Page) => page.getByRole("heading", { name: "Dashboard" });
const signInTitle = (page: Page) => page.getByRole("heading", { name: "Sign in" });
const tokens = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((name) => name.startsWith("CognitoIdentityServiceProvider")),
  );

test("who signs out leaves nothing behind, also while the sign-in service does not respond and when the tab is closed at once", async () => {
  office.allowConsoleErrors(failedRequest);
  const person = await office.product.createStaff("staff");
  const page = await office.open("/admin/login");
  await signIn(page, person);
  await dashboard(page).waitFor();
  const secondPage = await page.context().newPage();
  await secondPage.goto("/admin/clients");
  await secondPage.getByRole("heading", { name: "Client Management" }).waitFor();

  const asked: string[] = [];
  await page.route(`${office.product.cognito}/**`, (route) => {
    asked.push(route.request().headers()["x-amz-target"] ?? "");
    // The request never gets a response.
  });
  const started = Date.now();
  await signOut(page);
  await page.waitForURL((url) => url.pathname === "/");
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(await tokens(page)).toEqual([]);
  await signInTitle(secondPage).waitFor();
  expect(asked.some((target) => target.endsWith("RevokeToken"))).toBe(true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("/admin");
  await signInTitle(page).waitFor();

  // The site does not respond either, and the tab is closed.
  await signIn(page, person);
  await dashboard(page).waitFor();
  await secondPage.getByRole("heading", { name: "Client Management" }).waitFor();
  await page.route(`${office.product.cognito}/**`, () => {});
  await page.route(
    (url) => url.pathname === "/",
    () => {},
  );
  // The click waits for the site, which never comes.
  void signOut(page).catch(() => {});
  await signInTitle(secondPage).waitFor();
  const next = await page.context().newPage();
  await page.close();
  await next.goto("/admin");
  await signInTitle(next).waitFor();
  expect(await tokens(next)).toEqual([]);
  await next.close();
  await secondPage.close();
});

test("a sign-out reaches the service: the tokens cannot be renewed any more", async () => {
  const person = await office.product.createStaff("staff");
  const page = await office.open("/admin/login");
  await signIn(page, person);
  await dashboard(page).waitFor();
  const stored = await page.evaluate(() => ({ ...localStorage }));
  await signOut(page);
  await page.waitForURL((url) => url.pathname === "/");
  const entry = (end: string) => Object.entries(stored).find(([name]) => name.endsWith(end));
  const [name = "", RefreshToken = ""] = entry(".refreshToken") ?? [];
  const renew = async () => {
    const response = await fetch(office.product.cognito, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "AWSCognitoIdentityProviderService.GetTokensFromRefreshToken",
      },
      body: JSON.stringify({ RefreshToken, ClientId: name.split(".")[1] }),
    });
    return response.status;
  };
  await eventually(renew).toBe(400);
});

test("what the sign-in service says reaches people in our words", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.open("/admin/login");
  const answer = async (__type: string, message: string, shown: RegExp) => {
    await page.route(`${office.product.cognito}/**`, (route) =>
      route.fulfill({
        status: 400,
        headers: { "access-control-allow-origin": "*", "x-amzn-errortype": __type },
        json: { __type, message },
      }),
    );
    await page.getByRole("button", { name: "Send the code" }).click();
    await page.getByRole("alert").filter({ hasText: shown }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  };
  await page.getByLabel("Email").fill("new@staff.example");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await answer(
    "NotAuthorizedException",
    "User password cannot be reset in the current state.",
    /You have not used your invitation yet\..*administrator/,
  );
  await answer(
    "LimitExceededException",
    "Attempt limit exceeded, please try after some time.",
    /Wait an hour/,
  );
  await answer(
    "InvalidParameterException",
    "Cannot reset password for the user as there is no registered/verified email or phone_number",
    /address is not confirmed. Ask an administrator/,
  );
  await answer("BrandNewException", "Something technical", /\(BrandNewException\).*administrator/);
  expect(await page.getByText("Something technical").count()).toBe(0);
});

test.each(["localStorage", "sessionStorage"])(
  "a browser that blocks %s gets a sentence that says what to allow",
  async (name) => {
    const page = await office.open("/robots.txt", { fresh: true });
    await page.addInitScript((name) => {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("x", "SecurityError");
        },
      });
    }, name);
    for (const path of ["/admin", "/admin/login", "/admin/clients?add=client"]) {
      await page.goto(path);
      await page.getByRole("heading", { name: "Your browser does not keep site data" }).waitFor();
      await page.getByText("Allow cookies and site data").waitFor();
    }
  },
);

test("a browser without room for site data gets the same sentence", async () => {
  const page = await office.open("/robots.txt", { fresh: true });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("x", "QuotaExceededError");
    };
  });
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Your browser does not keep site data" }).waitFor();
});

test("a browser without scripts gets a sentence that says what to allow", async () => {
  const page = await office.open("/admin", { fresh: true, javaScriptEnabled: false });
  await page.getByRole("heading", { name: "JavaScript is switched off" }).waitFor();
  expect(await page.locator("main p").textContent()).toContain("Allow JavaScript for this address");
});

test("the back-office asks not to be translated; if something does it all the same, people go on with what they typed", async () => {
  office.allowConsoleErrors(failedRequest);
  const person = await office.product.createStaff("staff");
  const page = await office.open("/admin/login");
  await signInTitle(page).waitFor();
  expect(
    await page.evaluate(() => [document.documentElement.lang, document.documentElement.translate]),
  ).toEqual(["en", false]);
  await translate(page);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "Back to sign in" }).click();
  expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
  await signIn(page, { ...person, password: "Not-The-Password-1" });
  await page.getByRole("alert").filter({ hasText: "Incorrect username or password." }).waitFor();
  await signIn(page, person);
  await dashboard(page).waitFor();

  // Every screen of the menu, and a form whose fields, errors and buttons come and go.
  for (const path of ["clients", "subscriptions", "money", "messages", "settings", "clients"]) {
    await page.locator(`nav a[href^="/admin/${path}"]`).first().click();
    await page.locator("#content h1").first().waitFor();
    expect(await page.getByText("could not be loaded").count()).toBe(0);
  }
  await page.getByRole("button", { name: "Add Client" }).first().click();
  const dialog = page.getByRole("dialog").filter({ has: page.getByLabel("Name") });
  await page.getByLabel("Name").fill("Translated Ltd");
  await dialog.getByRole("button", { name: "Add Client" }).click();
  await page.getByLabel("Email").fill("no address");
  await dialog.getByRole("button", { name: "Add Client" }).click();
  expect(await page.getByLabel("Name").inputValue()).toBe("Translated Ltd");
  await page.getByLabel("Email").fill("translated@client.example");
  await dialog.getByRole("button", { name: "Add Client" }).click();
  await page.getByText("Translated Ltd was added.").first().waitFor();
});

/** Something takes away the next node that React removes, wherever it is. */
const failNextRemoval = (page: Page) =>
  page.evaluate(() => {
    const { removeChild } = Node.prototype;
    let failures = 1;
    Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
      if (failures > 0) {
        failures -= 1;
        removeChild.call(this, child);
        throw new DOMException("The node to be removed is not a child of this node.", "NotFoundError");
      }
      return removeChild.call(this, child) as T;
    };
  });

test("a sign-in form whose nodes are taken away keeps the address and the step", async () => {
  office.allowConsoleErrors(failedRequest, /./);
  const page = await office.open("/admin/login");
  await page.getByLabel("Email").fill("typed@staff.example");
  await failNextRemoval(page);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Forgot password" }).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("typed@staff.example");
  await failNextRemoval(page);
  await page.getByRole("button", { name: "Back to sign in" }).click();
  await signInTitle(page).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("typed@staff.example");
});

test("a page whose nodes are taken away shows itself again, with what was typed", async () => {
  office.allowConsoleErrors(failedRequest, /./);
  const page = await office.openAs(office.staff, "/admin/clients?add=client");
  await page.getByLabel("Name").fill("Kept Ltd");
  await page.getByLabel("Email").fill("kept@client.example");
  await failNextRemoval(page);
  await page.getByLabel("Email").fill("");
  await page.getByRole("dialog").getByRole("button", { name: "Add Client" }).click();
  await page.getByLabel("Email").fill("kept@client.example");
  await page.getByRole("dialog").getByRole("button", { name: "Add Client" }).click();
  await page.getByText("Kept Ltd was added.").first().waitFor();
});
