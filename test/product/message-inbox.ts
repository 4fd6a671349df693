import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Box } from "../../shared/messages/message.ts";
import { staffedProduct } from "./staffed.ts";

/** The product with helpers for tests of visitors' messages. */
export function messageInbox() {
  const running = staffedProduct();

  const send = async (name: string, more: object = {}): Promise<string> => {
    const id = randomUUID();
    const body = { id, name, email: "achieng@example.co.ke", phone: "", message: "Hello", ...more };
    expect((await running.product.call("POST /api/send-email", { body })).status).toBe(200);
    await running.product.idle();
    return id;
  };
  const move = (id: string, box: string, seen: string) =>
    running.asStaff("PUT /api/v1/messages/{id}", { params: { id }, body: { box, seen } });
  const list = (query: Record<string, string>) => running.asStaff("GET /api/v1/messages", { query });
  async function all(box: Box) {
    const emails = [];
    let cursor: string | undefined;
    do {
      const page = await list({ box, ...(cursor && { cursor }) });
      expect(page.status).toBe(200);
      emails.push(...page.body.messages);
      cursor = page.body.cursor;
    } while (cursor);
    return emails;
  }
  const find = async (box: Box, id: string) => (await all(box)).find((message) => message.id === id);
  const mails = async (name: string) =>
    (await running.product.inbox()).filter(({ subject }) => subject === `Message from ${name}`);

  return { running, send, move, list, all, find, mails };
}
