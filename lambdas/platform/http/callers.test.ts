import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { api } from "../../../shared/api/api.ts";
import type { Access, Route } from "../../../shared/route.ts";
import { staffedProduct } from "../../../test/product/staffed.ts";

const on = staffedProduct();

const callers = ["nobody", "staff", "administrator", "disabled", "removed", "old token", "no role"] as const;
type Caller = (typeof callers)[number];

/** The refusal that every kind of caller gets from a route; undefined if the route lets them in. */
const refusals: Record<Access, Record<Caller, 401 | 403 | undefined>> = {
  public: {
    nobody: undefined,
    staff: undefined,
    administrator: undefined,
    disabled: undefined,
    removed: undefined,
    "old token": undefined,
    "no role": undefined,
  },
  staff: {
    nobody: 401,
    staff: undefined,
    administrator: undefined,
    disabled: 401,
    removed: 401,
    "old token": 401,
    "no role": 403,
  },
  admin: {
    nobody: 401,
    staff: 403,
    administrator: undefined,
    disabled: 401,
    removed: 401,
    "old token": 401,
    "no role": 403,
  },
};

/** A person of a role with their token and id. */
async function somebody(role: "staff" | "admin" | undefined) {
  const person = await on.product.createStaff(role);
  const { access } = await on.product.signIn(person);
  const { members } = (await on.asAdmin("GET /api/v1/staff/members")).body;
  return { access, params: { id: members.find(({ email }) => email === person.email)?.id ?? "" } };
}

/** Some routes are pages, so only the status is read. */
async function statusOf(key: string, params: Record<string, string>, body: string, token?: string) {
  const [method = "", template = ""] = key.split(" ");
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "x"));
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const call = { method, url, headers, body: Buffer.from(body), sourceIp: "127.0.0.1" };
  return (await on.product.request(call)).status;
}

test("every route lets in exactly the callers that the table of routes says", async () => {
  const [staff, administrator, disabled, removed, old, without] = [
    await somebody("staff"),
    await somebody("admin"),
    // Administrators, so that only what happened to them keeps them out.
    await somebody("admin"),
    await somebody("admin"),
    await somebody("admin"),
    await somebody(undefined),
  ];
  await on.asAdmin("PUT /api/v1/staff/members/{id}", { params: disabled.params, body: { disabled: true } });
  expect((await on.asAdmin("DELETE /api/v1/staff/members/{id}", { params: removed.params })).status).toBe(
    200,
  );
  const asOld = on.product.callerFor(old.access);
  await asOld("POST /api/v1/staff/me/sign-out");
  // The function that ended the session caches the access of its caller for some seconds.
  await expect.poll(async () => (await asOld("GET /api/v1/staff")).status, { interval: 500 }).toBe(401);
  const tokens: Record<Caller, string | undefined> = {
    nobody: undefined,
    staff: staff.access,
    administrator: administrator.access,
    disabled: disabled.access,
    removed: removed.access,
    "old token": old.access,
    "no role": without.access,
  };
  const routes = Object.values(api).flatMap((resource) => Object.entries<Route>(resource));
  // The last call ends the sessions of its caller.
  const last = "POST /api/v1/staff/me/sign-out";
  routes.sort(([a], [b]) => Number(a === last) - Number(b === last));
  expect(routes.length).toBeGreaterThan(70);
  const params = { id: randomUUID(), period: "2026-12-24", day: "2026-12-24", email: "upcoming" };
  const note = `2026-12-24T06:00:00.000Z#${randomUUID()}`;
  const wrong: unknown[] = [];
  for (const [key, { access, body }] of routes)
    for (const caller of callers) {
      const status = await statusOf(key, { ...params, note }, body ? "{" : "", tokens[caller]);
      const refusal = refusals[access][caller];
      const isRefused = status === 401 || status === 403;
      if (refusal ? status !== refusal : isRefused || status >= 500) wrong.push([key, caller, status]);
    }
  expect(wrong).toEqual([]);
});
