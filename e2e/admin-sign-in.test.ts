import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { backOffice, eventually, failedRequest, signIn } from "../test/admin-browser.ts";

const office = backOffice();

describe("signing in", () => {
  test("an invited person signs in with the password from the email, and chooses a new one; a weak one shows what it lacks", async () => {
    office.allowConsoleErrors(failedRequest);
    const invited = await office.product.invite("staff");
    const email = (await office.product.inbox()).find(({ to }) => to.includes(invited.email));
    expect(email?.html).toContain(invited.password);

    const page = await office.open("/admin/clients");
    await signIn(page, invited);
    await page.getByRole("heading", { name: "Choose your password" }).waitFor();
    const save = page.getByRole("button", { name: "Save and sign in" });
    await page.getByRole("textbox", { name: "New password" }).fill("short");
    await save.click();
    await page.getByRole("alert").filter({ hasText: "This password is too short." }).waitFor();
    await page.getByRole("textbox", { name: "New password" }).fill("Ends With A Space 1 ");
    await save.click();
    await page.getByRole("alert").filter({ hasText: "no space at its start or end" }).waitFor();
    const chosen = "Chosen-By-Myself-1";
    await page.getByRole("textbox", { name: "New password" }).fill(chosen);
    await save.click();
    await page.getByRole("heading", { name: "Client Management" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin/clients");

    const again = await office.signInByForm({ ...invited, password: chosen });
    await again.getByRole("heading", { name: "Dashboard" }).waitFor();
  });

  test("a wrong password shows Cognito's message, no connection shows ours, the input stays; while sign-in is running, pressing again starts nothing", async () => {
    office.allowConsoleErrors(failedRequest);
    const page = await office.open("/admin/login");
    // It shows the logo, and no focus ring touches a label.
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
    await signIn(page, { ...office.staff, password: "Not-The-Password-1" });
    await page.getByRole("alert").filter({ hasText: "Incorrect username or password." }).waitFor();

    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").filter({ hasText: "An unexpected error occurred" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(office.staff.email);

    await page.context().setOffline(false);
    const targets: string[] = [];
    let letThrough = () => {};
    const seen = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(`${office.product.cognito}/**`, async (route) => {
      targets.push(route.request().headers()["x-amz-target"]?.split(".")[1] ?? "");
      await seen;
      await route.continue();
    });
    await page.getByLabel("Email").fill(office.staff.email);
    await page.getByRole("textbox", { name: "Password" }).fill(office.staff.password);
    await page.getByRole("button", { name: "Sign in" }).dblclick();
    await page.getByRole("button", { name: "Signing in..." }).waitFor();
    await page.getByRole("textbox", { name: "Password" }).press("Enter");
    letThrough();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    expect(targets.filter((target) => target === "InitiateAuth")).toHaveLength(1);
  });

  test("a forgotten password is replaced with the code from the email", async () => {
    office.allowConsoleErrors(failedRequest);
    const person = await office.product.createStaff("staff");
    const page = await office.open("/admin/login");
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Forgot password" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
    await page.getByRole("button", { name: "Back to sign in" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByRole("button", { name: "Send the code" }).click();
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    const email = (await office.product.inbox()).find(
      ({ to, subject }) => to.includes(person.email) && subject === "Your code for a new password",
    );
    const code = /(?<!#)\b(\d{6})\b/.exec(email?.html ?? "")?.[1] ?? "";

    await page.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
    await page.getByRole("textbox", { name: "New password" }).fill("Remembered-Now-1");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.getByRole("alert").filter({ hasText: /code/i }).waitFor();

    await page.getByLabel("Code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  });

  test("MFA is set up in the settings, required from then on, and removed again", async () => {
    office.allowConsoleErrors(failedRequest);
    const person = await office.product.createStaff("staff");
    const page = await office.signInByForm(person, "/admin/settings/you");
    await page.getByRole("button", { name: "Set up second factor" }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
    const link = new URL(
      (await page.getByRole("link", { name: "open it in the app" }).getAttribute("href")) ?? "",
    );
    expect(link.protocol).toBe("otpauth:");
    expect(link.searchParams.get("secret")).toBe(secret);
    await page.getByLabel("Code from the app").fill("000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    // Cognito's message does not suit our users.
    const wrongCode = "The code is not correct. Wait for the next code in your app and enter it.";
    await page.getByRole("alert").filter({ hasText: wrongCode }).waitFor();
    await page.getByLabel("Code from the app").fill(new TOTP({ secret }).generate());
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("button", { name: "Remove second factor" }).waitFor();
    const isListed = async () => {
      const { members } = (await office.asAdmin("GET /api/v1/staff/members")).body;
      return members.find(({ email }) => email === person.email)?.second_factor;
    };
    expect(await isListed()).toBe(true);

    const elsewhere = await office.open("/admin/settings/you");
    await signIn(elsewhere, person);
    await elsewhere.getByRole("heading", { name: "Enter your code" }).waitFor();
    await elsewhere.getByLabel("Code").fill("000000");
    await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
    await elsewhere.getByRole("alert").filter({ hasText: wrongCode }).waitFor();
    await elsewhere
      .getByLabel("Code")
      .fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }));
    await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
    await elsewhere.getByRole("button", { name: "Remove second factor" }).click();
    await elsewhere.getByRole("button", { name: "Remove it" }).click();
    await elsewhere.getByRole("button", { name: "Set up second factor" }).waitFor();
    expect(await isListed()).toBe(false);

    await office.signInByForm(person);
  });
});
