import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { backOffice } from "./admin-browser.ts";

export const visitorAddress = "visitor@tumaini.example";

/** Sends messages from the contact form to the office. */
export const messageSender =
  (office: Pick<ReturnType<typeof backOffice>, "product">) =>
  async (name: string, more: object = {}) => {
    const body = {
      ...{ id: randomUUID(), name, email: visitorAddress, phone: "", message: `${name} writes.` },
      ...more,
    };
    const { status } = await office.product.call("POST /api/send-email", { body });
    expect(status).toBe(200);
    await office.product.idle();
  };

export const messageItem = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
