import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { type Product, startProduct } from "../../test/product/product.ts";
import { findProblems } from "./probe.ts";

let product: Product;
beforeEach(async () => {
  product = await startProduct();
});
afterEach(() => product.stop());

test("the schedule's function finds nothing wrong with a stage that works", async () => {
  const schedule = product.schedules().find(({ name }) => name === localSchedule("probe"));
  expect(schedule?.expression).toBe("rate(5 minutes)");
  expect(await product.runSchedule(localSchedule("probe"), product.now())).toEqual({ outcome: null });
});

/** The problems when somebody between the probe and the stage answers some requests in its place. */
async function problemsWith(broken: (path: string, token?: string) => Response | undefined) {
  const server = createServer(async ({ url = "/", headers }, response) => {
    const { authorization } = headers;
    const origin = url.startsWith("/eu-west-1_") ? product.cognito : product.site;
    const init = { headers: { ...(authorization && { authorization }) }, redirect: "manual" as const };
    const answer = broken(url, authorization) ?? (await fetch(origin + url, init));
    const type = answer.headers.get("content-type");
    response.writeHead(answer.status, { ...(type && { "content-type": type }) });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const problems = await findProblems(url, `${url}/${product.userPoolId}`);
  server.closeAllConnections();
  server.close();
  return problems;
}

const at = (pattern: RegExp, answer: () => Response) => (path: string) =>
  pattern.test(path) ? answer() : undefined;
const failing = () => new Response("", { status: 503 });

test("nothing is wrong when nobody interferes", async () =>
  expect(await problemsWith(() => undefined)).toEqual([]));

test.each<[what: string, broken: Parameters<typeof problemsWith>[0], problem: string]>([
  ["the page", at(/^\/$/, failing), "site: answered 503"],
  ["a page without a script", at(/^\/$/, () => new Response("<p>Hello")), "site: names no script"],
  ["the script", at(/^\/assets\//, failing), "site: its script answered 503"],
  [
    "a page in place of the script",
    at(/^\/assets\//, () => new Response("<p>", { headers: { "content-type": "text/html" } })),
    "site: its script answered 200",
  ],
  ["config.json", at(/^\/config/, failing), "config.json: answered 503"],
  [
    "another pool's config.json",
    at(/^\/config/, () => Response.json({ userPoolId: "eu-west-1_other" })),
    "config.json: names another user pool",
  ],
  ["the keys", at(/jwks/, failing), "keys of the user pool: answered 503"],
  ["no keys", at(/jwks/, () => Response.json({ keys: [] })), "keys of the user pool: has no keys"],
  [
    "an API that lets everybody in",
    (path, token) => (path.startsWith("/api/") && !token ? Response.json({ clients: [] }) : undefined),
    "API without a token: answered 200 instead of 401",
  ],
  [
    "an API that believes a forged token",
    (path, token) => (path.startsWith("/api/") && token ? Response.json({ clients: [] }) : undefined),
    "API with a forged token: answered 200 instead of 401",
  ],
])("%s is named", async (_, broken, problem) => expect(await problemsWith(broken)).toEqual([problem]));

test("a stage that does not answer fails every check, and the function", async () => {
  const problems = await findProblems("http://127.0.0.1:9", `http://127.0.0.1:9/${product.userPoolId}`);
  expect(problems.map((problem) => problem.split(": ")[0])).toEqual([
    "site",
    "config.json",
    "keys of the user pool",
    "API without a token",
    "API with a forged token",
  ]);
});
