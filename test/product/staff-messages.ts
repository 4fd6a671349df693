import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { backOffice } from "../browser/admin-browser.ts";
import { seedRows } from "./seed-rows.ts";

export const visitorAddress = "visitor@tumaini.example";

/** Sends messages from the contact form to the office. */
export const messageSender =
  (office: Pick<ReturnType<typeof backOffice>, "product">) =>
  async (name: string, more: object = {}) => {
    const body = {
      id: randomUUID(),
      name,
      email: visitorAddress,
      phone: "",
      message: `${name} writes.`,
      ...more,
    };
    const { status } = await office.product.call("POST /api/send-email", { body });
    expect(status).toBe(200);
    await office.product.idle();
  };

/** Stores a message that was received this number of hours ago. */
export const messageSentBefore =
  (office: Pick<ReturnType<typeof backOffice>, "product">) => (hours: number, more: object) =>
    seedRows(office.product, "Messages", 1, (id) => {
      const received_at = new Date(office.product.now() - hours * 3_600_000).toISOString();
      const day = received_at.slice(0, 10);
      const sent = {
        id,
        email: visitorAddress,
        phone: "",
        message: "Hello",
        state: "mailed",
        mail_id: "earlier",
      };
      return { ...sent, day, received_at, ...more };
    });

export const messageItem = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
