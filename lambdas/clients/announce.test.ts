import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;

describe("a new client", () => {
  beforeAll(async () => {
    on = await startReminderProduct();
    await on.saveSettings();
  });
  afterAll(() => on.product.stop());
  const announced = () => on.mails(/^New client: /);

  test("is announced to the company once, unless it is a sample, imported, or the email is switched off", async () => {
    await on.newClient({ sample: true, name: "Sample" });
    await on.newClient({ unannounced: true, name: "One of many" });
    await on.newClient({ name: "Baraka" });
    await on.product.idle();
    expect((await announced()).map(({ subject, to }) => [subject, to[0]])).toEqual([
      ["New client: Baraka", "office@mwamba.example"],
    ]);
    await on.saveSettings({ notify_new_clients: false });
    await on.newClient({ name: "Chui" });
    await on.product.idle();
    expect((await announced()).length).toBe(1);
  });
});
