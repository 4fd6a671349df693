import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reminding, startReminding } from "../../test/reminding.ts";

let on: Reminding;

describe("a new client", () => {
  beforeAll(async () => {
    on = await startReminding();
    await on.saveSettings();
  });
  afterAll(() => on.product.stop());
  const announced = () => on.mails(/^New client: /);

  test("is announced to the company once, unless it is a sample, one of many, or that is switched off", async () => {
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
