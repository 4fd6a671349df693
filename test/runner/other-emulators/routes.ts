import { api } from "../../../shared/api/api.ts";
import { exampleOf } from "../../../shared/api/example-of.ts";
import type { Route, RouteKey } from "../../../shared/route.ts";

/** A status, or 0 without a response, and the start of the body. */
export type Answer = { status: number; text: string };
/** By route: without a token where one is needed, and with what is needed. */
export type Answers = Map<string, { without?: Answer; answer?: Answer }>;

const TIMEOUT_MS = 30_000;
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;
const routes: Record<string, Route> = Object.assign({}, ...Object.values(api));

const responseExample = ({ response, media }: Route) => exampleOf(response, "output", media);

/** The first demands MFA of everybody, the second ends the session. */
const last: string[] = ["PUT /api/v1/staff/rules", "POST /api/v1/staff/me/sign-out"] satisfies RouteKey[];
const PARAMETERS: Record<string, string> = {
  period: "2026-12-28",
  day: "2026-12-25",
  email: "upcoming",
  secret: "none",
  reference: "4821073",
  note: "2026-12-24T06:00:00.000Z#1f0e9d8c-7b6a-4958-8776-655443322110",
};

/** Creates records, then uses and then deletes them. */
function order(key: string): number {
  const place = last.indexOf(key);
  if (place >= 0) return 3 + place;
  if (key.startsWith("DELETE") || key.endsWith("/erasure")) return 2;
  return key.startsWith("POST") && !key.includes("{") ? 0 : 1;
}

/** The id of a resource's record in the examples. */
const exampleId = (resource: string): string | undefined =>
  ["POST /api/v1/*", "POST /api/v1/*/members", "GET /api/v1/*"]
    .flatMap((key) => routes[key.replace("*", resource)] ?? [])
    .flatMap((route) => JSON.stringify(responseExample(route)).match(UUID) ?? [])
    .at(0);

/**
 * Calls every declared route with its example. Ids of the examples become those of the records made on the way. Without
 * an administrator's token, only what needs none.
 */
export async function driveRoutes(base: string, token: string | undefined): Promise<Answers> {
  const idOfExample = new Map<string, string>();
  const answers: Answers = new Map();
  const ordered = Object.entries(routes).sort(([a], [b]) => order(a) - order(b));
  for (const [key, route] of ordered) {
    const { access } = route;
    const [method = "", path = ""] = key.split(" ");
    const id = exampleId(path.split("/")[3] ?? "") ?? "none";
    const url =
      base +
      path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(name === "id" ? (idOfExample.get(id) ?? id) : (PARAMETERS[name] ?? "")),
      );
    const body = route.body && exampleOf(route.body, "input");
    const init = {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body).replace(UUID, (id) => idOfExample.get(id) ?? id),
      }),
    };
    const open = await request(url, init);
    const answer = access === "public" ? open : token && (await request(url, init, token));
    answers.set(key, { ...(access !== "public" && { without: open }), ...(answer && { answer }) });
    if (answer && answer.status < 300) rememberIds(responseExample(route), parsed(answer.text), idOfExample);
  }
  return answers;
}

async function request(url: string, init: RequestInit, token?: string): Promise<Answer> {
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { ...init, headers, signal, redirect: "manual" });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A page or a calendar.
  }
}

function rememberIds(example: unknown, actual: unknown, idOfExample: Map<string, string>): void {
  if (typeof example === "string" && typeof actual === "string") {
    if (example.match(UUID)?.[0] === example && !idOfExample.has(example)) idOfExample.set(example, actual);
  } else if (typeof example === "object" && example && typeof actual === "object" && actual)
    for (const [name, part] of Object.entries(example))
      rememberIds(part, (actual as Record<string, unknown>)[name], idOfExample);
}
