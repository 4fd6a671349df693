import { TOTP } from "otpauth";
import { signIn } from "../../test/browser/admin-browser.ts";
import type { Person } from "../../test/product/product.ts";
import { button, type Screen } from "./screen.ts";

export const secondFactorScreens: Screen[] = [
  {
    name: "sign-in code",
    path: "/settings/you",
    open: (page) => button(page, "Set up sign-in code").click(),
    ready: "Code from the app",
  },
  {
    name: "sign-in code, wrong code",
    open: async (page) => {
      await page.getByLabel("Code from the app").fill("000000");
      await button(page, "Turn on").click();
    },
    ready: "The code is not correct.",
    widths: [360],
  },
  {
    name: "sign-in code set up",
    open: async (page) => {
      const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
      await page.getByLabel("Code from the app").fill(new TOTP({ secret }).generate());
      await button(page, "Turn on").click();
    },
    ready: "Remove sign-in code",
  },
];

type People = { disabled: Person; invited: Person; secured: Person; withoutSecondFactor: Person };

/** `disable` disables the first person, `requireSecondFactor` requires one of everybody. */
export const signInScreens = (
  { disabled, invited, secured, withoutSecondFactor }: People,
  disable: () => Promise<unknown>,
  requireSecondFactor: () => Promise<unknown>,
): Screen[] => [
  { name: "sign-in", path: "/login", ready: "You need an invitation" },
  {
    name: "sign-in, disabled account",
    open: async (page) => {
      await signIn(page, disabled);
      await page.getByRole("heading", { name: "Dashboard" }).waitFor();
      await disable();
    },
    ready: "Unsaved work was removed from this browser.",
  },
  {
    name: "sign-in, wrong password",
    open: (page) => signIn(page, { ...invited, password: "Not-The-Password-1" }),
    ready: "Incorrect username or password.",
  },
  {
    name: "forgotten password",
    open: (page) => button(page, "Forgot your password?").click(),
    ready: "We send a code to your email address.",
  },
  {
    name: "code for a new password",
    open: (page) => button(page, "Send the code").click(),
    ready: "Choose a new password",
  },
  {
    name: "first password",
    open: async (page) => {
      await button(page, "Back to sign in").click();
      await signIn(page, invited);
    },
    ready: "Choose your password",
  },
  {
    name: "code at sign-in",
    open: async (page) => {
      await button(page, "Back to sign in").click();
      await signIn(page, secured);
    },
    ready: "Enter your code",
  },
  {
    name: "required sign-in code",
    open: async (page) => {
      await requireSecondFactor();
      await button(page, "Back to sign in").click();
      await signIn(page, withoutSecondFactor);
    },
    ready: "Your organisation requires one.",
  },
  {
    name: "required sign-in code, code",
    open: (page) => button(page, "Set up sign-in code").click(),
    ready: "Code from the app",
  },
];
