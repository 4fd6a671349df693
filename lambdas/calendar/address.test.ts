import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { calendarRoutes } from "../../shared/calendar.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";
import { staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();

const make = async (as = on.asStaff) => (await as("POST /api/v1/staff/me/calendar")).body.path;
/** Requests a calendar as an app does, without a token. */
const ask = (path: string) => fetch(on.product.site + path);
const refusal = { error: "There is no calendar at this address." };

async function isNone(path: string) {
  const answer = await ask(path);
  expect([answer.status, await answer.json()], path).toEqual([404, refusal]);
}

test("an address is shown once, and stops when it is replaced, deleted, or its owner disabled", async () => {
  const person = await on.product.createStaff("staff");
  const own = on.product.callerFor((await on.product.signIn(person)).access);
  const madeAt = async () => (await own("GET /api/v1/staff/me/calendar")).body.made_at;
  expect(await madeAt()).toBeUndefined();
  expect((await own("DELETE /api/v1/staff/me/calendar")).status).toBe(200);
  const first = await make(own);
  expect(first).toMatch(/^\/api\/v1\/calendar\/[\da-f-]{36}\/[\w-]{43}\.ics$/);
  expect((await ask(first)).status).toBe(200);
  const since = await madeAt();
  expect(since).toMatch(/^2026-12-24T/);

  const second = await make(own);
  await isNone(first);
  expect((await ask(`${second}?nocache=1`)).status).toBe(200);
  await own("DELETE /api/v1/staff/me/calendar");
  await isNone(second);
  expect(await madeAt()).toBeUndefined();

  const { members } = (await on.asAdmin("GET /api/v1/staff/members")).body;
  const { id = "", name } = members.find(({ email }) => email === person.email) ?? {};
  const { entries } = (await on.asAdmin("GET /api/v1/activity")).body;
  const records = entries.filter(({ member }) => member === name);
  expect(records.map(({ kind, name: by, before, after }) => [kind, by, before, after])).toEqual([
    ["staff-changed", name, { calendar: expect.any(String) }, {}],
    ["staff-changed", name, { calendar: since }, { calendar: expect.any(String) }],
    ["staff-changed", name, {}, { calendar: since }],
  ]);

  const change = (body: object) => on.asAdmin("PUT /api/v1/staff/members/{id}", { params: { id }, body });
  // A token of the second in which the sessions ended is not valid either, so this may take two.
  const signInAgain = async () => {
    let path = "";
    const trying = async () => {
      const call = on.product.callerFor((await on.product.signIn(person)).access);
      const { status, body } = await call("POST /api/v1/staff/me/calendar");
      path = body.path;
      return status;
    };
    await expect.poll(trying).toBe(201);
    return path;
  };
  const third = await signInAgain();
  await change({ disabled: true });
  await isNone(third);
  await change({ disabled: false });
  await isNone(third);

  await change({ role: "admin" });
  const fourth = await signInAgain();
  expect((await ask(fourth)).status).toBe(200);

  // No table has a secret that could be used.
  const database = databaseOf(on.product);
  for (const table of ["Staff", "Activity", "Limits"]) {
    const { Items } = await database.send(new ScanCommand({ TableName: await tableNamed(database, table) }));
    for (const path of [first, second, third, fourth])
      expect(JSON.stringify(Items)).not.toContain(path.split("/").at(-1)?.slice(0, 43));
  }
});

test("a guessed, damaged or foreign address is a 404, and reads one small row", async () => {
  const [own, otherAddress] = [await make(), await make(on.asAdmin)];
  const [start, secret = ""] = own.split(/(?<=\/)(?=[\w-]+\.ics$)/);
  const [otherStart] = otherAddress.split(/(?<=\/)(?=[\w-]+\.ics$)/);
  const turned = (secret.startsWith("A") ? "B" : "A") + secret.slice(1);
  const read: string[] = [];
  intercept(on.product, async ({ from, operation, body }, pass) => {
    if (from?.includes("Calendar") && operation !== "UpdateItem") read.push(`${operation} ${body}`);
    return pass();
  });
  for (const path of [
    `${otherStart}${secret}`,
    `${start}${turned}`,
    `${start}${secret.slice(0, -4)}`,
    `${start}.ics`,
    `${start}${secret}.ics`,
    `${start}${secret.toUpperCase()}`,
    `/api/v1/calendar/everybody/${secret}`,
    `/api/v1/calendar/lock/.ics`,
    `/api/v1/calendar/%00/${secret}`,
    `/api/v1/calendar/0f9d3c1e-52a7-4b0e-8b57-3f6f1f0c9a11/${secret}`,
    `/api/v1/calendar/${"x".repeat(3_000)}/${secret}`,
  ])
    await isNone(path);
  expect(read.filter((call) => !call.startsWith("GetItem"))).toEqual([]);

  // After an error an app keeps its entries; after a 404 or an empty calendar it would drop them.
  endInterception(on.product);
  intercept(on.product, async ({ from, operation }, pass) =>
    from?.includes("Calendar") && operation === "GetItem" ? undefined : pass(),
  );
  expect((await ask(own)).status).toBeGreaterThanOrEqual(500);
  endInterception(on.product);
  expect((await ask(own)).status).toBe(200);

  const { maxCalls } = calendarRoutes["GET /api/v1/calendar/{id}/{secret}"].limit;
  const answers = await Promise.all(Array.from({ length: maxCalls + 5 }, () => ask(`${start}${turned}`)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
});
