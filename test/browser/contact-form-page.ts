import type { Page, Route } from "playwright-core";
import { contact } from "../../frontend/site/content/contact.ts";

export const visitor = {
  Name: "Grace Achieng",
  Email: "grace@tumaini.example",
  Phone: "+254 711 000 000",
  Message: "We serve 4,000 members.\nCan we talk on Monday?",
};
export const form = (page: Page) => page.getByRole("form", { name: "Contact" });
export const button = (page: Page) => form(page).getByRole("button", { name: /^Send/ });
/** After sending, the form comes back in place of what was sent. */
export async function writeAnother(page: Page): Promise<void> {
  await form(page).getByRole("button", { name: contact.again }).click();
  await form(page).getByLabel("Name").waitFor();
}
export const status = (page: Page) => form(page).getByRole("status");

export async function fillIn(page: Page, fields: Partial<typeof visitor> = visitor) {
  for (const [label, text] of Object.entries(fields)) await form(page).getByLabel(label).fill(text);
}
export const written = (page: Page) =>
  Promise.all(Object.keys(visitor).map((label) => form(page).getByLabel(label).inputValue()));

/** Holds every message until the test responds, and records it. */
export async function holdMessages(page: Page) {
  const messages: Record<string, unknown>[] = [];
  const waiting: ((route: Route) => void)[] = [];
  await page.route("**/api/send-email", async (route) => {
    messages.push(route.request().postDataJSON());
    waiting.shift()?.(route);
  });
  return { messages, next: () => new Promise<Route>((resolve) => waiting.push(resolve)) };
}
