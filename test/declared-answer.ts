import { isDeepStrictEqual } from "node:util";
import { type AllRoutes, api } from "../shared/api.ts";
import type { Route } from "../shared/route.ts";

const routes: Record<string, Route> = Object.assign({}, ...Object.values(api));

/** Gives the body of an answer. @throws unless a success is exactly what the route declares, status included */
export function declaredAnswer(key: keyof AllRoutes, status: number, body: unknown) {
  const route = routes[key];
  if (!route || status >= 300) return body;
  if (status !== (route.status ?? 200)) throw new Error(`${key} answers with the status ${status}.`);
  // As it travels: a field without a value is none.
  const declared = JSON.parse(JSON.stringify(route.answer.parse(body)));
  if (!isDeepStrictEqual(declared, body)) {
    throw new Error(`${key} answers ${JSON.stringify(body)}, and declares ${JSON.stringify(declared)}.`);
  }
  return body;
}
