import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "../../lambdas/caller.ts";
import { Refusal } from "../../lambdas/errors.ts";
import { inputOf } from "../../lambdas/input.ts";
import { api } from "../../shared/api.ts";
import type { Route, RouteKey } from "../../shared/route.ts";
import { tables } from "../../shared/tables.ts";
import { type Reminding, startReminding } from "../reminding.ts";
import { unattended } from "../unattended.ts";
import { aimedAt, type Hostile } from "./requests.ts";

const routes = Object.values(api).flatMap((resource) => Object.entries<Route>(resource)) as [
  RouteKey,
  Route,
][];

let on: Reminding;
let token: string;
/** Of somebody else, as that route ends what it is called with. */
let tokenToEnd: string;
const endsSessions = "POST /api/v1/staff/me/sign-out" satisfies RouteKey;
let all: Hostile[];
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  on = await startReminding({
    template(template) {
      for (const { Type, Properties = {} } of Object.values(template.Resources)) {
        // What is too much at once is refused before it is looked at, and would hide what is behind.
        if (Type === "AWS::ApiGatewayV2::Stage") {
          delete Properties.DefaultRouteSettings;
          delete Properties.RouteSettings;
        }
      }
      // So that nothing changes but by a request.
      return unattended(template);
    },
  });
  token = (await on.product.signIn(await on.product.employ("admin"))).access;
  const admin = on.product.callerFor(token);
  tokenToEnd = (await on.product.signIn(await on.product.employ("staff"))).access;
  await on.saveSettings();
  const client = await on.newClient();
  const subscription = await on.subscribe(client.id, "2026-12-29");
  const id = "0f9d3c1e-52a7-4b0e-8b57-3f6f1f0c9a11";
  const visitor = { name: "Visitor", email: "visitor@example.com", message: "Hello", id };
  await on.product.call("POST /api/send-email", { body: visitor });
  const invited = { email: "invited@staff.example", name: "Invited", role: "staff" };
  const { member } = (await admin("POST /api/v1/staff/members", { body: invited })).body;
  const ids = { clients: client.id, subscriptions: subscription.id, messages: id, staff: member.id };
  const known = { ids, day: "2026-12-29" };
  const seen = new Set<string>();
  all = routes
    .flatMap(([key, route]) => [...aimedAt(key, route, known)].map((one) => [route, one] as const))
    .filter(([route, one]) => !refusedByItsField(route, one) || isNew(seen, `${one.route} ${one.field}`))
    .map(([, one]) => one);
});
afterAll(async () => {
  agent.destroy();
  await on.product.stop();
});

/**
 * Whether a function's door (lambdas/input.ts) refuses what stands in a field. It is asked here, so that not every such
 * value of every field has to go over the wire, but one; whatever is let in does.
 * @throws whatever would make the function fail
 */
function refusedByItsField({ body: schema }: Route, { route, field, body, headers }: Hostile): boolean {
  if (field === undefined || !schema) return false;
  try {
    inputOf({ access: "public", body: schema, answer: schema }, { routeKey: route, body, headers } as Event);
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

function isNew(seen: Set<string>, what: string): boolean {
  return !seen.has(what) && seen.add(what) !== undefined;
}

/** Sends a request as it is written, without the mending that `fetch` does to paths; 0 when nobody answered. */
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

/** Sends them all, one after another, and gives each one's status: two at once would start every function twice. */
async function replay(requests: Hostile[]): Promise<[Hostile, number][]> {
  const answers: [Hostile, number][] = [];
  for (const one of requests) answers.push([one, await send(one)]);
  return answers;
}

/** Whoever hears that somebody else was faster (409), or that it was too often (429), may succeed at the next try. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 409 && status !== 429;
const refusedOf = (answers: [Hostile, number][]) =>
  answers.flatMap(([one, status]) => (isRefusal(status) ? [one] : []));

/** A map comes back in any order. */
const inOrder = (_: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Everything that is stored, as one short text; but how often somebody asked, which what is refused counts in as well. */
async function stored(): Promise<string> {
  const kept = Object.entries(tables).filter(([, table]) => !("passing" in table));
  const rows = await Promise.all(kept.map(([name]) => on.rows(name.charAt(0).toUpperCase() + name.slice(1))));
  const lines = rows.flat().map((row) => JSON.stringify(row, inOrder));
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}

test("nothing makes a route fail, and what is refused changes nothing", async () => {
  const answers = await replay(all);
  const failed = answers.filter(([, status]) => status === 0 || status >= 500);
  expect(failed.map(([{ route, about }, status]) => `${status} ${route}: ${about}`)).toEqual([]);
  const untouched = routes
    .map(([key]) => key)
    .filter((key) => !refusedOf(answers).some((one) => one.route === key));
  expect(untouched).toEqual([]);

  const refused = refusedOf(answers);
  // What the first round has set going is over.
  await on.product.idle();
  const before = await stored();
  const taken = (await replay(refused)).filter(([, status]) => status < 400 || status >= 500);
  expect(taken.map(([{ route, about }, status]) => `${status} ${route}: ${about}`)).toEqual([]);
  expect(await stored()).toBe(before);
  expect(refused.length).toBeGreaterThan(1_000);
}, 600_000);
