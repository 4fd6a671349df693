import type { Page } from "playwright-core";
import type { backOffice } from "./admin-browser.ts";

/** Creates clients and subscriptions with names and addresses of their own. */
export function portfolioOf(office: Pick<ReturnType<typeof backOffice>, "asStaff">) {
  let count = 0;

  async function aClient(over: Record<string, unknown> = {}) {
    count += 1;
    const body = { name: `Client ${count}`, email: `client${count}@clients.example`, ...over };
    return (await office.asStaff("POST /api/v1/clients", { body })).body.client;
  }

  async function aSubscription(over: Record<string, unknown> = {}, client: Record<string, unknown> = {}) {
    const { id: client_id, name } = await aClient(client);
    const body = { client_id, start_date: "2026-11-10", frequency: "monthly", amount: 100, ...over };
    const { subscription } = (await office.asStaff("POST /api/v1/subscriptions", { body })).body;
    return { ...subscription, name };
  }

  return { aClient, aSubscription };
}

export const subscriptionRow = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
