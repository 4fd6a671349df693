import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "../../lambdas/platform/http/caller.ts";
import { inputOf } from "../../lambdas/platform/http/input.ts";
import { Refusal } from "../../lambdas/platform/http/refusals.ts";
import { api } from "../../shared/api/api.ts";
import type { Route, RouteKey } from "../../shared/route.ts";
import { tables } from "../../shared/tables.ts";
import { type ReminderProduct, startReminderProduct } from "../product/reminder-product.ts";
import { withoutQueueConsumers } from "../product/without-queue-consumers.ts";
import { type Hostile, hostileRequests } from "./requests.ts";

/** Whether a subscription can be changed depends on what is paid, so these come last. */
const movesMoney = ([key]: [string, Route]) => /payments|renewals|refunds/.test(key);
const routes = Object.values(api)
  .flatMap((resource) => Object.entries<Route>(resource))
  .sort((a, b) => Number(movesMoney(a)) - Number(movesMoney(b))) as [RouteKey, Route][];

let on: ReminderProduct;
let token: string;
/** The token of another person for the route that ends the sessions of its caller. */
let tokenToEnd: string;
const endsSessions = "POST /api/v1/staff/me/sign-out" satisfies RouteKey;
let all: Hostile[];
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  on = await startReminderProduct({
    // So that only requests change data.
    template: withoutQueueConsumers,
  });
  token = (await on.product.signIn(await on.product.createStaff("admin"))).access;
  const admin = on.product.callerFor(token);
  tokenToEnd = (await on.product.signIn(await on.product.createStaff("staff"))).access;
  await on.saveSettings();
  const client = await on.newClient();
  const subscription = await on.subscribe(client.id, "2026-12-29");
  const id = "0f9d3c1e-52a7-4b0e-8b57-3f6f1f0c9a11";
  const visitor = { name: "Visitor", email: "visitor@example.com", message: "Hello", id };
  await on.product.call("POST /api/send-email", { body: visitor });
  const invited = { email: "invited@staff.example", name: "Invited", role: "staff" };
  const { member } = (await admin("POST /api/v1/staff/members", { body: invited })).body;
  const file = { kind: "clients", name: "book.csv", columns: ["name", "email"] };
  const imported = (await admin("POST /api/v1/imports", { body: file })).body.import.id;
  const records = { clients: client.id, subscriptions: subscription.id, imports: imported };
  const ids = { ...records, messages: id, staff: member.id };
  const known = { ids, day: "2026-12-29" };
  const seen = new Set<string>();
  all = routes
    .flatMap(([key, route]) =>
      [...hostileRequests(key, route, known)].map((request) => [route, request] as const),
    )
    .filter(
      ([route, request]) =>
        !refusedByItsField(route, request) || isNew(seen, `${request.route} ${request.field}`),
    )
    .map(([, request]) => request);
});
afterAll(async () => {
  agent.destroy();
  await on.product.stop();
});

/**
 * Whether lambdas/platform/http/input.ts refuses the value of a field. Checked in this process, so that only one refused
 * value of each field goes over the wire; every accepted value does.
 * @throws any error that would make the function fail
 */
function refusedByItsField({ body: schema }: Route, { route, field, body, headers }: Hostile): boolean {
  if (field === undefined || !schema) return false;
  try {
    inputOf({ summary: "", access: "public", body: schema, response: schema }, {
      routeKey: route,
      body,
      headers,
    } as Event);
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

function isNew(seen: Set<string>, what: string): boolean {
  return !seen.has(what) && seen.add(what) !== undefined;
}

/** Sends a request without the path corrections of `fetch`. Returns the status, or 0 without a response. */
function send({ route, path, headers, body, signedIn }: Hostile): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { hostname, port } = new URL(on.product.api);
  const [method] = route.split(" ");
  const as = signedIn ? { authorization: `Bearer ${route === endsSessions ? tokenToEnd : token}` } : {};
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  request({ agent, hostname, port, method, path, headers: { ...as, ...headers, ...length } }, (answer) => {
    answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
  })
    .once("error", () => resolve(0))
    .end(body);
  return promise;
}

/** Sends the requests one after another, because two at once would start every function twice. */
async function replay(requests: Hostile[]): Promise<[Hostile, number][]> {
  const answers: [Hostile, number][] = [];
  for (const request of requests) answers.push([request, await send(request)]);
  return answers;
}

/** After 409 (changed in the meantime) or 429 (too often) the same request may succeed. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 409 && status !== 429;
const refusedOf = (answers: [Hostile, number][]) =>
  answers.flatMap(([request, status]) => (isRefusal(status) ? [request] : []));

/** DynamoDB returns the keys of a map in any order. */
const withSortedKeys = (_: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A hash of all stored rows, except the counts of requests, which refused requests change too. */
async function stored(): Promise<string> {
  const compared = Object.entries(tables).filter(([, table]) => !("noBackup" in table));
  const rows = await Promise.all(
    compared.map(([name]) => on.rows(name.charAt(0).toUpperCase() + name.slice(1))),
  );
  const lines = rows.flat().map((row) => JSON.stringify(row, withSortedKeys));
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}

test("no request makes a route fail, and refused requests change nothing", async () => {
  const answers = await replay(all);
  const failed = answers.filter(([, status]) => status === 0 || status >= 500);
  expect(failed.map(([{ route, about }, status]) => `${status} ${route}: ${about}`)).toEqual([]);
  const untouched = routes
    .map(([key]) => key)
    .filter((key) => !refusedOf(answers).some((refused) => refused.route === key));
  expect(untouched).toEqual([]);

  const refused = refusedOf(answers);
  // Wait for work that the first round started.
  await on.product.idle();
  const before = await stored();
  const accepted = (await replay(refused)).filter(([, status]) => status < 400 || status >= 500);
  expect(accepted.map(([{ route, about }, status]) => `${status} ${route}: ${about}`)).toEqual([]);
  expect(await stored()).toBe(before);
  expect(refused.length).toBeGreaterThan(1_000);
}, 600_000);
