import { expect, test } from "vitest";
import { addDays } from "../../shared/day.ts";
import { omit } from "../../shared/omit.ts";
import { SCREEN_HEADER } from "../../shared/screen.ts";
import { unsavedSettings } from "../../shared/settings/settings.ts";
import { meterOf } from "../../test/product/meter.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();
const route = "GET /api/v1/activity";

test("administrators see who changed what, on which screen, with the values before; staff do not", async () => {
  const { client } = (await on.asStaff("POST /api/v1/clients", { body: aClient })).body;
  const params = { id: client.id };
  const change = (body: object, screen: string) =>
    on.asAdmin("PUT /api/v1/clients/{id}", {
      params,
      body: { ...aClient, ...body },
      headers: { [SCREEN_HEADER]: screen },
    });
  await change({ phone: "0711 222333" }, "/admin/clients/:id");
  await change({ phone: "" }, "/admin/<script>");
  const price = { start_date: "2026-12-01", frequency: "monthly", amount: 10, service: "Ledger" };
  await on.asStaff("POST /api/v1/subscriptions", { body: { client_id: client.id, ...price } });
  await on.asStaff("POST /api/v1/clients/{id}/notes", {
    params,
    body: { text: "Calls on Friday", due_on: "2026-12-25" },
  });
  const profile = omit(unsavedSettings, "version");
  await on.asAdmin("POST /api/v1/settings", { body: { ...profile, company_name: "Mwamba" } });

  const { status, body } = await on.asAdmin(route);
  expect(status).toBe(200);
  expect(body).toMatchObject({ from: "2026-12-01", to: "2026-12-24", today: "2026-12-24" });
  const [staff, admin, of] = ["Person 1", "Person 2", { client_id: client.id }];
  expect(body.entries).toEqual([
    expect.objectContaining({ kind: "settings-changed", name: admin, after: { company_name: "Mwamba" } }),
    expect.objectContaining({ kind: "note", name: staff, text: "Calls on Friday", ...of }),
    expect.objectContaining({ kind: "subscription-added", name: staff, ...of }),
    expect.objectContaining({ kind: "client-changed", name: admin, before: { phone: "0711 222333" } }),
    expect.objectContaining({
      kind: "client-changed",
      name: admin,
      after: { phone: "0711 222333" },
      ...of,
      screen: "/admin/clients/:id",
    }),
    expect.objectContaining({ kind: "client-added", name: staff, ...of }),
  ]);
  expect(body.entries[0]).not.toHaveProperty("client_id");
  expect(body.entries[3]).not.toHaveProperty("screen");

  expect((await on.asAdmin(route, { query: { to: "2026-12-23" } })).body.entries).toEqual([]);
  expect((await on.asStaff(route)).status).toBe(403);
});

test("many records are read once, and nothing else is read for each", async () => {
  const days = 24;
  const rows = days * 82;
  let bytes = 0;
  await seedRows(on.product, "Activity", rows, (subject, index) => {
    const day = addDays("2026-10-01", index % days);
    const row = {
      subject,
      at: `${day}T09:00:00.000Z#${subject.slice(0, 8)}`,
      day,
      kind: "client-changed",
      by: "9f2c",
      name: "Grace Wanjiru",
      screen: "/admin/clients/:id",
      before: { phone: "+254 700 000 100" },
      after: { phone: "+254 711 222 333" },
    };
    bytes += Object.entries(row).reduce((sum, [name, value]) => sum + name.length + textOf(value).length, 0);
    return row;
  });
  const meter = meterOf(on.product);
  let entriesSeen = 0;
  const { units } = await meter(async () => {
    let cursor: string | undefined;
    do {
      const query = { from: "2026-10-01", to: "2026-10-24", ...(cursor && { cursor }) };
      const { body } = await on.asAdmin(route, { query });
      entriesSeen += body.entries.length;
      cursor = body.cursor;
    } while (cursor);
  });
  expect(entriesSeen).toBe(rows);
  // An index gives eight kilobytes for a unit.
  expect(units).toBeLessThanOrEqual((1.3 * bytes) / 8_192);
});
const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
